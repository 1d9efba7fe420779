import { managedLookupTexts } from '@careloop/contracts/administration/lookups';
import { sql } from 'kysely';

import { allowances } from '../../../core/access/authorize.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import type { Db } from '../../../platform/db/client.ts';
import { invalidInput } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { savingSharedEntries } from '../policy.ts';
import type { SharedEntryToSave } from '../policy.ts';
import { found, notFound } from './found.ts';
import type { ListedEntry, Lookup } from './lookup.ts';
import { findEntry, listEntries, parentIdOf } from './queries.ts';
import { archiveEntry, saveEntry } from './saveEntry.ts';
import type { SavedEntry } from './saveEntry.ts';

// Lists that all clients share: an entry is for all of them, or for one.

type SharedEntry = ListedEntry & { clientId: number | null };

function shown<Entry extends SharedEntry>(actor: Actor, entry: Entry) {
  return { ...entry, can: allowances(actor, savingSharedEntries, { clientId: entry.clientId, isNew: false }) };
}

/** One page of the entries for all clients and for the administrator's own. */
export async function listShared<Entry extends SharedEntry>(
  db: Db,
  actor: Actor,
  lookup: Lookup<Entry>,
  filter: Parameters<typeof listEntries>[3],
) {
  const page = await listEntries(db, actor, lookup, filter);
  return { ...page, items: page.items.map((entry) => shown(actor, entry)) };
}

export async function findShared<Entry extends SharedEntry>(db: Db, actor: Actor, lookup: Lookup<Entry>, id: number) {
  return shown(actor, found(await findEntry(db, actor, lookup, id)));
}

/** The client of an entry to change, or of a new one; null if it is for all clients. */
export async function ownerOf<Entry extends SharedEntry>(
  db: Db,
  actor: Actor,
  lookup: Lookup<Entry>,
  { id, clientId }: { id?: number | null | undefined; clientId?: number | null | undefined },
): Promise<SharedEntryToSave> {
  if (!id) {
    if (clientId != null && !actor.clientIds.includes(clientId)) throw notFound();
    return { clientId: clientId ?? null, isNew: true };
  }
  return { clientId: found(await findEntry(db, actor, lookup, id)).clientId, isNew: false };
}

/** Adds an entry for all clients or for one, or changes one. */
export async function saveShared<Entry extends SharedEntry, Input extends SavedEntry>(
  db: Db,
  actor: Actor,
  lookup: Lookup<Entry, Input>,
  { clientId, isNew }: Authorized<SharedEntryToSave, 'save'>,
  input: Input,
) {
  if (clientId !== null) await refuseSharedName(db, lookup, input.name, parentIdOf(lookup, input));
  return saveEntry(db, actor, lookup, input, isNew ? { client_id: clientId } : {});
}

export function archiveShared(
  db: Db,
  actor: Actor,
  lookup: Lookup,
  _row: Authorized<SharedEntryToSave, 'save'>,
  input: Parameters<typeof archiveEntry>[3],
) {
  return archiveEntry(db, actor, lookup, input);
}

/** @throws AppError `invalid_input` if there is an entry for all clients with this name */
async function refuseSharedName(db: Db, { table, name: column, parent }: Lookup, name: string, parentId?: number) {
  const ofParent = parent === undefined ? sql`` : sql`and ${sql.ref(parent)} = ${parentId}`;
  const { rows } = await sql`select from ${sql.table(table)}
    where lower(${sql.ref(column)}) = lower(${name}) and client_id is null ${ofParent} limit 1`.execute(db);
  if (rows.length > 0) throw invalidInput({ name: managedLookupTexts.nameTaken });
}
