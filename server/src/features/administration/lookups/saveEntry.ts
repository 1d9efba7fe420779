import { managedLookupTexts as texts } from '@careloop/contracts/administration/lookups';
import type { archiveSpecialty, LookupEntry, saveSpecialty } from '@careloop/contracts/administration/lookups';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../access/actor.ts';
import { record } from '../../../audit/record.ts';
import type { Db } from '../../../db/client.ts';
import { constraintOf } from '../../../db/errors.ts';
import { AppError, invalidInput, requireVersion } from '../../../errors.ts';
import { findLastChange, lockEntry } from './lookupQueries.ts';
import type { Lookup } from './lookupQueries.ts';

/** Adds an entry to a list, or changes one. */
export async function saveEntry(db: Db, actor: Actor, lookup: Lookup, input: InputOf<typeof saveSpecialty>) {
  const existing = input.id ? await lockSeen(db, lookup, input.id, input.version ?? 0) : null;
  const values: [string, unknown][] = [
    ['name', input.name],
    [lookup.code, input.code],
  ];
  const saved = await refuseTakenName(
    existing === null ? insert(db, actor, lookup, values) : update(db, actor, lookup, existing.id, values),
  );
  await record(db, actor, {
    action: existing === null ? `${lookup.subject}.added` : `${lookup.subject}.saved`,
    subjectType: lookup.subject,
    subjectId: saved.id,
    details: { name: input.name },
  });
  return saved;
}

/** Archives an entry, so that it is no longer offered, or restores it. */
export async function archiveEntry(db: Db, actor: Actor, lookup: Lookup, input: InputOf<typeof archiveSpecialty>) {
  const existing = await lockSeen(db, lookup, input.id, input.version);
  if (existing.isArchived === input.isArchived) return { version: existing.version };
  const { version } = await update(db, actor, lookup, input.id, [['is_archived', input.isArchived]]);
  await record(db, actor, {
    action: `${lookup.subject}.${input.isArchived ? 'archived' : 'restored'}`,
    subjectType: lookup.subject,
    subjectId: input.id,
  });
  return { version };
}

async function lockSeen(db: Db, lookup: Lookup, id: number, seen: number): Promise<LookupEntry> {
  const existing = await lockEntry(db, lookup, id);
  if (existing === undefined) throw new AppError('not_found', { message: texts.notFound });
  await requireVersion(seen, existing.version, texts.changed, () => findLastChange(db, lookup, id));
  return existing;
}

type Saved = Pick<LookupEntry, 'id' | 'version'>;

function insert(db: Db, { userId }: Actor, lookup: Lookup, values: [string, unknown][]): Promise<Saved> {
  const columns = values.map(([column]) => sql.ref(column));
  return only(
    db,
    sql<Saved>`insert into ${sql.table(lookup.table)}
      (${sql.join(columns)}, updated_by_user_id, updated_at)
      values (${sql.join(values.map(([, value]) => value))}, ${userId}, now())
      returning ${sql.ref(lookup.id)} as id, version`,
  );
}

function update(db: Db, { userId }: Actor, lookup: Lookup, id: number, values: [string, unknown][]): Promise<Saved> {
  const changes = values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return only(
    db,
    sql<Saved>`update ${sql.table(lookup.table)}
      set ${sql.join(changes)}, version = version + 1, updated_by_user_id = ${userId}, updated_at = now()
      where ${sql.ref(lookup.id)} = ${id} returning ${sql.ref(lookup.id)} as id, version`,
  );
}

async function only(db: Db, query: RawBuilder<Saved>): Promise<Saved> {
  const [saved] = (await query.execute(db)).rows;
  if (saved === undefined) throw new AppError('not_found', { message: texts.notFound });
  return saved;
}

async function refuseTakenName<Value>(saving: Promise<Value>): Promise<Value> {
  try {
    return await saving;
  } catch (error) {
    const names = ['healthcare_provider_specialty_name_key', 'health_condition_name_key'];
    if (!names.includes(constraintOf(error) ?? '')) throw error;
    throw invalidInput({ name: texts.nameTaken });
  }
}
