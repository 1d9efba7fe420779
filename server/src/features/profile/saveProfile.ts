import type { UserProfile } from '@careloop/contracts/profile';
import type { saveUserProfile } from '@careloop/contracts/profile/saving';
import type { InputOf } from '@careloop/contracts/endpoint';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { sql } from 'kysely';

import { inNameOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { invalidInput, requireVersion } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { notifyIfAdministrator } from '../../core/access/administratorChange.ts';
import { askToConfirm, keepProviderChange } from './confirmAddress.ts';
import { mailAddressChange } from './shared/addressChange.ts';
import type { ProfileRow } from './policy.ts';
import { accountColumns, findLastChange } from './shared/queries/profile.ts';

type Account = NonNullable<InputOf<typeof saveUserProfile>['accountData']>;
type Overview = UserProfile['overviewData'];
type Saved = { version: number; unconfirmed: ('email' | 'directEmail')[] };

type PasswordField = 'currentPassword' | 'password' | 'confirmPassword' | 'passwordWasChanged';

/** The addresses are stored once they are confirmed, the password by `setOwnPassword`. */
const columnsOf = writes<Account, 'user_account', 'email' | 'directEmail' | PasswordField>()({
  ...accountColumns,
  timeZone: 'time_zone',
});

/** Saves the Account tab. A changed address has to be confirmed by a code; a removed one is deleted at once. */
export async function saveAccount(
  db: Db,
  actor: Actor,
  profile: Authorized<ProfileRow, 'edit'>,
  input: Account & { version: number },
): Promise<Saved> {
  const { userId } = profile;
  await requireVersion(input.version, profile.version, profileTexts.changed, () => findLastChange(db, userId));
  const kept = await db.selectFrom('user_account').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
  if (input.email === null && kept.email !== null)
    throw invalidInput({ 'accountData.email': profileTexts.emailRequired });
  const columns = columnsOf(input);
  const isDirectGone = input.directEmail === null && kept.direct_email !== null;
  const after = { ...columns, ...(isDirectGone && { direct_email: null }) };
  const fields = Object.entries(after).flatMap(([column, value]) =>
    value === kept[column as keyof typeof kept] ? [] : [column],
  );
  const unconfirmed: Saved['unconfirmed'] = [];
  if (await changeAddress(db, actor, { userId, kind: 'email', typed: input.email, current: kept.email }))
    unconfirmed.push('email');
  const direct = { userId, kind: 'direct', typed: input.directEmail, current: kept.direct_email } as const;
  if (await changeAddress(db, actor, direct)) unconfirmed.push('directEmail');
  if (fields.length === 0 && unconfirmed.length === 0) return { version: profile.version, unconfirmed };
  await db
    .updateTable('user_account')
    .set({ ...after, updated_by_user_id: actor.userId, updated_at: sql<Date>`now()`, version: profile.version + 1 })
    .where('user_id', '=', userId)
    .execute();
  if (isDirectGone) {
    await keepProviderChange(db, actor, userId);
    const changedAt = new Date().toISOString();
    await enqueue(db, mailAddressChange, { userId, kind: 'direct', isConfirmed: true, changedAt });
    await notifyIfAdministrator(db, { userId, changedByUserId: actor.userId }, 'email');
  }
  await record(db, inNameOf(actor, userId), {
    action: 'profile.saved',
    subjectType: 'user',
    subjectId: userId,
    details: { fields: [...fields, ...unconfirmed] },
  });
  return { version: profile.version + 1, unconfirmed };
}

/** What is recorded about the account can be sent as it was read. The last sign-in changes by itself, so it is not compared. */
export function refuseChangedOverview(recorded: Overview, sent: Partial<Overview>): void {
  const errors = Object.entries({
    createdBy: profileTexts.recorded,
    dateCreated: profileTexts.recorded,
    isAccountLocked: profileTexts.lockedByAdministrators,
  }).filter(([field]) => {
    const name = field as keyof Overview;
    return sent[name] !== undefined && sent[name] !== recorded[name];
  });
  if (errors.length === 0) return;
  throw invalidInput(Object.fromEntries(errors.map(([field, message]) => [`overviewData.${field}`, message])));
}

interface TypedAddress {
  userId: number;
  kind: 'email' | 'direct';
  typed: string | null;
  current: string | null;
}

/** @returns whether a code was sent to a new address */
async function changeAddress(db: Db, actor: Actor, { userId, kind, typed, current }: TypedAddress): Promise<boolean> {
  // While a new address is pending the form still contains the current one; only `cancel-address` cancels the pending one.
  if (typed === null || typed.toLowerCase() === current?.toLowerCase()) return false;
  return askToConfirm(db, actor, { userId, kind, address: typed });
}
