import { sql } from 'kysely';

import { insertRows } from './bulk.ts';

import type { Db } from '../../../platform/db/client.ts';

/** Finds document types by name and adds those that are missing. */
export async function ensureDocumentTypes(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await loadTypes(db, names);
  const missing = names.filter((name) => !found.has(name));
  if (missing.length === 0) return found;
  await insertRows(
    db,
    'document_type',
    missing.map((name) => ({ document_name: name })),
    { existing: 'stays' },
  );
  return await loadTypes(db, names);
}

async function loadTypes(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const found = await db
    .selectFrom('document_type')
    .select(['document_type_id as id', 'document_name as name'])
    .where('document_name', '=', sql<string>`any(${names}::text[])`)
    .execute();
  return new Map(found.map(({ id, name }) => [name, id]));
}
