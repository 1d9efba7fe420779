import { sql } from 'kysely';

import { Rejection } from '../fhir/draft.ts';
import { digestOf, isLasting, partsOf, primaryKey } from '../shared/references.ts';
import { insertRows, newIds, updateRows } from './bulk.ts';
import { isOlder, updatedAtOf } from '../fhir/source.ts';
import { keepAccepted } from './context.ts';
import { saveDifferences } from './differences.ts';
import { mergeValues } from './mergeValues.ts';
import { editedRemark } from './remarks.ts';

import type { Columns, Draft } from '../fhir/draft.ts';
import type { Key } from '../shared/references.ts';
import type { Kind } from '../report.ts';
import type { WriteContext } from './context.ts';
import type { Difference } from './mergeValues.ts';

/** The result of writing one record. */
export interface Written<Kept extends Draft> {
  draft: Kept;
  id: number;
  outcome: 'created' | 'updated' | 'unchanged';
  /** Digest of the imported content; null if the row was left unchanged in favor of other content. */
  digest: string | null;
}

/** The row that a record matches, and the columns to write to it. */
export interface Identity {
  id: number | undefined;
  mode: 'updates' | 'fills';
  columns: Columns;
}

/** How one type of record with source keys is stored in a table. */
export interface KeyedTable<Kept extends Draft> {
  kind: Kind;
  table: 'healthcare_organization' | 'facility' | 'healthcare_provider';
  idColumn: string;
  /** The client the keys belong to; null if all clients share the rows. */
  clientId: number | null;
  isVersioned: boolean;
  /** The content whose digest shows whether the record has changed. */
  content(draft: Kept): unknown;
  /** Loads what is needed to match records to rows. */
  identify(drafts: readonly Kept[]): Promise<(draft: Kept) => Identity>;
  /** Columns that are set only on new rows. */
  newColumns(draft: Kept): Columns;
}

/** Writes records that are matched by any of their keys: organizations, facilities, providers. */
export async function writeKeyedRecords<Kept extends Draft>(
  context: WriteContext,
  spec: KeyedTable<Kept>,
  drafts: readonly Kept[],
): Promise<Written<Kept>[]> {
  const written: Written<Kept>[] = [];
  for (let left = drafts; left.length > 0;) {
    const { now, later } = withoutSharedKeys(left);
    written.push(...(await writeDistinct(context, spec, now)));
    left = later;
  }
  return written;
}

/** Drafts that share a key are one record; the second is written after the first has its row. */
export function withoutSharedKeys<Kept extends Pick<Draft, 'keys'>>(
  drafts: readonly Kept[],
): { now: Kept[]; later: Kept[] } {
  const taken = new Set<Key>();
  const now: Kept[] = [];
  const later: Kept[] = [];
  for (const draft of drafts) {
    if (draft.keys.some((key) => taken.has(key))) later.push(draft);
    else now.push(draft);
    for (const key of draft.keys) taken.add(key);
  }
  return { now, later };
}

interface Judged<Kept extends Draft> extends Written<Kept> {
  identity: Identity;
}

async function writeDistinct<Kept extends Draft>(
  context: WriteContext,
  spec: KeyedTable<Kept>,
  drafts: readonly Kept[],
): Promise<Written<Kept>[]> {
  const { db, report } = context;
  const identify = await spec.identify(drafts);
  const written = keepAccepted(context, drafts, (draft) => judge(context, spec, draft, identify(draft)));
  const created = written.filter(({ outcome }) => outcome === 'created');
  const ids = await newIds(db, spec.table, spec.idColumn, created.length);
  created.forEach((item, index) => (item.id = ids[index] ?? item.id));
  await insertRows(
    db,
    spec.table,
    created.map(({ id, draft, digest, identity: { columns } }) => ({
      [spec.idColumn]: id,
      ...columns,
      source_digest: digest,
      source_values: columns,
      ...spec.newColumns(draft),
    })),
  );
  const updated = written.filter(({ outcome }) => outcome === 'updated');
  const changes = updated.map(({ id, draft, digest, identity }) => ({ ...identity, id, draft, digest }));
  await mergeIntoRows(context, spec, changes);
  await saveKeys(context, spec.clientId, written);
  for (const { outcome } of written) report.count(spec.kind, outcome);
  return written;
}

function judge<Kept extends Draft>(
  { resolver, pending }: WriteContext,
  spec: KeyedTable<Kept>,
  draft: Kept,
  identity: Identity,
): Judged<Kept> {
  const { id } = identity;
  const own = primaryKey(draft.keys);
  const digest = digestOf(spec.content(draft));
  if (id === undefined) return { draft, id: 0, outcome: 'created', digest, identity };
  const isOwn = resolver.rowsOf([own])[0] === id;
  const before = isOwn ? resolver.digestOf(own) : null;
  const isUnchanged =
    draft.source.isOutdated === true ||
    // `ifNoneExist`: a row exists, and this record did not create it.
    (before === null && draft.source.ifNoneExist !== null);
  if (isUnchanged) return { draft, id, outcome: 'unchanged', digest: null, identity };
  if (before === digest) return { draft, id, outcome: 'unchanged', digest, identity };
  if (isOwn && isOlder(draft.source, resolver.updatedAtOf(own))) {
    pending.push({ text: 'not updated: the copy imported before is newer or more complete', id: draft.source.id });
    return { draft, id, outcome: 'unchanged', digest: null, identity };
  }
  return { draft, id, outcome: 'updated', digest, identity };
}

export interface RowChange {
  id: number;
  draft: Draft;
  mode: 'updates' | 'fills';
  columns: Columns;
  digest?: string | null;
}

/**
 * Merges the values of records into existing rows: a missing value clears nothing, and values edited in the product are kept. The
 * rows are locked as they are read, because all their columns are written.
 */
export async function mergeIntoRows(
  { db, report }: WriteContext,
  { table, idColumn, isVersioned }: Pick<KeyedTable<Draft>, 'table' | 'idColumn' | 'isVersioned'>,
  changes: readonly RowChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const known = await sql<{ id: number; columns: Columns; imported: Columns | null }>`
    select ${sql.ref(idColumn)} as id, to_jsonb(kept) as columns, source_values as imported
    from ${sql.table(table)} as kept
    where ${sql.ref(idColumn)} = any(${changes.map(({ id }) => id)}::bigint[])
    order by 1 for no key update`.execute(db);
  const rows = new Map(known.rows.map((row) => [row.id, row]));
  const differing: { id: number; differences: Difference[] }[] = [];
  const updates = changes.map(({ id, draft, mode, columns, digest }) => {
    const { columns: kept = {}, imported = null } = rows.get(id) ?? {};
    const before = imported ?? ((kept.source_digest ?? null) === null ? {} : null);
    const { values, sourceValues, edited, differences } = mergeValues({ kept, given: columns, imported: before, mode });
    differing.push({ id, differences });
    if (edited.length > 0) report.remark(editedRemark(edited), draft.source);
    const sourceDigest = digest ?? kept.source_digest ?? null;
    return { [idColumn]: id, ...values, source_values: sourceValues, source_digest: sourceDigest };
  });
  await updateRows(db, table, idColumn, updates, { isVersioned });
  if (table === 'healthcare_provider') await saveDifferences(db, table, differing);
}

/** The row found by any of a record's keys. @throws Rejection if the keys belong to two rows */
export function identityByKeys<Kept extends Draft>({ resolver }: WriteContext, columnsOf: (draft: Kept) => Columns) {
  return (draft: Kept): Identity => {
    const [id, other] = resolver.rowsOf(draft.keys);
    if (other !== undefined) throw new Rejection('its identifiers belong to two different existing records');
    return { id, mode: 'updates', columns: columnsOf(draft) };
  };
}

/** Saves the keys by which later files find the rows, with the digest that shows whether their content changed. */
export async function saveKeys<Kept extends Draft>(
  { db, resolver }: WriteContext,
  clientId: number | null,
  written: readonly Written<Kept>[],
  keysOf: (draft: Kept) => Key[] = (draft) => draft.keys.filter(isLasting),
): Promise<void> {
  const rows = written.flatMap(({ draft, id, digest }) => {
    const own = primaryKey(draft.keys);
    return keysOf(draft).map((key) => ({
      key,
      id,
      digest: key === own ? digest : null,
      updatedAt: key === own && digest !== null ? updatedAtOf(draft.source) : null,
    }));
  });
  const isNews = ({ key, id, digest, updatedAt }: (typeof rows)[number]) =>
    !resolver.isKnown(key) ||
    (digest !== null && (resolver.digestOf(key) !== digest || resolver.rowsOf([key])[0] !== id)) ||
    (updatedAt !== null && Date.parse(updatedAt) > (resolver.updatedAtOf(key)?.getTime() ?? 0));
  const news = rows.filter(isNews).map(({ key, id, digest, updatedAt }) => {
    const { type, system, value } = partsOf(key);
    const source = { source_digest: digest, source_updated_at: updatedAt };
    return { client_id: clientId, resource_type: type, system, value, row_id: id, ...source };
  });
  if (news.length > 0) {
    await sql`
      insert into source_key as kept (client_id, resource_type, system, value, row_id, source_digest, source_updated_at)
      select client_id, resource_type, system, value, row_id, source_digest, source_updated_at
      from json_populate_recordset(null::source_key, ${JSON.stringify(news)}::json)
      on conflict on constraint source_key_once
      do update set row_id = excluded.row_id, source_digest = excluded.source_digest,
        source_updated_at = coalesce(excluded.source_updated_at, kept.source_updated_at)`.execute(db);
  }
  for (const { draft, id } of written) resolver.register(draft.keys, id);
}
