import { userAdministrationTexts as texts } from '@careloop/contracts/administration/users';
import type { saveManagedUser } from '@careloop/contracts/administration/users';
import type { InputOf } from '@careloop/contracts/endpoint';
import { credentialTexts } from '@careloop/contracts/session/credentials';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { findPasswordProblem, findPasswordRules } from '../../../platform/identity/passwordRules.ts';
import { hashPassword } from '../../../platform/identity/passwords.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import { AppError, invalidInput, requireVersion } from '../../../platform/errors.ts';
import { publishAccessChanged } from '../../../platform/realtime/publish.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import { mailAddressChange } from '../../profile/shared/addressChange.ts';
import { findLastChange } from '../../profile/shared/queries/profile.ts';
import { setPassword } from '../../session/shared/administeredAccounts.ts';
import { notifyAdministrators } from '../../../core/access/administratorChange.ts';
import { requireAdministrators } from './lastAdministrator.ts';
import { findUncoordinated } from './lastCoordinator.ts';
import { saveProxies } from './saveProxies.ts';
import { mayGiveMarks, mayGiveType, userPolicy } from '../policy.ts';
import type { UserToSave } from '../policy.ts';
import { findUserType } from '../lookups/userTypes.ts';
import type { ChosenType } from '../lookups/userTypes.ts';
import { accountColumns } from './queries.ts';
import type { KnownUser } from './queries.ts';

type Input = InputOf<typeof saveManagedUser>;

const columnsOf = writes<
  Input,
  'user_account',
  | 'userId'
  | 'version'
  | 'password'
  | 'confirmPassword'
  | 'passwordWasChanged'
  | 'forcePasswordReset'
  | 'clientIds'
  | 'coordinatorClientIds'
  | 'userIdsUserCanImpersonate'
  | 'userIdsWhoCanImpersonateUser'
>()(accountColumns);

/** Adds or changes a user. */
export async function saveUser(
  db: Db,
  actor: Actor,
  { existing }: Authorized<UserToSave & { existing: KnownUser | null }, 'save'>,
  input: Input,
  productName: string,
) {
  if (existing !== null)
    await requireVersion(input.version ?? 0, existing.version, texts.changed, () =>
      findLastChange(db, existing.userId),
    );
  const type = await findUserType(db, input.userTypeId);
  checkChoices(actor, existing, type, input);
  if (existing !== null) checkCredentials(actor, existing, input);
  const passwordHash = await hashOf(db, input, existing, productName);
  const userId = await onConstraint(write(db, actor, existing, { input, type }, passwordHash), {
    user_account_user_type: () => invalidInput({ userTypeId: texts.unknownType }),
    user_account_username: () =>
      new AppError('invalid_input', {
        message: texts.usernameTaken,
        validationErrors: { username: texts.usernameTaken },
      }),
  });
  if (existing !== null && passwordHash !== null) {
    await setPassword(db, userId, { hash: passwordHash, by: 'administrator', ip: actor.ip ?? '' });
    await setMustChange(db, userId, input.forcePasswordReset ?? true);
  }
  await saveClients(db, actor, userId, existing, input);
  await saveProxies(db, actor, userId, existing, input);
  if (existing !== null) {
    await mailFormerAddress(db, existing, input);
    await notifyAdministrators(db, actor, existing, passwordHash === null ? 'account' : 'password');
  }
  // The user's clients determine what they see, also in open pages.
  await publishAccessChanged(db, userId);
  await record(db, actor, {
    action: existing === null ? 'user.created' : 'user.saved',
    subjectType: 'user',
    subjectId: userId,
    details: { userType: type.name, isPasswordSet: passwordHash !== null },
  });
  return { userId, version: existing === null ? 1 : existing.version + 1 };
}

/** @throws AppError `invalid_input` for options the administrator may not select */
function checkChoices(actor: Actor, existing: KnownUser | null, type: ChosenType, input: Input): void {
  const isTypeChanged = existing?.userTypeId !== input.userTypeId;
  const hasRecord = existing?.isProvider === true;
  if (hasRecord && type.userType !== 'provider') throw invalidInput({ userTypeId: texts.providerType });
  if (!hasRecord && isTypeChanged && type.userType === 'provider')
    throw invalidInput({ userTypeId: existing === null ? texts.providersFromDirectory : texts.noProviderRecord });
  if (input.clientIds.some((id) => !actor.clientIds.includes(id)))
    throw invalidInput({ clientIds: texts.unknownClient });
  // A new user gets the permissions of the type. Changing the type gives no permissions, but other users rely on it.
  if (isTypeChanged && !mayGiveType(actor, type.permissions)) throw invalidInput({ userTypeId: texts.notGrantable });
  const isOfActor = type.clientId === null || actor.clientIds.includes(type.clientId);
  if (isTypeChanged && (type.isArchived || !isOfActor)) throw invalidInput({ userTypeId: texts.unknownType });
  if (type.clientId !== null && !input.clientIds.includes(type.clientId))
    throw invalidInput({ userTypeId: texts.typeOfOtherClient(type.clientName ?? '') });
}

/** @throws AppError `invalid_input` for a password or an address of an account whose credentials the actor may not change */
function checkCredentials(actor: Actor, existing: KnownUser, input: Input): void {
  const allowance = userPolicy.changeCredentials(actor, existing);
  if (allowance === true) return;
  const changed = [
    ...(isPasswordSet(input) ? ['password'] : []),
    ...(input.email === existing.email ? [] : ['email']),
    ...(input.directEmail === existing.directEmail ? [] : ['directEmail']),
  ];
  if (changed.length > 0) throw invalidInput(Object.fromEntries(changed.map((field) => [field, allowance])));
}

/** Emails the user that an address was changed; to the former address if it is the email address itself. */
async function mailFormerAddress(db: Db, { userId, email, directEmail }: KnownUser, input: Input): Promise<void> {
  if (email === null) return;
  const change = { userId, isConfirmed: true, changedAt: new Date().toISOString(), formerAddress: email };
  if (input.email !== email) await enqueue(db, mailAddressChange, { ...change, kind: 'email' });
  if (input.directEmail !== directEmail) await enqueue(db, mailAddressChange, { ...change, kind: 'direct' });
}

const isPasswordSet = ({ password, passwordWasChanged }: Input) =>
  password !== undefined && passwordWasChanged !== false;

/** @returns null if the password is unchanged */
async function hashOf(db: Db, input: Input, existing: KnownUser | null, productName: string): Promise<string | null> {
  const { password, username, clientIds } = input;
  if (password === undefined || !isPasswordSet(input)) {
    if (existing === null) throw invalidInput({ password: credentialTexts.passwordRequired });
    return null;
  }
  const problem = await findPasswordProblem(
    password,
    await findPasswordRules(db, { username, clientIds }, productName),
  );
  if (problem !== null) throw invalidInput({ password: problem });
  return hashPassword(password);
}

async function write(
  db: Db,
  actor: Actor,
  existing: KnownUser | null,
  { input, type }: { input: Input; type: ChosenType },
  passwordHash: string | null,
): Promise<number> {
  const columns = {
    ...columnsOf(input),
    user_type: type.userType,
    updated_by_user_id: actor.userId,
    updated_at: new Date(),
  };
  if (existing !== null) {
    const isKept = existing.userId === actor.userId || input.forcePasswordReset === undefined;
    const mustChange = isKept ? {} : { must_change_password: input.forcePasswordReset };
    await db
      .updateTable('user_account')
      .set({ ...columns, ...mustChange, version: existing.version + 1 })
      .where('user_id', '=', existing.userId)
      .execute();
    // An unconfirmed address change of the user is discarded.
    await db.deleteFrom('address_confirmation').where('user_id', '=', existing.userId).execute();
    return existing.userId;
  }
  const [firstClient] = input.clientIds;
  const { userId } = await db
    .insertInto('user_account')
    .values({
      ...columns,
      password_hash: passwordHash,
      password_changed_at: sql<Date>`now()`,
      // The administrator knows the initial password.
      must_change_password: input.forcePasswordReset ?? true,
      origin_client_id: firstClient ?? 0,
      created_by_user_id: actor.userId,
    })
    .returning('user_id as userId')
    .executeTakeFirstOrThrow();
  const permissions = type.permissions.map((permission) => ({ user_id: userId, permission }));
  if (permissions.length > 0) await db.insertInto('user_permission').values(permissions).execute();
  return userId;
}

async function setMustChange(db: Db, userId: number, mustChange: boolean): Promise<void> {
  await db
    .updateTable('user_account')
    .set({ must_change_password: mustChange })
    .where('user_id', '=', userId)
    .execute();
}

/** @throws AppError `invalid_input` if the actor may not make the user a coordinator of one more client */
function checkMarks(actor: Actor, existing: KnownUser | null, coordinated: readonly number[]): void {
  const before = existing?.clients.filter((one) => one.isCoordinator).map((one) => one.clientId) ?? [];
  if (coordinated.every((clientId) => before.includes(clientId))) return;
  const allowance = existing === null ? mayGiveMarks(actor) : userPolicy.markCoordinator(actor, existing);
  if (allowance !== true) throw invalidInput({ coordinatorClientIds: allowance });
}

/** Sets the user's clients, and in which of them they work the shared queues. */
async function saveClients(db: Db, actor: Actor, userId: number, existing: KnownUser | null, input: Input) {
  const { clientIds } = input;
  const coordinated = clientIds.filter((clientId) => input.coordinatorClientIds.includes(clientId));
  checkMarks(actor, existing, coordinated);
  const reason = await findUncoordinated(db, userId, actor.clientIds, coordinated);
  if (reason !== null) throw invalidInput({ clientIds: reason });
  const before = existing?.clients.map(({ clientId }) => clientId) ?? [];
  const gone = before.filter((clientId) => !clientIds.includes(clientId));
  if (gone.length > 0) {
    await db.deleteFrom('user_client').where('user_id', '=', userId).where('client_id', 'in', gone).execute();
    if (existing?.permissions.includes('ManageUsers') === true) await requireAdministrators(db, gone);
  }
  const rows = clientIds.map((clientId) => ({
    user_id: userId,
    client_id: clientId,
    is_coordinator: coordinated.includes(clientId),
  }));
  await db
    .insertInto('user_client')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'client_id'])
        .doUpdateSet((values) => ({ is_coordinator: values.ref('excluded.is_coordinator') })),
    )
    .execute();
}
