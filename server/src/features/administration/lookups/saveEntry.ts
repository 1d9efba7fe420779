import { managedLookupTexts as texts } from '@careloop/contracts/administration/lookups';
import type { archiveSpecialty } from '@careloop/contracts/administration/lookups';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import { invalidInput, requireVersion } from '../../../platform/errors.ts';
import type { ListedEntry, Lookup } from './lookup.ts';
import { found, notFound } from './found.ts';
import { findLastChange, isParentOpen, lockEntry, parentIdOf } from './queries.ts';
import type { ParentIds } from './queries.ts';

type Value = readonly [column: string, value: unknown];

/** Input of every call that saves an entry. */
export interface SavedEntry extends ParentIds {
  id?: number | null | undefined;
  version?: number | undefined;
  name: string;
}

/** Adds an entry to a list, or changes one. @param owner column of the client that a new entry of a shared list is for */
export async function saveEntry<Input extends SavedEntry>(
  db: Db,
  actor: Actor,
  lookup: Lookup<ListedEntry, Input>,
  input: Input,
  owner: { client_id?: number | null } = {},
) {
  const parentId = parentIdOf(lookup, input);
  const values = Object.entries({ ...lookup.columnsOf(input), ...owner });
  if (!(await isParentOpen(db, actor, lookup, parentId))) throw notFound();
  const existing = input.id
    ? await lockSeen(db, actor, lookup, { id: input.id, parentId, version: input.version ?? 0 })
    : null;
  const ofParent: Value[] = lookup.parent === undefined ? [] : [[lookup.parent, parentId]];
  const saved = await onConstraint(
    existing === null
      ? insert(db, actor, lookup, [...values, ...ofParent])
      : update(db, actor, lookup, existing.id, values),
    { [lookup.uniqueName]: () => invalidInput(lookup.taken ?? { name: texts.nameTaken }) },
  );
  await record(db, actor, {
    action: existing === null ? `${lookup.subject}.added` : `${lookup.subject}.saved`,
    subjectType: lookup.subject,
    subjectId: saved.id,
    details: Object.fromEntries(lookup.audited.map((key) => [key, input[key]])),
  });
  return saved;
}

/** Archives an entry, so that it is no longer offered, or restores it. */
export async function archiveEntry(db: Db, actor: Actor, lookup: Lookup, input: InputOf<typeof archiveSpecialty>) {
  const existing = await lockSeen(db, actor, lookup, input);
  if (existing.isArchived === input.isArchived) return { version: existing.version };
  const { version } = await update(db, actor, lookup, input.id, [[lookup.archived, input.isArchived]]);
  await record(db, actor, {
    action: `${lookup.subject}.${input.isArchived ? 'archived' : 'restored'}`,
    subjectType: lookup.subject,
    subjectId: input.id,
  });
  return { version };
}

interface Seen {
  id: number;
  version: number;
  parentId?: number | undefined;
}

/** @throws AppError `not_found`, or `stale_version` if it has changed since it was seen */
export async function lockSeen(db: Db, actor: Actor, lookup: Lookup, seen: Seen): Promise<ListedEntry> {
  const existing = found(await lockEntry(db, actor, lookup, seen));
  await requireVersion(seen.version, existing.version, texts.changed, () => findLastChange(db, lookup, seen.id));
  return existing;
}

type Saved = Pick<ListedEntry, 'id' | 'version'>;

function insert(db: Db, { userId }: Actor, lookup: Lookup, values: readonly Value[]): Promise<Saved> {
  const columns = values.map(([column]) => sql.ref(column));
  return only(
    db,
    sql<Saved>`insert into ${sql.table(lookup.table)}
      (${sql.join(columns)}, updated_by_user_id, updated_at)
      values (${sql.join(values.map(([, value]) => value))}, ${userId}, now())
      returning ${sql.ref(lookup.id)} as id, version`,
  );
}

function update(db: Db, { userId }: Actor, lookup: Lookup, id: number, values: readonly Value[]): Promise<Saved> {
  const changes = values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return only(
    db,
    sql<Saved>`update ${sql.table(lookup.table)}
      set ${sql.join(changes)}, version = version + 1, updated_by_user_id = ${userId}, updated_at = now()
      where ${sql.ref(lookup.id)} = ${id} returning ${sql.ref(lookup.id)} as id, version`,
  );
}

async function only(db: Db, query: RawBuilder<Saved>): Promise<Saved> {
  return found((await query.execute(db)).rows[0]);
}
