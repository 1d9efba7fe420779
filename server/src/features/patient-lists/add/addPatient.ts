import { languageOfCode } from '@careloop/contracts/codes/languages';
import { digitsOfSsn } from '@careloop/contracts/fields/identifiers';
import type { InputOf } from '@careloop/contracts/endpoint';
import { addPatientTexts } from '@careloop/contracts/patients/add';
import type { addPatient as endpoint, PatientCandidate } from '@careloop/contracts/patients/add';

import { principalOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { joinCareTeam } from '../../../core/access/careTeam.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { coordinatesOfZip } from '../../../core/geography/zipCoordinates.ts';
import { publishAll } from '../../../platform/realtime/publish.ts';
import { SSN_SYSTEM, makeKey } from '../../interop/shared/references.ts';
import type { Key } from '../../interop/shared/references.ts';
import { lockPeople } from '../../../core/person-matching/lockPeople.ts';
import { careTeamEvents } from '../../messages/shared/careTeamEvents.ts';
import { patientContactColumns, patientNameColumns } from '../../patients/shared/queries/patients.ts';
import { findLookalikes } from '../../../core/person-matching/lookalikes.ts';
import { findPatientCandidates, wholeSsn } from './candidates.ts';

type Input = InputOf<typeof endpoint>;
export type AddingClient = Authorized<{ clientId: number }, 'add'>;

/**
 * Adds a patient manually. Possible duplicates must have been reviewed; an MRN can be used only once within a client. The user
 * who adds the patient, or the person they act for, joins the care team.
 * @throws AppError `invalid_input` if the MRN is taken, candidates were not reviewed, or a required value is missing
 */
export async function addPatient(db: Db, actor: Actor, { clientId }: AddingClient, input: Input): Promise<number> {
  // Of two users who add the same patient, or a user and an import, the second one finds the first's.
  await lockPeople(db, clientId, await keysOf(db, clientId, input), [columnsOf(input)]);
  const candidates = await findPatientCandidates(db, actor, input);
  checkCandidates(candidates, input);
  const patientId = await insertPatient(db, clientId, input);
  await db
    .insertInto('patient_addition')
    .values({
      patient_id: patientId,
      user_id: actor.userId,
      on_behalf_of_user_id: actor.onBehalfOfUserId,
      statement: candidates.length === 0 ? null : input.statement,
      seen_patient_ids: candidates.map((candidate) => candidate.patientId),
    })
    .execute();
  await markDuplicates(db, patientId, candidates);
  await record(db, actor, {
    action: 'patient.added',
    patientId,
    subjectType: 'patient',
    subjectId: patientId,
    details: { clientId, candidateIds: candidates.map((candidate) => candidate.patientId) },
  });
  const change = await joinCareTeam(db, actor, { through: 'joining', patientId }, [principalOf(actor)]);
  await publishAll(db, await careTeamEvents(db, change));
  return patientId;
}

function checkCandidates(candidates: readonly PatientCandidate[], { seenPatientIds, statement }: Input): void {
  if (candidates.some(({ matches }) => matches.includes('mrn'))) {
    throw invalidInput({ mrn: addPatientTexts.mrnTaken });
  }
  if (candidates.some(({ patientId }) => !seenPatientIds.includes(patientId))) {
    throw invalidInput({ seenPatientIds: addPatientTexts.unseen });
  }
  if (candidates.length > 0 && statement === null) throw invalidInput({ statement: addPatientTexts.statement });
}

/** The numbers of the patient, as imports name them. */
async function keysOf(db: Db, clientId: number, { mrn, ssn }: Input): Promise<Key[]> {
  const systems = await db.selectFrom('mrn_system').select('system').where('client_id', '=', clientId).execute();
  const whole = wholeSsn(ssn);
  return [
    ...[...systems.map(({ system }) => system), 'type:MR'].map((system) => makeKey('Patient', system, mrn)),
    ...(whole === null ? [] : [makeKey('Patient', SSN_SYSTEM, whole)]),
  ];
}

const columnsOf = writes<Input, 'patient', 'clientId' | 'onBehalfOfUserId' | 'seenPatientIds' | 'statement'>()({
  mrn: 'mrn',
  ...patientNameColumns,
  gender: 'gender',
  ssn: (ssn) => ({ ssn: ssn && digitsOfSsn(ssn) }),
  ...patientContactColumns,
  languageCode: (code) => ({ language: (code && languageOfCode(code)?.name) || null }),
});

async function insertPatient(db: Db, clientId: number, input: Input): Promise<number> {
  const systems = await db.selectFrom('mrn_system').select('system').where('client_id', '=', clientId).execute();
  // If the client has several MRN systems, the number's system is unknown.
  const mrnSystem = systems.length === 1 ? (systems[0]?.system ?? null) : null;
  const ssn = wholeSsn(input.ssn);
  const { patient_id: patientId } = await db
    .insertInto('patient')
    .values({
      ...columnsOf(input),
      client_id: clientId,
      mrn_system: mrnSystem,
      // Coordinates, for distances to providers.
      ...coordinatesOfZip(input.zipcode),
    })
    .returning('patient_id')
    .executeTakeFirstOrThrow();
  const numbers = [
    { system: mrnSystem ?? 'type:MR', value: input.mrn, type_code: 'MR' },
    ...(ssn === null ? [] : [{ system: SSN_SYSTEM, value: ssn, type_code: 'SS' }]),
  ];
  await db
    .insertInto('patient_identifier')
    .values(numbers.map((number) => ({ ...number, client_id: clientId, patient_id: patientId })))
    .execute();
  return patientId;
}

/**
 * Marks candidates that the user declared to be other people as possible duplicates, for review by users who merge records:
 * strong ones, and everybody an import would take for a possible duplicate.
 */
async function markDuplicates(db: Db, patientId: number, candidates: readonly PatientCandidate[]): Promise<void> {
  const strong = candidates.filter(({ isStrong }) => isStrong);
  const alike = await findLookalikes(db, [patientId]);
  const pairs = [
    ...strong.map((candidate) => ({
      patient_id: candidate.patientId,
      other_patient_id: patientId,
      reason: candidate.matches.includes('ssn') ? 'ssn' : 'name',
    })),
    ...alike.map((pair) => ({
      patient_id: pair.patientId,
      other_patient_id: pair.otherPatientId,
      reason: 'alike',
    })),
  ];
  if (pairs.length === 0) return;
  await db
    .insertInto('patient_duplicate')
    .values(pairs)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
