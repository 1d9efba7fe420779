import { languageOfCode } from '@careloop/contracts/codes/languages';
import {
  gender,
  maritalStatus,
  maritalStatusLabels,
  patientRelationship,
  patientRelationshipLabels,
} from '@careloop/contracts/codes/patients';
import { digitsOfSsn } from '@careloop/contracts/fields/identifiers';
import type { InputOf } from '@careloop/contracts/endpoint';
import { demographyRules, demographyTexts, guarantorRules } from '@careloop/contracts/patients/demographics';
import type {
  saveDemography as demographyEndpoint,
  saveGuarantor as guarantorEndpoint,
} from '@careloop/contracts/patients/demographics';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { onFile } from '../../platform/db/onFile.ts';
import { writes } from '../../platform/db/writes.ts';
import { invalidInput, requireValidAddress, requireValidTexts, requireVersion } from '../../platform/errors.ts';
import { coordinatesOfZip } from '../../core/geography/zipCoordinates.ts';
import { changedColumns, findLastChange, recordChange, storedValues } from './shared/recordChange.ts';
import type { PatientRecordRow } from './shared/recordPolicy.ts';
import { guarantorColumns } from './queries/demographics.ts';
import { patientContactColumns, patientNameColumns } from './shared/queries/patients.ts';
import { replaceSsn } from './shared/replaceSsn.ts';

type Patient = Authorized<PatientRecordRow, 'edit'>;
type Demography = InputOf<typeof demographyEndpoint>;
type Guarantor = InputOf<typeof guarantorEndpoint>;

/** The name of the language; undefined keeps the stored value. */
function languageOf(code: number | null | undefined): string | null | undefined {
  if (code === undefined || code === null) return code;
  const language = languageOfCode(code);
  if (language === undefined) throw invalidInput({ languageCode: demographyTexts.unknownLanguage });
  return language.name;
}

function maritalStatusOf(code: number | null | undefined): string | null | undefined {
  if (code === undefined || code === null) return code;
  const name = maritalStatus.nameOf(code) ?? 'none';
  return name === 'none' ? null : maritalStatusLabels[name];
}

const columnsOf = writes<Demography, 'patient', 'patientId' | 'version' | 'ssn'>()({
  ...patientNameColumns,
  genderCode: (code) => {
    const sex = gender.nameOf(code);
    return { gender: sex === 'male' || sex === 'female' ? sex : 'unknown' };
  },
  isDeceased: (isDeceased, { deceasedOn }) => ({ is_deceased: isDeceased || deceasedOn !== null }),
  deceasedOn: 'deceased_on',
  ...patientContactColumns,
  languageCode: (code) => ({ language: languageOf(code) }),
  maritalStatusCode: (code) => ({ marital_status: maritalStatusOf(code) }),
});

const placeColumns = ['address1', 'city', 'state', 'zipcode'];

/**
 * Changes a patient's demographics and contact data. Imports do not overwrite values that differ from the last imported ones.
 */
export async function saveDemography(db: Db, actor: Actor, patient: Patient, input: Demography) {
  const { patientId } = patient;
  await requireVersion(input.version, patient.version, demographyTexts.changed, () =>
    findLastChange(db, { patientId, subject: 'demography', version: patient.version }),
  );
  const row = await db.selectFrom('patient').selectAll().where('patient_id', '=', patientId).executeTakeFirstOrThrow();
  requireValidTexts(demographyRules, input, onFile(patientContactColumns, row));
  requireValidAddress(input, row);
  const ssn = ssnOf(input.ssn, row.ssn);
  const after = { ...columnsOf(input), ...(ssn !== undefined && { ssn }) };
  // Treats an unknown status as not deceased, so that saving the form unchanged is not a change.
  const before = { ...storedValues(row, after), is_deceased: row.is_deceased ?? row.deceased_on !== null };
  const changed = changedColumns(before, after);
  if (changed.length === 0) return { version: patient.version };
  const { is_deceased: _, ...others } = after;
  await db
    .updateTable('patient')
    .set({
      ...others,
      ...(changed.includes('is_deceased') && { is_deceased: after.is_deceased }),
      ...(changed.some((column) => placeColumns.includes(column)) && positionOf(after.zipcode)),
      version: patient.version + 1,
    })
    .where('patient_id', '=', patientId)
    .execute();
  if (changed.includes('ssn')) await replaceSsn(db, row, after.ssn ?? null);
  const version = patient.version + 1;
  await recordChange(db, actor, { patientId, subject: 'demography', action: 'edited', version, before, after });
  return { version };
}

/** A masked SSN, or its last digits, keeps the stored number if that ends in them. Undefined keeps the stored value. */
function ssnOf(typed: string | null | undefined, onFile: string | null): string | null | undefined {
  if (typed === undefined || typed === null || typed === '') return typed === '' ? null : typed;
  const digits = digitsOfSsn(typed);
  return digits.length < 9 && digitsOfSsn(onFile ?? '').endsWith(digits) ? undefined : digits;
}

/** The patient's coordinates for distances to providers, with the precision of the ZIP code. */
function positionOf(zipcode: string | null) {
  const found = coordinatesOfZip(zipcode);
  return { latitude: found?.latitude ?? null, longitude: found?.longitude ?? null };
}

const guarantorColumnsOf = writes<Guarantor, 'patient_guarantor', 'patientId' | 'version' | 'relationshipCode'>()({
  ...guarantorColumns,
  relationship: (words, { relationshipCode }) => ({ relationship: relationshipOf(relationshipCode, words) }),
});

/** Changes or adds the guarantor, who pays the bills. */
export async function saveGuarantor(db: Db, actor: Actor, patient: Patient, input: Guarantor) {
  const { patientId } = patient;
  const after = guarantorColumnsOf(input);
  // The patient is locked, so no other call can add one concurrently.
  const row = await db
    .selectFrom('patient_guarantor')
    .selectAll()
    .where('patient_id', '=', patientId)
    .executeTakeFirst();
  if (row === undefined) {
    requireValidTexts(guarantorRules, input, null);
    requireValidAddress(input, null);
    await db
      .insertInto('patient_guarantor')
      .values({ ...after, patient_id: patientId })
      .execute();
    const change = { patientId, subject: 'guarantor', action: 'created', version: 1 } as const;
    await recordChange(db, actor, { ...change, before: {}, after });
    return { version: 1 };
  }
  // A caller without a version saw no guarantor, so another user has added one since.
  await requireVersion(input.version ?? 0, row.version, demographyTexts.changed, () =>
    findLastChange(db, { patientId, subject: 'guarantor', version: row.version }),
  );
  requireValidTexts(guarantorRules, input, onFile(guarantorColumns, row));
  requireValidAddress(input, row);
  const before = storedValues(row, after);
  if (changedColumns(before, after).length === 0) return { version: row.version };
  await db
    .updateTable('patient_guarantor')
    .set({ ...after, version: row.version + 1 })
    .where('patient_id', '=', patientId)
    .execute();
  const version = row.version + 1;
  await recordChange(db, actor, { patientId, subject: 'guarantor', action: 'edited', version, before, after });
  return { version };
}

/** The name of a relationship code, or else the text given. */
export function relationshipOf(code: number | null | undefined, words: string | null): string | null {
  const name = code === null || code === undefined ? undefined : patientRelationship.nameOf(code);
  return name === undefined ? words : patientRelationshipLabels[name];
}
