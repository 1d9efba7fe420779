import type { Permission } from '@careloop/contracts/access';
import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { userAdministrationTexts } from '@careloop/contracts/administration/users';
import { userTypeTexts } from '@careloop/contracts/administration/userTypes';
import type { deleteUserType, saveUserType, UserTypeEntry } from '@careloop/contracts/administration/userTypes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import { allowances } from '../../../core/access/authorize.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import { shape } from '../../../platform/db/shape.ts';
import { writes } from '../../../platform/db/writes.ts';
import { invalidInput, refused } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { userTypePolicy } from '../policy.ts';
import type { UserTypeRow } from '../policy.ts';
import { found, notFound } from './found.ts';
import type { Lookup } from './lookup.ts';
import { ownerColumns } from './lookupTables.ts';
import { findEntry, listEntries } from './queries.ts';
import { lockSeen } from './saveEntry.ts';

/** A type as stored; the usual permissions of a built-in one are in the code. */
type Stored = Omit<UserTypeEntry, 'can' | 'permissions'> & { permissions: Permission[] | null };

const columns = {
  id: 's.user_type_id',
  name: 's.name',
  userType: 's.kind',
  ...ownerColumns,
  permissions: sql<Permission[] | null>`s.permissions`,
  isArchived: 's.is_archived',
  version: 's.version',
} as const;

/** The list of user types, with the users of built-in types counted in the actor's clients only. */
export const userTypesOf = ({ clientIds }: Actor): Lookup<Stored, InputOf<typeof saveUserType>> => ({
  table: 'user_type',
  id: 'user_type_id',
  name: 'name',
  archived: 'is_archived',
  isShared: true,
  subject: 'user-type',
  uniqueName: 'user_type_name',
  entry: shape<Stored, { s: 'user_type' }>({
    ...columns,
    userCount: sql`(select count(*)::int from user_account u where u.user_type_id = s.user_type_id and not u.is_stub
      and (s.client_id is not null or u.origin_client_id = any(${clientIds}::bigint[])))`,
  }),
  order: sql`s.client_id is not null, s.user_type_id`,
  columnsOf: typeValues,
  audited: ['name', 'permissions'],
});

const usual = ({ permissions, userType }: Pick<Stored, 'permissions' | 'userType'>) =>
  permissions ?? [...defaultPermissions[userType]];

function shown(actor: Actor, stored: Stored): UserTypeEntry {
  const entry = { ...stored, permissions: usual(stored) };
  return { ...entry, can: allowances(actor, userTypePolicy, entry) };
}

export async function listTypes(db: Db, actor: Actor, filter: Parameters<typeof listEntries>[3]) {
  const page = await listEntries(db, actor, userTypesOf(actor), filter);
  return { ...page, items: page.items.map((entry) => shown(actor, entry)) };
}

export async function findType(db: Db, actor: Actor, id: number): Promise<UserTypeEntry> {
  return shown(actor, found(await findEntry(db, actor, userTypesOf(actor), id)));
}

/** A user type to save: its client, and its permissions before and after. */
export async function typeToSave(
  db: Db,
  actor: Actor,
  { id, clientId, permissions, userType }: InputOf<typeof saveUserType>,
): Promise<UserTypeRow> {
  if (id) {
    const stored = await findType(db, actor, id);
    const isOther = stored.clientId !== null && stored.userType !== userType;
    if (isOther) throw invalidInput({ userType: userTypeTexts.kindFixed });
    return { ...stored, permissions: [...stored.permissions, ...permissions] };
  }
  if (clientId == null || !actor.clientIds.includes(clientId)) throw notFound();
  return { clientId, permissions, userCount: 0 };
}

const typeColumnsOf = writes<InputOf<typeof saveUserType>, 'user_type', 'id' | 'version' | 'clientId'>()({
  name: 'name',
  userType: 'kind',
  permissions: (held) => ({ permissions: [...new Set(held)] }),
});

/** The values to store; how a type works stays as it is, because its users have it, too. */
function typeValues(input: InputOf<typeof saveUserType>) {
  const { kind, ...values } = typeColumnsOf(input);
  return input.id ? values : { ...values, kind, client_id: input.clientId };
}

/**
 * Deletes a type that nobody has. A user saved with it at the same time is refused, or this is.
 * @throws AppError `wrong_state` if a user has it
 */
export async function deleteType(
  db: Db,
  actor: Actor,
  row: Authorized<UserTypeRow & { name: string }, 'remove'>,
  input: InputOf<typeof deleteUserType>,
) {
  await lockSeen(db, actor, userTypesOf(actor), input);
  const removal = db.deleteFrom('user_type').where('user_type_id', '=', input.id).execute();
  await onConstraint(removal, { user_account_user_type: () => refused(userTypeTexts.inUse(1), 'wrong_state') });
  const details = { name: row.name };
  await record(db, actor, { action: 'user-type.deleted', subjectType: 'user-type', subjectId: input.id, details });
  return {};
}

/** A type chosen for a user. */
export type ChosenType = Pick<
  UserTypeEntry,
  'name' | 'userType' | 'clientId' | 'clientName' | 'permissions' | 'isArchived'
>;

const chosen = shape<Omit<ChosenType, 'permissions'> & Pick<Stored, 'permissions'>, { s: 'user_type' }>({
  name: columns.name,
  userType: columns.userType,
  clientId: columns.clientId,
  clientName: columns.clientName,
  permissions: columns.permissions,
  isArchived: columns.isArchived,
});

/** @throws AppError `invalid_input` if there is no such type */
export async function findUserType(db: Db, id: number): Promise<ChosenType> {
  const { rows } = await chosen.from`user_type s where s.user_type_id = ${id} for key share`.execute(db);
  const [row] = rows;
  if (row === undefined) throw invalidInput({ userTypeId: userAdministrationTexts.unknownType });
  return { ...row, permissions: usual(row) };
}
