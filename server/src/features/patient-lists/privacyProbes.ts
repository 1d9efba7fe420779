import { canAccessPatient, listPatients } from '@careloop/contracts/patients';
import { findPatientsBeyond, searchPatients } from '@careloop/contracts/patients/find';
import { countPatients, setFavorite } from '@careloop/contracts/patients/lists';
import { listPopulations, setPopulationPatient } from '@careloop/contracts/patients/populations';
import { expect } from 'vitest';

import { changed, chunks, idsIn, inOrder, ofPatient, readAll } from '../../../test/privacyProbes.ts';
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
  for (const { userId } of oracle.users) {
    const caller = callerOf(userId);
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
    for (const some of chunks(oracle.patients, 8)) await Promise.all(some.map(look));
  }
}

export const patientListProbes: FeatureProbes = {
  opens: [[listPopulations, ofPatient]],
  closes: [
    [setPopulationPatient, changed(ofPatient, { populationId: 1, isPicked: true })],
    [setFavorite, changed(ofPatient, { isFavorite: true })],
  ],
  compares: [
    {
      name: 'lists and counts hold exactly the patients of the user',
      endpoints: [listPatients, countPatients],
      compare: comparePatientLists,
    },
    {
      name: 'searches find exactly the patients of the user',
      endpoints: [listPatients, findPatientsBeyond, searchPatients, canAccessPatient],
      compare: compareSearches,
    },
  ],
};
