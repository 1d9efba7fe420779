import { sql } from 'kysely';

import { Rejection } from '../fhir/draft.ts';
import { digestOf, isLasting, partsOf, primaryKey } from '../fhir/references.ts';
import { insertRows, newIds, updateRows } from './bulk.ts';
import { keepAccepted } from './context.ts';

import type { Columns, Draft } from '../fhir/draft.ts';
import type { Key } from '../fhir/references.ts';
import type { Kind } from '../report.ts';
import type { Table } from './bulk.ts';
import type { WriteContext } from './context.ts';

/** What happened to a record's row. */
export interface Written<Kept extends Draft> {
  draft: Kept;
  id: number;
  outcome: 'created' | 'updated' | 'unchanged';
  /** Of the content now imported; null where the row was left as somebody else made it. */
  digest: string | null;
}

/** How records that go by names are kept in a table. */
export interface NamedTable<Kept extends Draft> {
  kind: Kind;
  table: Table;
  idColumn: string;
  /** Whose names they are; null where all clients share the rows. */
  clientId: number | null;
  /** Whether a value the sender does not tell any more is cleared or kept. */
  empty: 'clears' | 'keeps';
  isVersioned: boolean;
  /** What decides whether the record has changed. */
  content(draft: Kept): unknown;
  columns(draft: Kept): Columns;
  /** Columns of a new row alone. */
  newColumns(draft: Kept): Columns;
}

/** Keeps records that are found again by any of their names: organizations, facilities, providers. */
export async function writeNamed<Kept extends Draft>(
  context: WriteContext,
  spec: NamedTable<Kept>,
  drafts: readonly Kept[],
): Promise<Written<Kept>[]> {
  const written: Written<Kept>[] = [];
  for (let left = drafts; left.length > 0;) {
    const { now, later } = withoutSharedNames(left);
    written.push(...(await writeDistinct(context, spec, now)));
    left = later;
  }
  return written;
}

/** Records with a name in common are one record, so the second is written after the first is known. */
export function withoutSharedNames<Kept extends Draft>(drafts: readonly Kept[]): { now: Kept[]; later: Kept[] } {
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

async function writeDistinct<Kept extends Draft>(
  context: WriteContext,
  spec: NamedTable<Kept>,
  drafts: readonly Kept[],
): Promise<Written<Kept>[]> {
  const { db, report } = context;
  const written = keepAccepted(context, drafts, (draft) => judge(context, spec, draft));
  const created = written.filter(({ outcome }) => outcome === 'created');
  const ids = await newIds(db, spec.table, spec.idColumn, created.length);
  created.forEach((item, index) => (item.id = ids[index] ?? item.id));
  const row = ({ id, draft, digest }: Written<Kept>) => ({
    [spec.idColumn]: id,
    ...spec.columns(draft),
    source_digest: digest,
  });
  await insertRows(
    db,
    spec.table,
    created.map((item) => ({ ...row(item), ...spec.newColumns(item.draft) })),
  );
  const updated = written.filter(({ outcome }) => outcome === 'updated').map(row);
  await updateRows(db, spec.table, spec.idColumn, updated, spec);
  await saveNames(context, spec.clientId, written);
  for (const { outcome } of written) report.count(spec.kind, outcome);
  return written;
}

function judge<Kept extends Draft>({ resolver }: WriteContext, spec: NamedTable<Kept>, draft: Kept): Written<Kept> {
  const [id, other] = resolver.rowsOf(draft.keys);
  if (other !== undefined) throw new Rejection('its identifiers belong to two different records that are kept already');
  const digest = digestOf(spec.content(draft));
  if (id === undefined) return { draft, id: 0, outcome: 'created', digest };
  if (draft.source.isOutdated === true) return { draft, id, outcome: 'unchanged', digest: null };
  const before = resolver.digestOf(primaryKey(draft.keys));
  if (before === digest) return { draft, id, outcome: 'unchanged', digest };
  // "Create it if none exists": one does, and it is not ours.
  if (before === null && draft.source.ifNoneExist !== null) return { draft, id, outcome: 'unchanged', digest: null };
  return { draft, id, outcome: 'updated', digest };
}

/** Lets later files find the rows by these names, and tells whether their content changes. */
export async function saveNames<Kept extends Draft>(
  { db, resolver }: WriteContext,
  clientId: number | null,
  written: readonly Written<Kept>[],
  namesOf: (draft: Kept) => Key[] = (draft) => draft.keys.filter(isLasting),
): Promise<void> {
  const rows = written.flatMap(({ draft, id, digest }) => {
    const own = primaryKey(draft.keys);
    return namesOf(draft).map((key) => ({ key, id, digest: key === own ? digest : null }));
  });
  const isNews = ({ key, digest }: (typeof rows)[number]) =>
    !resolver.isKnown(key) || (digest !== null && resolver.digestOf(key) !== digest);
  const news = rows.filter(isNews).map(({ key, id, digest }) => {
    const { type, system, value } = partsOf(key);
    return { client_id: clientId, resource_type: type, system, value, row_id: id, source_digest: digest };
  });
  if (news.length > 0) {
    await sql`
      insert into source_key (client_id, resource_type, system, value, row_id, source_digest)
      select client_id, resource_type, system, value, row_id, source_digest
      from json_populate_recordset(null::source_key, ${JSON.stringify(news)}::json)
      on conflict on constraint source_key_once
      do update set row_id = excluded.row_id, source_digest = excluded.source_digest`.execute(db);
  }
  for (const { draft, id } of written) resolver.register(draft.keys, id);
}
