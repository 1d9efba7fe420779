import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import type { UserType } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import { recordCommand } from '../../platform/audit/record.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { findPasswordProblem, findPasswordRules } from '../../platform/identity/passwordRules.ts';
import { hashPassword } from '../../platform/identity/passwords.ts';
import { findUserByUsername } from '../session/shared/queries.ts';
import { isInstallationManaged } from './users/lastAdministrator.ts';

export interface NewUser {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  email: string | null;
  userType: Exclude<UserType, 'provider'>;
  /** Created with an organization of the same name if it does not exist. */
  clientName: string;
  /** Set if the password is typed by someone other than the user. */
  mustChangePassword?: boolean;
}

/** The problem with the password of a user to be created, or null. */
export async function findNewUserPasswordProblem(
  db: Db,
  user: Pick<NewUser, 'username' | 'password' | 'clientName'>,
  productName: string,
): Promise<string | null> {
  const client = await findClient(db, user.clientName);
  const owner = { username: user.username, clientIds: client === undefined ? [] : [client.client_id] };
  return findPasswordProblem(user.password, await findPasswordRules(db, owner, productName));
}

/**
 * Creates a user at the command line: the first administrator of a production database, who then creates the others.
 * @returns null if the username is taken
 */
export async function createUser(db: Database, user: NewUser): Promise<{ userId: number } | null> {
  const passwordHash = await hashPassword(user.password);
  return inTransaction(db, async (transaction) => {
    if ((await findUserByUsername(transaction, user.username)) !== undefined) return null;
    const clientId = await findOrCreateClient(transaction, user.clientName);
    const { user_id: userId } = await transaction
      .insertInto('user_account')
      .values({
        username: user.username,
        user_type: user.userType,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        password_hash: passwordHash,
        password_changed_at: sql<Date>`now()`,
        must_change_password: user.mustChangePassword ?? false,
        origin_client_id: clientId,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    await allocate(transaction, userId, clientId, user.userType);
    return { userId };
  });
}

async function findClient(db: Db, name: string) {
  return db
    .selectFrom('client')
    .select('client_id')
    .where(sql`lower(display_name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
}

async function findOrCreateClient(db: Db, name: string): Promise<number> {
  const existing = await findClient(db, name);
  if (existing !== undefined) return existing.client_id;
  const organization = await db
    .insertInto('client_organization')
    .values({ name })
    .onConflict((conflict) =>
      conflict.expression(sql`lower(name)`).doUpdateSet({ name: sql`client_organization.name` }),
    )
    .returning('client_organization_id')
    .executeTakeFirstOrThrow();
  const client = await db
    .insertInto('client')
    .values({ display_name: name, ...organization })
    .returning('client_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('client_feature')
    .values({ ...client, feature: 'canManageReferrals' })
    .execute();
  return client.client_id;
}

async function allocate(db: Db, userId: number, clientId: number, userType: UserType): Promise<void> {
  const isCoordinator = userType === 'care_coordinator';
  await db
    .insertInto('user_client')
    .values({ user_id: userId, client_id: clientId, is_coordinator: isCoordinator })
    .execute();
  const usual = defaultPermissions[userType];
  // If nobody can change what belongs to no client, the next administrator can.
  const isFirst = userType === 'system_administrator' && !(await isInstallationManaged(db));
  const permissions = [...usual, ...(isFirst ? ['ManageInstallation'] : [])].map((permission) => ({
    user_id: userId,
    permission,
  }));
  await db.insertInto('user_permission').values(permissions).execute();
  await recordCommand(db, { action: 'user.created', subjectType: 'user', subjectId: userId, details: { userType } });
}
