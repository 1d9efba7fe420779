import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import type { makeProviderAUser as endpoint } from '@careloop/contracts/directory/changes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { findPasswordProblem, findPasswordRules } from '../../../platform/identity/passwordRules.ts';
import { hashPassword } from '../../../platform/identity/passwords.ts';
import { setProviderUser } from '../../../core/access/providerUser.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import { invalidInput, requireVersion } from '../../../platform/errors.ts';
import type { ProviderRow } from '../shared/providerPolicy.ts';
import { findLastChange } from '../shared/queries/providers.ts';

type Input = InputOf<typeof endpoint>;

const columnsOf = writes<Input, 'user_account', 'healthcareProviderId' | 'version' | 'password' | 'clientId'>()({
  username: 'username',
  email: 'email',
});

/** Lets a provider sign in with an initial password, which must be changed at once because its creator knows it. */
export async function makeUser(
  db: Db,
  actor: Actor,
  provider: Authorized<ProviderRow, 'makeUser'>,
  input: Input,
  productName: string,
): Promise<{ userId: number; username: string }> {
  const { healthcareProviderId } = provider;
  await requireVersion(input.version, provider.version, providerTexts.changed, () =>
    findLastChange(db, healthcareProviderId),
  );
  const clientId = clientOfUser(actor, provider.ownerClientId ?? input.clientId, (message) => ({ clientId: message }));
  const owner = { username: input.username, userId: provider.userId ?? undefined, clientIds: [clientId] };
  const problem = await findPasswordProblem(input.password, await findPasswordRules(db, owner, productName));
  if (problem !== null) throw invalidInput({ password: problem });
  const { first_name, last_name } = await db
    .selectFrom('healthcare_provider')
    .select(['first_name', 'last_name'])
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .executeTakeFirstOrThrow();
  const account = {
    ...columnsOf(input),
    first_name,
    last_name,
    password_hash: await hashPassword(input.password),
    password_changed_at: sql<Date>`now()`,
    must_change_password: true,
    is_stub: false,
    is_active: true,
  };
  const userId = await onConstraint(
    provider.userId === null ? insertUser(db, account, clientId) : completeStub(db, account, provider.userId, clientId),
    { user_account_username: () => invalidInput({ username: providerTexts.usernameTaken }) },
  );
  await allocate(db, userId, clientId);
  await setProviderUser(db, actor, { healthcareProviderId, userId });
  await record(db, actor, {
    action: 'user.created',
    subjectType: 'user',
    subjectId: userId,
    details: { userType: 'provider', healthcareProviderId },
  });
  return { userId, username: input.username };
}

/** The client of a provider's user: the one that owns the record or was selected, or the creator's only client. */
export function clientOfUser(
  actor: Actor,
  known: number | null | undefined,
  errors: (message: string) => Record<string, string>,
): number {
  const [first, ...others] = actor.clientIds;
  const clientId = known ?? (others.length === 0 ? first : undefined);
  if (clientId === undefined && others.length > 0) throw invalidInput(errors(providerTexts.clientRequired));
  if (clientId === undefined || !actor.clientIds.includes(clientId))
    throw invalidInput(errors(providerTexts.unknownClient));
  return clientId;
}

interface Account extends ReturnType<typeof columnsOf> {
  first_name: string;
  last_name: string;
  password_hash: string;
  password_changed_at: ReturnType<typeof sql<Date>>;
  must_change_password: boolean;
  is_stub: boolean;
  is_active: boolean;
}

async function insertUser(db: Db, account: Account, clientId: number): Promise<number> {
  const { userId } = await db
    .insertInto('user_account')
    .values({ ...account, user_type: 'provider', origin_client_id: clientId })
    .returning('user_id as userId')
    .executeTakeFirstOrThrow();
  return userId;
}

/** The user of a stub belongs to the client that makes it one; the stub of a shared record may be another client's. */
async function completeStub(db: Db, account: Account, userId: number, clientId: number): Promise<number> {
  await db
    .updateTable('user_account')
    .set({
      ...account,
      origin_client_id: clientId,
      activated_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('user_id', '=', userId)
    .execute();
  await db.deleteFrom('user_client').where('user_id', '=', userId).where('client_id', '<>', clientId).execute();
  return userId;
}

/** Assigns a new provider's client and default permissions. */
async function allocate(db: Db, userId: number, clientId: number): Promise<void> {
  await db
    .insertInto('user_client')
    .values({ user_id: userId, client_id: clientId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('user_permission')
    .values(defaultPermissions.provider.map((permission) => ({ user_id: userId, permission })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
