import { Rejection } from '../fhir/draft.ts';
import { digestOf, makeKey, partsOf, primaryKey } from '../fhir/references.ts';
import { insertRows, newIds, updateRows } from './bulk.ts';
import { keepAccepted } from './context.ts';
import { saveNames, withoutSharedNames } from './named.ts';
import { loadKnownPatients } from './knownPatients.ts';

import type { PatientDraft } from '../fhir/patient.ts';
import type { WriteContext } from './context.ts';
import type { KnownPatient, KnownPatients } from './knownPatients.ts';
import type { Written } from './named.ts';

/** Keeps patients: found again by their record's id, MRN, SSN and other identifiers; never two people in one row. */
export async function writePatients(context: WriteContext, drafts: readonly PatientDraft[]): Promise<void> {
  // Two records with one MRN wait for each other as two with one identifier do.
  const withMrn = drafts.map((draft) => ({ ...draft, keys: [...draft.keys, mrnKey(draft)] }));
  for (let left = withMrn; left.length > 0;) {
    const { now, later } = withoutSharedNames(left);
    await writeDistinct(
      context,
      now.map((draft) => ({ ...draft, keys: draft.keys.filter((key) => key !== mrnKey(draft)) })),
    );
    left = later;
  }
}

function mrnKey(draft: PatientDraft) {
  return makeKey('Patient', '@mrn', draft.columns.mrn);
}

async function writeDistinct(context: WriteContext, drafts: readonly PatientDraft[]): Promise<void> {
  const { db, report } = context;
  const known = await loadKnownPatients(context, drafts);
  const written = keepAccepted(context, drafts, (draft) => judge(context, draft, known));
  const created = written.filter(({ outcome }) => outcome === 'created');
  const ids = await newIds(db, 'patient', 'patient_id', created.length);
  created.forEach((item, index) => (item.id = ids[index] ?? item.id));
  await insertRows(
    db,
    'patient',
    created.map((item) => ({ client_id: context.clientId, ...rowOf(item, undefined) })),
  );
  const updated = written.filter(({ outcome }) => outcome === 'updated');
  await updateRows(
    db,
    'patient',
    'patient_id',
    updated.map((item) => rowOf(item, keptMrn(context, item, known))),
    { isVersioned: true },
  );
  await saveIdentifiers(context, written);
  await saveNames(context, context.clientId, written, (draft) => [primaryKey(draft.keys)]);
  for (const { outcome } of written) report.count('patients', outcome);
}

function rowOf({ id, draft, digest }: Written<PatientDraft>, mrn: string | undefined) {
  return { patient_id: id, ...draft.columns, mrn: mrn ?? draft.columns.mrn, source_digest: digest };
}

/** A second record of a patient adds what it knows; the number people call the patient by stays. */
function keptMrn(
  { resolver }: WriteContext,
  { id, draft }: Written<PatientDraft>,
  known: KnownPatients,
): string | undefined {
  const isOwnRecord = resolver.digestOf(primaryKey(draft.keys)) !== null;
  return isOwnRecord ? undefined : known.byId.get(id)?.mrn;
}

function judge(context: WriteContext, draft: PatientDraft, known: KnownPatients): Written<PatientDraft> {
  const { resolver } = context;
  const own = primaryKey(draft.keys);
  const patient = findPatient(context, draft, known);
  const digest = digestOf([draft.columns, draft.identifiers]);
  if (patient === undefined) return { draft, id: 0, outcome: 'created', digest };
  if (draft.source.isOutdated === true) return { draft, id: patient.id, outcome: 'unchanged', digest: null };
  const before = resolver.digestOf(own);
  if (before === digest || (before === null && patient.digest === digest))
    return { draft, id: patient.id, outcome: 'unchanged', digest };
  if (before === null && draft.source.ifNoneExist !== null)
    return { draft, id: patient.id, outcome: 'unchanged', digest: null };
  return { draft, id: patient.id, outcome: 'updated', digest };
}

/** @throws Rejection when the names point at several patients, or at one who is somebody else */
function findPatient({ resolver }: WriteContext, draft: PatientDraft, known: KnownPatients): KnownPatient | undefined {
  const [id, other] = resolver.rowsOf(draft.keys);
  if (id !== undefined && other !== undefined) {
    throw new Rejection(`its identifiers belong to two different patients (patient ${id} and patient ${other})`);
  }
  const owner = known.byMrn.get(draft.columns.mrn);
  const found = id === undefined ? undefined : known.byId.get(id);
  if (found === undefined) return owner === undefined ? undefined : sameByMrn(draft, owner);
  if (owner !== undefined && owner.id !== found.id) {
    throw new Rejection(
      `its MRN belongs to another patient (patient ${owner.id}; its other identifiers to patient ${found.id})`,
    );
  }
  refuseSomebodyElse(draft, found, resolver.digestOf(primaryKey(draft.keys)) !== null);
  return found;
}

/** An MRN of a client is one patient; a number of another system may happen to be the same. */
function sameByMrn(draft: PatientDraft, owner: KnownPatient): KnownPatient {
  if (isSameName(draft, owner) && isSameBirth(draft, owner)) return owner;
  throw new Rejection(`its MRN is that of another person (patient ${owner.id})`);
}

function refuseSomebodyElse(draft: PatientDraft, found: KnownPatient, isOwnRecord: boolean): void {
  const hasOtherMrn = draft.identifiers.some(({ key, typeCode }) => {
    const { system, value } = partsOf(key);
    const mrns = found.mrns.get(system);
    return typeCode === 'MR' && mrns !== undefined && !mrns.has(value);
  });
  const [isNamesake, isBornAlike] = [isSameName(draft, found), isSameBirth(draft, found)];
  if (isOwnRecord && hasOtherMrn && !isBornAlike) {
    throw new Rejection(
      `it has the id of another person's record (patient ${found.id}); if another system sent it, name that system with --source`,
    );
  }
  if (isOwnRecord) return;
  if ((!isNamesake && !isBornAlike) || (hasOtherMrn && !(isNamesake && isBornAlike))) {
    throw new Rejection(
      `an identifier of it belongs to another person (patient ${found.id}): name, birth date or MRN differ`,
    );
  }
}

function isSameName({ columns }: PatientDraft, found: KnownPatient): boolean {
  return columns.last_name.toLowerCase() === found.lastName.toLowerCase();
}

/** An unknown birth date contradicts nobody. */
function isSameBirth({ columns }: PatientDraft, found: KnownPatient): boolean {
  return columns.date_of_birth === null || found.dateOfBirth === null || columns.date_of_birth === found.dateOfBirth;
}

async function saveIdentifiers(
  { db, clientId }: WriteContext,
  written: readonly Written<PatientDraft>[],
): Promise<void> {
  const changed = written.filter(({ outcome }) => outcome !== 'unchanged');
  const rows = changed.flatMap(({ id, draft }) =>
    draft.identifiers.map(({ key, typeCode }) => {
      const { system, value } = partsOf(key);
      return { client_id: clientId, patient_id: id, system, value, type_code: typeCode };
    }),
  );
  await insertRows(db, 'patient_identifier', rows, { existing: 'stays' });
}
