import { writes } from '../../../platform/db/writes.ts';
import { matchedColumns } from '../../../core/person-matching/lookalikes.ts';
import { isOlder } from '../fhir/source.ts';
import { temporaryMrn } from '../fhir/patientIdentifiers.ts';
import { IN_CONTENT, digestOf, identifierKey, makeKey, partsOf, primaryKey } from '../shared/references.ts';
import { insertRows, newIds, updateRows } from './bulk.ts';
import { keepAccepted } from './context.ts';
import { saveDuplicates, saveLookalikes } from './duplicates.ts';
import { endNumbers, endsNumbers, numbersEndedBy, saveLinks } from './endedNumbers.ts';
import { contradicts, findPatient } from './findPatient.ts';
import { saveKeys, withoutSharedKeys } from './keyedRecords.ts';
import { loadKnownPatients } from './knownPatients.ts';
import { saveDifferences } from './differences.ts';
import { mergeValues } from './mergeValues.ts';
import { followPcp } from './primaryCare.ts';
import { editedRemark } from './remarks.ts';

import type { Columns, Draft } from '../fhir/draft.ts';
import type { PatientDraft } from '../fhir/patient.ts';
import type { Row } from './bulk.ts';
import type { PatientIdentifier } from '../fhir/patientIdentifiers.ts';
import type { Resolved, WriteContext } from './context.ts';
import type { FoundPatient } from './findPatient.ts';
import type { KnownPatient, KnownPatients } from './knownPatients.ts';
import type { Difference } from './mergeValues.ts';
import type { Written } from './keyedRecords.ts';

const columnsOf = writes<
  Resolved<PatientDraft, 'pcp'>,
  'patient',
  | keyof Draft
  // Rows of patient_identifier and mrn_system, and links to other records.
  | 'identifiers'
  | 'mrnKeys'
  | 'endedKeys'
  | 'authorityKeys'
  | 'ssnKey'
  | 'mrnSystemName'
  | 'replacedBy'
  | 'replaces'
>()({
  // Where the record does not say whether the patient is active, a new one is, and a known one stays as it is.
  columns: (columns) => columns as typeof columns & { is_active: boolean },
  pcp: 'pcp_healthcare_provider_id',
});

const identifierColumnsOf = writes<PatientIdentifier, 'patient_identifier'>()({
  key: (key) => {
    const { system, value } = partsOf(key);
    return { system, value };
  },
  typeCode: 'type_code',
  hasEnded: 'has_ended',
});

interface WrittenPatient extends Written<PatientDraft> {
  /** The columns to write. */
  columns: Row;
  duplicates: FoundPatient['duplicates'];
  /** Values edited in the product, which are kept. */
  differences: readonly Difference[];
  /** Whether the patient may look like another one now. */
  hasNewFacts: boolean;
}

/** Writes patients, matched by their identifiers; two people never share a row (findPatient.ts). */
export async function writePatients(context: WriteContext, drafts: readonly PatientDraft[]): Promise<void> {
  // If two records share an identifier, the second is matched after the first is written.
  const withPcp = drafts.map((draft) => ({
    ...draft,
    columns: columnsOf({ ...draft, pcp: pcpOf(context, draft) }),
  }));
  const written: WrittenPatient[] = [];
  for (const some of survivorsFirst(withPcp)) {
    for (let left = some.map(withIdentifiers); left.length > 0;) {
      const { now, later } = withoutSharedKeys(left);
      const drafts = now.map(({ draft }) => draft);
      written.push(...(await writeDistinct(context, drafts)));
      left = later;
    }
  }
  await saveLinks(context, written);
  await saveLookalikes(
    context,
    written.filter(({ hasNewFacts }) => hasNewFacts).map(({ id }) => id),
  );
}

/** Groups records so that each comes after the one that replaced it; records that replaced each other come last. */
function survivorsFirst(drafts: readonly PatientDraft[]): PatientDraft[][] {
  const rounds: PatientDraft[][] = [];
  for (let left = drafts; left.length > 0;) {
    const waiting = new Set(left.flatMap(({ keys }) => keys));
    const isReady = ({ replacedBy }: PatientDraft) => !replacedBy?.candidates.some((key) => waiting.has(key));
    const ready = left.filter(isReady);
    rounds.push(ready.length > 0 ? ready : [...left]);
    left = ready.length > 0 ? left.filter((draft) => !isReady(draft)) : [];
  }
  return rounds;
}

function pcpOf({ resolver }: WriteContext, { pcp }: PatientDraft): number | null {
  return (pcp === null ? undefined : resolver.find(pcp)) ?? null;
}

/** A draft with every key that may match the same patient. */
function withIdentifiers(draft: PatientDraft) {
  const { keys, endedKeys, authorityKeys, ssnKey } = draft;
  return { draft, keys: [...keys, ...endedKeys, ...authorityKeys, ...(ssnKey === null ? [] : [ssnKey])] };
}

async function writeDistinct(context: WriteContext, drafts: readonly PatientDraft[]): Promise<WrittenPatient[]> {
  const { db, report } = context;
  const known = await loadKnownPatients(context, drafts);
  const written = keepAccepted(context, drafts, (draft) => judge(context, draft, known));
  const created = written.filter(({ outcome }) => outcome === 'created');
  const ids = await newIds(db, 'patient', 'patient_id', created.length);
  created.forEach((item, index) => (item.id = ids[index] ?? item.id));
  const rows = (outcome: string) =>
    written.filter((item) => item.outcome === outcome).map(({ id, columns }) => ({ patient_id: id, ...columns }));
  await insertRows(
    db,
    'patient',
    rows('created').map((row) => ({ client_id: context.clientId, ...row })),
  );
  await updateRows(db, 'patient', 'patient_id', rows('updated'), { isVersioned: true });
  await followPcp(
    db,
    written.flatMap((patient) => changedPcp(patient, known)),
  );
  await saveIdentifiers(context, written);
  await saveKeys(context, context.clientId, written, (draft) => [primaryKey(draft.keys)]);
  await saveDuplicates(context, written);
  await saveDifferences(context.db, 'patient', written);
  for (const { outcome } of written) report.count('patients', outcome);
  return written;
}

/** The patient, if the primary care provider changed. */
function changedPcp({ id, outcome, columns }: WrittenPatient, known: KnownPatients) {
  const { pcp_healthcare_provider_id: pcp = null } = columns;
  const previousId = numberOr(known.get(id)?.columns.pcp_healthcare_provider_id);
  return outcome !== 'updated' || pcp === null || pcp === previousId ? [] : [{ patientId: id, previousId }];
}

const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function judge(context: WriteContext, draft: PatientDraft, known: KnownPatients): WrittenPatient {
  const { resolver } = context;
  const survivorId = draft.replacedBy === null ? undefined : resolver.find(draft.replacedBy);
  const survivor = known.get(survivorId);
  const ownId = resolver.rowsOf([primaryKey(draft.keys)])[0];
  const isSurvivor = survivor !== undefined && (ownId === undefined || ownId === survivorId);
  if (!isSurvivor || contradicts(draft, survivor)) return judgeRecord(context, draft, known);
  return unchanged(
    { ...draft, identifiers: draft.identifiers.map((one) => ({ ...one, hasEnded: true })) },
    survivor.id,
  );
}

function judgeRecord(context: WriteContext, draft: PatientDraft, known: KnownPatients): WrittenPatient {
  const { resolver, pending } = context;
  const own = primaryKey(draft.keys);
  const ownId = resolver.rowsOf([own])[0];
  const found = findPatient(draft, ownId, known);
  const { patient, duplicates } = found;
  const digest = digestOf([draft.columns, draft.identifiers]);
  if (patient === undefined) {
    if (duplicates.length > 0)
      pending.push({ text: 'kept as a possible duplicate of another patient', id: draft.source.id });
    const isOwnTaken = draft.source.isOutdated === true && ownId !== undefined;
    const named = isOwnTaken ? underItsContent(draft, digest) : draft;
    return {
      draft: named,
      id: 0,
      outcome: 'created',
      digest,
      columns: newColumns(draft, digest),
      duplicates,
      differences: [],
      hasNewFacts: true,
    };
  }
  const isOwn = ownId === patient.id;
  const before = isOwn ? resolver.digestOf(own) : null;
  if (draft.source.isOutdated === true) return unchanged(draft, patient.id);
  if (before === digest || (before === null && patient.digest === digest))
    return { ...unchanged(draft, patient.id), digest };
  if (before === null && draft.source.ifNoneExist !== null) return unchanged(draft, patient.id);
  if (isOwn && isOlder(draft.source, resolver.updatedAtOf(own))) {
    pending.push({ text: 'not updated: the copy imported before is newer', id: draft.source.id });
    return unchanged(draft, patient.id);
  }
  const { columns, differences } = mergedColumns(context, draft, found, patient, isOwn, digest);
  const hasNewFacts = matchedColumns.some((column) => (columns[column] ?? null) !== (patient.columns[column] ?? null));
  return { draft, id: patient.id, outcome: 'updated', digest, columns, duplicates, differences, hasNewFacts };
}

function unchanged(draft: PatientDraft, id: number): WrittenPatient {
  return {
    draft,
    id,
    outcome: 'unchanged',
    digest: null,
    columns: {},
    duplicates: [],
    differences: [],
    hasNewFacts: false,
  };
}

/** Keys the record by its content, because the sender's id stays with the newer record of another person. */
function underItsContent(draft: PatientDraft, digest: string): PatientDraft {
  return { ...draft, keys: [makeKey('Patient', IN_CONTENT, digest), ...draft.keys.slice(1)] };
}

/** The name of a new patient whose record has none, until one states it. */
const unknownName = 'Name unknown';

function newColumns(draft: PatientDraft, digest: string): Row {
  const isNameless = draft.columns.last_name === '' && draft.columns.first_name === '';
  const columns = {
    ...draft.columns,
    is_active: draft.columns.is_active ?? true,
    ...(isNameless && { last_name: unknownName }),
  };
  return { ...columns, source_values: columns, source_digest: digest };
}

function mergedColumns(
  { pending, resolver }: WriteContext,
  draft: PatientDraft,
  { isFormer }: FoundPatient,
  patient: KnownPatient,
  isOwn: boolean,
  digest: string,
): { columns: Row; differences: readonly Difference[] } {
  const own = primaryKey(draft.keys);
  const isEnded = isOwn && !endsNumbers(draft) && (resolver.hasEnded(own) || patient.endedMrns.has(own));
  // Only fills gaps if another sender's record is older, or if it is a record that was merged into the patient.
  const mode = isFormer || isEnded || (!isOwn && isOlder(draft.source, patient.updatedAt)) ? 'fills' : 'updates';
  const given = mayShowMrn(draft, patient, isOwn) ? draft.columns : { ...draft.columns, mrn: null, mrn_system: null };
  const { values, sourceValues, edited, differences } = mergeValues({
    kept: patient.columns,
    given,
    imported: importedValues(patient),
    mode,
  });
  if (edited.length > 0) pending.push({ text: editedRemark(edited), id: draft.source.id });
  // A living patient has no date of death.
  if (values.is_deceased === false) values.deceased_on = null;
  const sourceDigest = mode === 'fills' ? patient.digest : digest;
  return { columns: { ...values, source_values: sourceValues, source_digest: sourceDigest }, differences };
}

/** The displayed MRN is kept unless its own system changes or ends it, or the patient had none. */
function mayShowMrn(draft: PatientDraft, { columns, endedMrns }: KnownPatient, isOwn: boolean): boolean {
  if (temporaryMrn.test(draft.columns.mrn)) return false;
  if (temporaryMrn.test(String(columns.mrn))) return draft.columns.mrn_system !== null;
  const endedNow = numbersEndedBy(draft);
  if (endedNow.includes(identifierKey('Patient', String(columns.mrn_system), String(columns.mrn)))) return true;
  const hasEnded = draft.mrnKeys.some((key) => endedMrns.has(key)) && !endsNumbers(draft);
  return isOwn && !hasEnded && draft.columns.mrn_system === (columns.mrn_system ?? null);
}

function importedValues({ sourceValues, digest }: KnownPatient): Columns | null {
  if (sourceValues === null) return digest === null ? {} : null;
  // Earlier imports wrote the default to the row but not to source_values.
  return sourceValues.is_active === null ? { ...sourceValues, is_active: true } : sourceValues;
}

async function saveIdentifiers(context: WriteContext, written: readonly WrittenPatient[]): Promise<void> {
  const { db, clientId } = context;
  const changed = written.filter(({ outcome, draft }) => outcome !== 'unchanged' || draft.replacedBy !== null);
  const rows = changed.flatMap(({ id, draft }) =>
    draft.identifiers.map((identifier) => ({
      client_id: clientId,
      patient_id: id,
      ...identifierColumnsOf(identifier),
    })),
  );
  await insertRows(db, 'patient_identifier', rows, { existing: 'stays' });
  await endNumbers(
    db,
    changed.filter(({ draft }) => draft.replacedBy === null),
  );
  const systems = changed.map(({ draft }) => ({
    client_id: clientId,
    system: draft.columns.mrn_system,
    name: draft.mrnSystemName,
  }));
  const named = systems.filter(({ system, name }) => system !== null && name !== null);
  await insertRows(db, 'mrn_system', named, { existing: 'stays' });
}
