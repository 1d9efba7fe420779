import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import { writes } from '../../../platform/db/writes.ts';
import { momentOf } from '../fhir/dates.ts';
import { decodeBase64, readableOf } from '../fhir/document.ts';
import { Rejection } from '../fhir/draft.ts';
import { isLasting, partsOf } from '../shared/references.ts';
import { keepAccepted, patientOf } from './context.ts';
import { ensureDocumentTypes } from './documentTypes.ts';
import { encounterOf } from './knownEncounters.ts';
import { planRows, sourceOf, writeRows } from './ofPatient.ts';
import { keepWithdrawn, withdrawnAs } from './withdrawn.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { DocumentContent, DocumentDraft } from '../fhir/document.ts';
import type { DocumentStorage } from '../../../platform/storage/storage.ts';
import type { Key } from '../shared/references.ts';
import type { Draft } from '../fhir/draft.ts';
import type { SourceResource } from '../fhir/source.ts';
import type { Resolved, WriteContext } from './context.ts';
import type { StoredBinary } from './storedBinary.ts';
import type { PatientRow, PlannedRow } from './ofPatient.ts';

/** Number of documents uploaded to storage in parallel. */
const PARALLEL_PUTS = 16;

/** A file of a document, with the rows that it refers to. */
type DocumentFile = Resolved<DocumentDraft, 'encounter'> & DocumentContent & StoredBinary & { typeId: number };

// A job checks the content of new and changed files later (charts/checkDocuments.ts).
const unchecked = { file_state: 'checking', file_checked_at: null, is_archived: false };

const columnsOf = writes<
  DocumentFile,
  'patient_document',
  keyof Draft | 'patient' | 'typeName' | 'contents' | 'sameAs' | 'isVoid' | 'bytes' | 'binary'
>()({
  encounter: 'patient_encounter_id',
  typeId: 'document_type_id',
  title: (title, { typeName }) => ({ document_name: title ?? typeName }),
  date: (date) => ({ date_provided: date === null ? null : momentOf(date) }),
  authorName: 'author_name',
  contentType: 'content_type',
  storageKey: 'storage_key',
  byteCount: (byteCount) => ({ byte_count: byteCount, ...unchecked }),
  isSuperseded: (isSuperseded) => ({ is_superseded: isSuperseded || null }),
  restriction: 'restriction',
  version: (version) => ({ version_set: version?.set ?? null, version_number: version?.number ?? null }),
  replaces: (_, draft) => ({ replaces: replacedKeys(draft).join('\n') || null }),
});

interface DocumentRow extends PatientRow {
  draft: DocumentDraft;
  /** Null if the bytes are already in storage. */
  bytes: Buffer | null;
  columns: ReturnType<typeof columnsOf>;
}

/** Base64 content of the Binary resources of a unit, by key. */
export type Binaries = ReadonlyMap<Key, string>;

/**
 * Writes documents. The same note is often in both a document reference and a report; it is stored once, as the document
 * reference.
 * @returns the row of each record by its keys, the first of several
 */
export async function writeDocuments(
  context: WriteContext,
  drafts: readonly DocumentDraft[],
  binaries: Binaries,
): Promise<Map<Key, number>> {
  if (drafts.length === 0) return new Map();
  const references = drafts.filter((draft) => draft.source.type === 'DocumentReference');
  const named = new Set(references.flatMap((draft) => draft.sameAs));
  const reports = drafts.filter((draft) => draft.source.type !== 'DocumentReference');
  const doubled = reports.filter((draft) => draft.sameAs.some((name) => named.has(name)));
  context.report.keepNot('DiagnosticReport: the same note as a document reference', doubled.length);
  const single = reports.filter((draft) => !doubled.includes(draft));
  await archiveVoid(
    context,
    drafts.filter((draft) => draft.isVoid),
  );
  const typeIds = await ensureDocumentTypes(context.db, [...new Set(drafts.map((draft) => draft.typeName))]);
  const ids = new Map<Key, number>();
  // Reports come second, so that they are compared with the document references of this unit too.
  for (const some of [references, single]) {
    const standing = some.filter((draft) => !draft.isVoid);
    for (const [draft, id] of await writeBatch(context, standing, binaries, typeIds))
      for (const key of draft.keys) ids.set(key, id);
  }
  for (const draft of doubled) {
    const id = idOfSame(draft, references, ids);
    if (id !== undefined) for (const key of draft.keys) ids.set(key, id);
  }
  return ids;
}

/** The row of the document reference that carries the same note as a report. */
function idOfSame(
  { sameAs }: DocumentDraft,
  references: readonly DocumentDraft[],
  ids: ReadonlyMap<Key, number>,
): number | undefined {
  const same = references.find((draft) => draft.sameAs.some((name) => sameAs.includes(name)));
  return same?.keys.map((key) => ids.get(key)).find((id) => id !== undefined);
}

async function writeBatch(
  context: WriteContext,
  drafts: readonly DocumentDraft[],
  binaries: Binaries,
  typeIds: ReadonlyMap<string, number>,
): Promise<Map<DocumentDraft, number>> {
  const { db, report } = context;
  const rows = keepAccepted(context, drafts, (draft) => documentRows(context, draft, binaries, typeIds)).flat();
  const all = await planRows(context, 'patient_document', rows);
  const doubles = await doublesAmong(context, all);
  const planned = all.filter(({ row }) => !doubles.has(row));
  await putBytes(
    context,
    planned.filter(({ outcome }) => outcome !== 'unchanged'),
  );
  // `keeps`, because another record may already have marked a document as superseded.
  await writeRows(db, 'patient_document', planned, 'keeps');
  await keepArchived(db, planned);
  await markSuperseded(context, drafts);
  await markReplacedBefore(db, planned);
  await markFormerVersions(db, planned);
  for (const { outcome } of planned) report.count('documents', outcome);
  // In reverse, so that the first of several files of a document remains.
  return new Map(all.toReversed().map(({ row, id }) => [row.draft, doubles.get(row) ?? id]));
}

function documentRows(
  context: WriteContext,
  draft: DocumentDraft,
  binaries: Binaries,
  typeIds: ReadonlyMap<string, number>,
): DocumentRow[] {
  const patientId = patientOf(context, draft.patient);
  const encounterId = encounterOf(context, draft, patientId);
  const date = draft.date ?? context.resolver.encounter(encounterId ?? 0)?.date ?? null;
  const source = sourceOf(draft);
  const remarks: string[] = [];
  const contents = readableOf(draft.contents, remarks, (content) => ({
    ...content,
    ...bytesOf(context, content, binaries),
  }));
  if (date === null) remarks.push('kept without its date: it has none, and no encounter that has one');
  context.pending.push(...remarks.map((text) => ({ text, id: draft.source.id })));
  const file = { ...draft, encounter: encounterId, typeId: typeIds.get(draft.typeName) ?? 0, date };
  return contents.map((content, index) => ({
    draft,
    patientId,
    ...source,
    ...(index > 0 && { sourceId: `${source.sourceId}#${index + 1}`, recordId: source.sourceId }),
    bytes: content.bytes,
    columns: columnsOf({ ...file, ...content }),
  }));
}

function bytesOf(
  { storedBinaries }: WriteContext,
  { bytes, binary }: DocumentContent,
  binaries: Binaries,
): StoredBinary & Pick<DocumentRow, 'bytes'> {
  if (bytes !== null) return { bytes, ...digested(bytes) };
  const stored = binary?.candidates.map((key) => storedBinaries.get(key)).find((found) => found !== undefined);
  if (stored !== undefined) return { bytes: null, ...stored };
  const data = binary?.candidates.map((key) => binaries.get(key)).find((found) => found !== undefined);
  if (data === undefined)
    throw new Rejection(`content is only a link (${binary?.shown.slice(0, 100)}); nothing is fetched`);
  const decoded = decodeBase64(data, null);
  return { bytes: decoded, ...digested(decoded) };
}

function digested(bytes: Buffer): StoredBinary {
  return { storageKey: createHash('sha256').update(bytes).digest('hex'), byteCount: bytes.length };
}

/** Stores a Binary resource. @throws Rejection if it has no content */
export async function storeBinary(storage: DocumentStorage, { json }: SourceResource): Promise<StoredBinary> {
  if (typeof json.data !== 'string') throw new Rejection('has no content');
  const bytes = decodeBase64(json.data, null);
  await storage.put(bytes);
  return digested(bytes);
}

/** Documents that are already stored under another record's id, with their rows: the same bytes for the same encounter and time. */
async function doublesAmong(
  { db, report }: WriteContext,
  planned: readonly PlannedRow<DocumentRow>[],
): Promise<Map<DocumentRow, number>> {
  const created = planned.filter(({ outcome }) => outcome === 'created').map(({ row }) => row);
  if (created.length === 0) return new Map();
  const found = await sql<{ index: number; id: number }>`
    select wanted.index::int as index, min(d.patient_document_id) as id
    from unnest(
      ${created.map(({ patientId }) => patientId)}::bigint[], ${created.map(({ columns }) => columns.storage_key)}::text[],
      ${created.map(({ columns }) => columns.patient_encounter_id)}::bigint[],
      ${created.map(({ columns }) => columns.date_provided)}::timestamptz[])
      with ordinality as wanted (patient_id, storage_key, patient_encounter_id, date_provided, index)
    join patient_document d on d.patient_id = wanted.patient_id and d.storage_key = wanted.storage_key
      and d.patient_encounter_id is not distinct from wanted.patient_encounter_id
      and d.date_provided is not distinct from wanted.date_provided and d.source_id is not null
    group by 1`.execute(db);
  const doubles = new Map<DocumentRow, number>();
  for (const { index, id } of found.rows) {
    const double = created[index - 1];
    if (double === undefined) continue;
    doubles.set(double, id);
    report.keepNot(`${double.draft.source.type}: the same document under another id`);
  }
  return doubles;
}

/** Uploads the bytes before the rows are written, so that a row never refers to missing content. */
async function putBytes({ storage }: WriteContext, planned: readonly PlannedRow<DocumentRow>[]): Promise<void> {
  for (let start = 0; start < planned.length; start += PARALLEL_PUTS) {
    await Promise.all(
      planned
        .slice(start, start + PARALLEL_PUTS)
        .map(async ({ row }) => row.bytes === null || (await storage.put(row.bytes))),
    );
  }
}

function replacedKeys({ replaces }: Pick<DocumentDraft, 'replaces'>): Key[] {
  return replaces.flatMap(({ candidates }) => candidates.filter(isLasting));
}

async function markSuperseded({ db, resolver }: WriteContext, drafts: readonly DocumentDraft[]): Promise<void> {
  for (const draft of drafts) {
    const ids = replacedKeys(draft).map(partsOf);
    const patientId = resolver.find(draft.patient);
    if (ids.length === 0 || patientId === undefined) continue;
    const { sourceId, updatedAt } = sourceOf(draft);
    // A report that replaces all others of its own number replaces the older ones.
    await sql`
      update patient_document d set is_superseded = true
      from unnest(${ids.map(({ system }) => system)}::text[], ${ids.map(({ value }) => value)}::text[]) as r (system, value)
      where d.patient_id = ${patientId} and d.source_system = r.system and d.is_superseded is distinct from true
        and (d.source_id = r.value or starts_with(d.source_id, r.value || '#'))
        and (not starts_with(${sourceId}, r.value || '#')
          or d.source_updated_at < ${updatedAt}::timestamptz)`.execute(db);
  }
}

/** A document that a user took off the chart stays off it when its source sends it again. */
async function keepArchived(db: Db, planned: readonly PlannedRow<DocumentRow>[]): Promise<void> {
  const ids = planned.filter(({ outcome }) => outcome === 'updated').map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`update patient_document set is_archived = true
    where patient_document_id = any(${ids}::bigint[]) and archived_at is not null and not is_archived`.execute(db);
}

/** Marks new documents whose replacement was imported before them. */
async function markReplacedBefore(db: Db, planned: readonly PlannedRow<DocumentRow>[]): Promise<void> {
  const ids = planned.filter(({ outcome }) => outcome === 'created').map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    update patient_document d set is_superseded = true
    from patient_document newer cross join string_to_table(newer.replaces, e'\\n') as name
    where d.patient_document_id = any(${ids}::bigint[]) and newer.patient_id = d.patient_id and not newer.is_archived
      and starts_with(concat_ws(e'\\t', 'DocumentReference', d.source_system, d.source_id || '#'), name || '#')
      and (not starts_with(concat_ws(e'\\t', 'DocumentReference', newer.source_system, newer.source_id), name || '#')
        or d.source_updated_at < newer.source_updated_at)`.execute(db);
}

/** Marks all versions of a document but the highest one, in whatever order they are imported. */
async function markFormerVersions(db: Db, planned: readonly PlannedRow<DocumentRow>[]): Promise<void> {
  const changed = planned.filter(({ outcome, row }) => outcome !== 'unchanged' && row.columns.version_set !== null);
  if (changed.length === 0) return;
  await sql`
    update patient_document d set is_superseded = true
    from unnest(${changed.map(({ row }) => row.patientId)}::bigint[],
      ${changed.map(({ row }) => row.columns.version_set)}::text[]) as given (patient_id, version_set)
    where d.patient_id = given.patient_id and d.version_set = given.version_set and d.is_superseded is distinct from true
      and exists (select from patient_document newer
        where newer.patient_id = d.patient_id and newer.version_set = d.version_set
          and newer.version_number > d.version_number and not newer.is_archived)`.execute(db);
}

/**
 * Archives documents entered in error, so that anything already sent with them can still be traced. A newer copy that is
 * stored stays on the chart.
 */
async function archiveVoid(context: WriteContext, drafts: readonly DocumentDraft[]): Promise<void> {
  const { db, report, resolver } = context;
  report.keepNot(withdrawnAs.patient_document, drafts.length);
  for (const draft of drafts) {
    const patientId = resolver.find(draft.patient);
    if (patientId === undefined) continue;
    const source = sourceOf(draft);
    const { sourceSystem, sourceId, updatedAt } = source;
    await keepWithdrawn(db, 'patient_document', [{ patientId, ...source }]);
    const archived = await sql`
      update patient_document set is_archived = true, source_digest = null,
        archived_at = null, archived_by_user_id = null, archive_reason = null
      where patient_id = ${patientId} and source_system = ${sourceSystem} and (not is_archived or archived_at is not null)
        and coalesce(source_updated_at <= ${updatedAt}, true)
        and (source_id = ${sourceId} or starts_with(source_id, ${`${sourceId}#`}))`.execute(db);
    report.count('documents', 'removed', Number(archived.numAffectedRows ?? 0));
  }
}
