import { canAccessPatient, listPatients } from '@careloop/contracts/patients';
import { addPatient, findCandidates } from '@careloop/contracts/patients/add';
import { findPatientsBeyond, searchPatients } from '@careloop/contracts/patients/find';
import { countPatients, setFavorite } from '@careloop/contracts/patients/lists';
import {
  deletePopulation,
  listPopulations,
  savePopulation,
  setPopulationPatient,
} from '@careloop/contracts/patients/populations';
import { sql } from 'kysely';
import { expect } from 'vitest';

import {
  beside,
  changed,
  chunks,
  idsIn,
  inOrder,
  ofAll,
  ofCare,
  ofClients,
  ofPatient,
  readAll,
  shareOf,
  forUsers,
} from '../../../test/privacyProbes.ts';
import type { FeatureProbes, ProbeContext } from '../../../test/privacyProbes.ts';

async function comparePatientLists({ oracle, callerOf }: ProbeContext): Promise<void> {
  for (const { userId } of oracle.users) {
    const caller = callerOf(userId);
    const mine = inOrder(oracle.patientsOf(userId));
    expect(idsIn(await readAll(caller, listPatients, {}), 'patientId')).toEqual(mine);
    for (const sortBy of ['lastEncounter', 'city', 'dateOfBirth']) {
      const sorted = await readAll(caller, listPatients, { sortBy, isDescending: sortBy !== 'city' });
      expect(idsIn(sorted, 'patientId')).toEqual(mine);
    }
    expect((await caller.ok(countPatients, {})).total).toBe(mine.length);
  }
}

/** Searches for each patient by their number, in the user's list and beyond it. */
async function compareSearches({ oracle, callerOf }: ProbeContext): Promise<void> {
  await forUsers(oracle, async ({ userId }, index) => {
    const caller = callerOf(userId);
    const sample = new Set(shareOf(oracle, ofPatient, index));
    const patients = oracle.patients.filter(({ patientId }) => sample.has(patientId));
    const mine = oracle.patientsOf(userId);
    const look = async ({ patientId, mrn }: { patientId: number; mrn: string }) => {
      const expected = mine.has(patientId) ? [patientId] : [];
      const beyond = await caller.ok(findPatientsBeyond, { phrase: mrn });
      // The same search with the term in the request body.
      expect((await caller.ok(searchPatients, { phrase: mrn })).items).toEqual(beyond.items);
      const open = beyond.items.filter(({ patient }) => patient !== null);
      expect(idsIn(open, 'patientId')).toEqual(expected);
      expect(idsIn(await readAll(caller, listPatients, { searchTerm: mrn }), 'patientId')).toEqual(expected);
      const { canAccessPatient: isOpen } = await caller.ok(canAccessPatient, { patientId });
      expect({ userId, patientId, isOpen }).toEqual({ userId, patientId, isOpen: mine.has(patientId) });
    };
    for (const some of chunks(patients, 8)) await Promise.all(some.map(look));
  });
}

/** List and count agree for every filter. */
async function compareCounts({ oracle, callerOf }: ProbeContext): Promise<void> {
  const { facilities, populations } = oracle.rows;
  const filters = [
    ...facilities.map(({ id }) => ({ facilityId: id })),
    ...populations.map(({ id }) => ({ populationId: id })),
  ];
  await forUsers(oracle, async ({ userId }) => {
    for (const filter of filters) {
      const listed = await readAll(callerOf(userId), listPatients, filter);
      expect((await callerOf(userId).ok(countPatients, filter)).total).toBe(listed.length);
    }
  });
}

const ofClient = ofClients('clientId', (oracle) => oracle.rows.clients);
const ofFacility = ofClients('facilityId', (oracle) => oracle.rows.facilities);
const ofPopulation = ofClients('populationId', (oracle) => oracle.rows.populations);
const someList = { name: 'x', kind: 'list' };
const someRule = { name: 'x', kind: 'rule', minAge: 1 };
const someone = {
  firstName: 'Probe',
  lastName: 'Probe',
  dateOfBirth: '7/14/1985',
  gender: 'female' as const,
  mrn: 'PROBE-1',
};
const ofNewPatient = { ...changed(ofClient, someone), refusal: 'invalid_input clientId' };
const namesBeyond = { phrase: 'a' };

/** Patients named as seen are ignored unless they are possible duplicates. */
async function compareAdded({ app, oracle, callerOf }: ProbeContext): Promise<void> {
  const { userId } = oracle.users.find(({ username }) => username === 'outsider')!;
  const [clientId] = [...oracle.clientsOf(userId)];
  const seenPatientIds = oracle.patientIds.filter((id) => !oracle.patientsOf(userId).has(id)).slice(0, 5);
  const { patientId } = await callerOf(userId).ok(addPatient, { ...someone, clientId: clientId!, seenPatientIds });
  const kept = await app.db.selectFrom('patient_addition').selectAll().where('patient_id', '=', patientId).execute();
  expect(kept).toMatchObject([{ seen_patient_ids: [] }]);
  const { rows } =
    await sql`select from patient_duplicate where ${patientId} in (patient_id, other_patient_id)`.execute(app.db);
  expect(rows).toEqual([]);
}

export const probes: FeatureProbes = {
  opens: [[listPopulations, ofPatient]],
  closes: [
    [setPopulationPatient, changed(ofPatient, { populationId: 1, isPicked: true })],
    [setFavorite, changed(ofPatient, { isFavorite: true })],
    [findCandidates, ofNewPatient],
    [addPatient, ofNewPatient],
    [savePopulation, { ...changed(ofClient, someList), refusal: 'refused' }],
    [savePopulation, beside(changed(ofClient, someRule), ofFacility, 'invalid_input facilityId')],
    [savePopulation, beside(changed(ofClient, someList), ofPopulation, 'refused')],
    [deletePopulation, { ...changed(ofPopulation, { version: 9_999 }), refusal: 'refused' }],
    [setPopulationPatient, beside(changed(ofCare, { isPicked: true }), ofPopulation, 'refused')],
  ],
  filters: [
    {
      endpoint: listPatients,
      by: { facilityId: ofAll((oracle) => oracle.rows.facilities), populationId: ofPopulation },
    },
    { endpoint: findPatientsBeyond, by: { facilityId: ofFacility, patientId: ofPatient }, more: namesBeyond },
    { endpoint: searchPatients, by: { facilityId: ofFacility }, more: namesBeyond },
  ],
  compares: [
    {
      name: 'list and count agree for every filter',
      calls: [[countPatients, 'facilityId', 'populationId']],
      compare: compareCounts,
    },
    {
      name: 'lists and counts hold exactly the patients of the user',
      calls: [],
      compare: comparePatientLists,
    },
    {
      name: 'searches find exactly the patients of the user',
      calls: [[canAccessPatient, 'patientId']],
      compare: compareSearches,
    },
    // Runs after the list comparisons, because it adds a patient that the oracle does not know.
    {
      name: 'patients of others named as seen are ignored',
      calls: [[addPatient, 'seenPatientIds']],
      compare: compareAdded,
    },
  ],
};
