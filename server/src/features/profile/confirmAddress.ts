import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import { contactTexts, isSameAddress } from '@careloop/contracts/fields/contact';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { credentialTexts } from '@careloop/contracts/session/credentials';
import { sql } from 'kysely';

import { inNameOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { AppError, invalidInput, refused } from '../../platform/errors.ts';
import { createRateLimit } from '../../platform/http/rateLimit.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { notifyIfAdministrator } from '../../core/access/administratorChange.ts';
import { holdProven, requireOwnPassword } from '../session/shared/ownPassword.ts';
import type { CredentialDeps } from '../session/shared/ownPassword.ts';
import { mailAddressCode } from './jobs.ts';
import { mailAddressChange } from './shared/addressChange.ts';

export type AddressKind = 'email' | 'direct';

export const confirmationDays = 3;
export const mostWrongCodes = 5;
const codeDigits = 8;
/** Limited, because each request sends a mail to an address entered by the user. */
const requests = createRateLimit({ max: 5, windowMs: 3_600_000 });

/**
 * Stores an address until its code is entered, and sends the code to it. Notifies the current address of the account.
 * @returns false if this address is already pending; its code stays valid
 */
export async function askToConfirm(
  db: Db,
  actor: Actor,
  { userId, kind, address }: UnconfirmedAddress,
): Promise<boolean> {
  const waiting = await unconfirmed(db, userId, kind).where('wrong_codes', '<', mostWrongCodes).executeTakeFirst();
  if (waiting?.address === address) return false;
  await sendCode(db, actor, { userId, kind, address });
  await enqueue(db, mailAddressChange, { userId, kind, isConfirmed: false, changedAt: new Date().toISOString() });
  return true;
}

/** Sends a new code to the unconfirmed address; it replaces the former one. */
export async function resendCode(db: Db, actor: Actor, userId: number, kind: AddressKind): Promise<void> {
  const waiting = await unconfirmed(db, userId, kind).executeTakeFirst();
  if (waiting === undefined) throw new AppError('wrong_state', { message: profileTexts.nothingToConfirm });
  await sendCode(db, actor, { userId, kind, address: waiting.address });
  await record(db, inNameOf(actor, userId), {
    action: 'profile.address_code_resent',
    subjectType: 'user',
    subjectId: userId,
    details: { kind },
  });
}

interface UnconfirmedAddress {
  userId: number;
  kind: AddressKind;
  address: string;
}

/** The address that waits for its code. */
const unconfirmed = (db: Db, userId: number, kind: AddressKind) =>
  db
    .selectFrom('address_confirmation')
    .select('address')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`);

/** Stores the address with a new code, and mails the code. */
async function sendCode(db: Db, actor: Actor, { userId, kind, address }: UnconfirmedAddress): Promise<void> {
  if (!requests.allows(String(userId))) throw refused(profileTexts.tooMany);
  await dropConfirmation(db, userId, kind);
  const { address_confirmation_id: addressConfirmationId } = await db
    .insertInto('address_confirmation')
    .values({
      user_id: userId,
      kind,
      address,
      nonce: randomBytes(32),
      requested_by_user_id: actor.userId,
      expires_at: sql<Date>`now() + ${confirmationDays}::int * interval '1 day'`,
    })
    .returning('address_confirmation_id')
    .executeTakeFirstOrThrow();
  await enqueue(db, mailAddressCode, { addressConfirmationId });
}

async function dropConfirmation(db: Db, userId: number, kind: AddressKind): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('address_confirmation')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Derives the code of a request from its nonce and the session secret, so that neither the database nor the ledger contains it.
 */
export function codeOf(sessionSecret: string, nonce: Buffer): string {
  const digest = createHmac('sha256', sessionSecret).update('address confirmation').update(nonce).digest();
  return String(digest.readUInt32BE() % 10 ** codeDigits).padStart(codeDigits, '0');
}

type Outcome = 'confirmed' | 'wrong' | 'ended' | 'same';

interface Confirmation {
  kind: AddressKind;
  code: string;
  password: string;
  signal: AbortSignal;
}

/**
 * Confirms an address of the caller's own account. A wrong code must be counted even though the call fails, so this runs in
 * separate transactions. An email address also requires the password, because its mails can be used to choose a new one.
 * @throws AppError `invalid_input` for a wrong code or password, `wrong_state` for a code that is no longer valid
 */
export async function confirmOwnAddress(
  deps: CredentialDeps,
  actor: Actor,
  { kind, code, password, signal }: Confirmation,
): Promise<void> {
  const proof = kind === 'email' ? { hash: await provePassword(deps, actor, password, signal) } : null;
  const outcome = await inTransaction(deps.db, async (db) => {
    if (proof !== null) await holdProven(db, actor, proof.hash);
    return tryCode(db, deps.sessionSecret, actor, kind, code);
  });
  if (outcome === 'wrong') throw invalidInput({ code: profileTexts.codeWrong });
  if (outcome === 'same') throw invalidInput({ code: contactTexts.directEmailSame });
  if (outcome === 'ended') throw new AppError('wrong_state', { message: profileTexts.codeEnded });
}

/** @returns null for a user without a password, who can only use single sign-on and gets no password reset mails */
async function provePassword(
  deps: CredentialDeps,
  actor: Actor,
  password: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { password_hash: hash } = await deps.db
    .selectFrom('user_account')
    .select('password_hash')
    .where('user_id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (hash === null) return null;
  if (password === '') throw invalidInput({ password: credentialTexts.passwordRequired });
  return requireOwnPassword(deps, actor, { field: 'password', password, signal });
}

async function tryCode(db: Db, secret: string, actor: Actor, kind: AddressKind, code: string): Promise<Outcome> {
  const { userId } = actor;
  const account = await db
    .selectFrom('user_account')
    .select(['email', 'direct_email', 'version'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const waiting = await db
    .selectFrom('address_confirmation')
    .select(['address', 'nonce', 'wrong_codes'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  if (waiting === undefined || waiting.wrong_codes >= mostWrongCodes) return 'ended';
  if (!isSameCode(codeOf(secret, waiting.nonce), code)) {
    await db
      .updateTable('address_confirmation')
      .set({ wrong_codes: waiting.wrong_codes + 1 })
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute();
    return 'wrong';
  }
  if (isSameAddress(waiting.address, kind === 'email' ? account.direct_email : account.email)) return 'same';
  await dropConfirmation(db, userId, kind);
  const before = kind === 'email' ? account.email : null;
  await db
    .updateTable('user_account')
    .set({
      ...(kind === 'email' ? { email: waiting.address } : { direct_email: waiting.address }),
      updated_by_user_id: userId,
      updated_at: sql<Date>`now()`,
      version: account.version + 1,
    })
    .where('user_id', '=', userId)
    .execute();
  if (kind === 'direct') await keepProviderChange(db, actor, userId);
  const changedAt = new Date().toISOString();
  await enqueue(db, mailAddressChange, { userId, kind, isConfirmed: true, changedAt, formerAddress: before });
  await notifyIfAdministrator(db, { userId, changedByUserId: userId }, 'email');
  await record(db, actor, {
    action: 'profile.address_confirmed',
    subjectType: 'user',
    subjectId: userId,
    details: { kind },
  });
  return 'confirmed';
}

/**
 * Records who changed the provider's directory record, to which the database copies the user's Direct address
 * (docs/domain/providers.md).
 */
export async function keepProviderChange(db: Db, actor: Actor, userId: number): Promise<void> {
  const provider = await db
    .updateTable('healthcare_provider')
    .set({ updated_by_user_id: actor.userId, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    // The record of all clients keeps an address it has from elsewhere (decision 088).
    .where((eb) =>
      eb(
        'direct_email',
        'is not distinct from',
        eb.selectFrom('user_account as u').select('u.direct_email').where('u.user_id', '=', userId),
      ),
    )
    .returning('healthcare_provider_id')
    .executeTakeFirst();
  if (provider === undefined) return;
  await record(db, inNameOf(actor, userId), {
    action: 'provider.edited',
    subjectType: 'healthcare_provider',
    subjectId: provider.healthcare_provider_id,
    details: { fields: ['direct_email'], by: 'profile' },
  });
}

function isSameCode(right: string, typed: string): boolean {
  return right.length === typed.length && timingSafeEqual(Buffer.from(right), Buffer.from(typed));
}

/** Cancels an unconfirmed address. */
export async function cancelConfirmation(db: Db, actor: Actor, userId: number, kind: AddressKind): Promise<void> {
  if (!(await dropConfirmation(db, userId, kind))) return;
  await record(db, inNameOf(actor, userId), {
    action: 'profile.address_dropped',
    subjectType: 'user',
    subjectId: userId,
    details: { kind },
  });
}
