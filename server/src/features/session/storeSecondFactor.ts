import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from 'node:crypto';

import { sql } from 'kysely';
import { generateSecret, generateURI, verifySync } from 'otplib';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { needsSecondFactor } from './beginSession.ts';
import { tokenDigest } from '../../platform/identity/tokens.ts';

// Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds, one step of leeway either way), and recovery codes in
// case the phone is lost. Each code can be used once.

const leewaySeconds = 30;
const recoveryCodeCount = 10;
/** Letters and digits without easily confused ones. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const recoveryCodeLength = 10;

interface User {
  userId: number;
  username: string;
}

/** The secret for an authenticator app, also as a URL for its QR code. */
export interface AuthenticatorSecret {
  secret: string;
  otpauthUrl: string;
}

interface SecondFactor {
  isEnabled: boolean;
  isRequired: boolean;
  recoveryCodesLeft: number;
}

const secondFactor = shape<SecondFactor, { u: 'user_account' }>({
  isEnabled: sql`exists(select from second_factor f where f.user_id = u.user_id and f.enabled_at is not null)`,
  isRequired: needsSecondFactor,
  recoveryCodesLeft: sql`(select count(*)::integer from recovery_code r where r.user_id = u.user_id and r.used_at is null)`,
});

export async function findSecondFactor(db: Db, userId: number): Promise<SecondFactor> {
  const { rows } = await secondFactor.from`user_account u where u.user_id = ${userId}`.execute(db);
  return rows[0] ?? { isEnabled: false, isRequired: false, recoveryCodesLeft: 0 };
}

function authenticatorSecretOf(user: User, productName: string, secret: string): AuthenticatorSecret {
  return { secret, otpauthUrl: generateURI({ issuer: productName, label: user.username, secret }) };
}

/**
 * Creates a secret, which takes effect with its first code. @returns null if the second factor is on; it must be turned off
 * first
 */
export async function prepareAuthenticator(
  db: Db,
  sessionSecret: string,
  user: User,
  productName: string,
): Promise<AuthenticatorSecret | null> {
  const secret = generateSecret();
  const encrypted = encrypt(sessionSecret, user.userId, secret);
  const { rows } = await sql`
    insert into second_factor as f (user_id, encrypted_secret) values (${user.userId}, ${encrypted})
    on conflict (user_id) do update set encrypted_secret = excluded.encrypted_secret, last_step = 0
      where f.enabled_at is null
    returning user_id`.execute(db);
  return rows.length === 0 ? null : authenticatorSecretOf(user, productName, secret);
}

/** Creates a secret for another phone while the current one stays valid. @returns null if the second factor is off */
export async function prepareMove(
  db: Db,
  sessionSecret: string,
  user: User,
  productName: string,
): Promise<AuthenticatorSecret | null> {
  const secret = generateSecret();
  const prepared = await db
    .updateTable('second_factor')
    .set({ next_secret: encrypt(sessionSecret, user.userId, secret) })
    .where('user_id', '=', user.userId)
    .where('enabled_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return prepared === undefined ? null : authenticatorSecretOf(user, productName, secret);
}

/**
 * Replaces the current phone with the prepared one, after its first code.
 * @returns new recovery codes, or null if the code is wrong or nothing was prepared
 */
export async function takeMove(db: Db, sessionSecret: string, userId: number, code: string): Promise<string[] | null> {
  const row = await db
    .selectFrom('second_factor')
    .select('next_secret')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .where('next_secret', 'is not', null)
    .$narrowType<{ next_secret: Buffer }>()
    .forUpdate()
    .executeTakeFirst();
  const secret = row === undefined ? null : decrypt(sessionSecret, userId, row.next_secret);
  const step = secret === null ? null : stepOf(secret, code);
  if (row === undefined || step === null) return null;
  await db
    .updateTable('second_factor')
    .set({ encrypted_secret: row.next_secret, next_secret: null, last_step: step })
    .where('user_id', '=', userId)
    .execute();
  await endOpenChallenges(db, userId);
  return renewCodes(db, sessionSecret, userId);
}

/**
 * Activates the prepared secret with its first code.
 * @returns the recovery codes, or null if the code is wrong or nothing was prepared
 */
export async function turnOn(db: Db, sessionSecret: string, userId: number, code: string): Promise<string[] | null> {
  const prepared = await findSecret(db, sessionSecret, userId, false);
  if (prepared === null || prepared.secret === null) return null;
  const step = stepOf(prepared.secret, code);
  if (step === null) return null;
  const enabled = await db
    .updateTable('second_factor')
    .set({ enabled_at: sql<Date>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('enabled_at', 'is', null)
    .where('encrypted_secret', '=', prepared.encrypted)
    .returning('user_id')
    .executeTakeFirst();
  if (enabled === undefined) return null;
  await endOpenChallenges(db, userId);
  return renewCodes(db, sessionSecret, userId);
}

/** Ends pending sign-ins, which started when different steps were required. */
async function endOpenChallenges(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute();
}

/** @returns false if it was already off */
export async function turnOff(db: Db, userId: number): Promise<boolean> {
  await endOpenChallenges(db, userId);
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  const removed = await db
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .returning('enabled_at')
    .executeTakeFirst();
  return removed !== undefined && removed.enabled_at !== null;
}

/**
 * Uses up a code.
 * @returns the kind of code; null if it is wrong or was used before; `void` if no code can be verified, because SESSION_SECRET
 * has changed since the secret was stored
 */
export async function spendCode(
  db: Db,
  sessionSecret: string,
  userId: number,
  code: string,
): Promise<'authenticator' | 'recovery_code' | 'void' | null> {
  const found = await findSecret(db, sessionSecret, userId, true);
  if (found === null) return null;
  if (found.secret === null) return 'void';
  if (!/^\d{6}$/.test(code)) return (await spendRecoveryCode(db, sessionSecret, userId, code)) ? 'recovery_code' : null;
  const step = stepOf(found.secret, code);
  if (step === null) return null;
  const used = await db
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .where('enabled_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return used === undefined ? null : 'authenticator';
}

/** Replaces the recovery codes. The new ones are returned here and cannot be read again. */
export async function renewCodes(db: Db, sessionSecret: string, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_digest: recoveryDigest(sessionSecret, userId, code) })))
    .execute();
  return codes;
}

async function spendRecoveryCode(db: Db, sessionSecret: string, userId: number, code: string): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('code_digest', '=', recoveryDigest(sessionSecret, userId, code))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Written as two halves; case, spaces and dashes are ignored when it is entered. */
function newRecoveryCode(): string {
  const letters = Array.from(
    { length: recoveryCodeLength },
    () => recoveryAlphabet[randomInt(recoveryAlphabet.length)] ?? '',
  ).join('');
  return `${letters.slice(0, recoveryCodeLength / 2)}-${letters.slice(recoveryCodeLength / 2)}`;
}

function recoveryDigest(sessionSecret: string, userId: number, code: string): Buffer {
  return tokenDigest(sessionSecret, `recovery:${userId}:${code.replace(/[\s-]/g, '').toLowerCase()}`);
}

async function findSecret(db: Db, sessionSecret: string, userId: number, isEnabled: boolean) {
  const row = await db
    .selectFrom('second_factor')
    .select('encrypted_secret')
    .where('user_id', '=', userId)
    .where('enabled_at', isEnabled ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { encrypted: row.encrypted_secret, secret: decrypt(sessionSecret, userId, row.encrypted_secret) };
}

/** The time step the code belongs to, or null if the code is wrong. */
function stepOf(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const result = verifySync({ secret, token: code, epochTolerance: leewaySeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

// AES-256-GCM: 12-byte nonce, 16-byte tag, ciphertext. Bound to the user id, so that a row copied to another user does not
// decrypt.
const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

function encrypt(sessionSecret: string, userId: number, text: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, keyOf(sessionSecret), nonce).setAAD(Buffer.from(String(userId)));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @returns null if the row was tampered with or SESSION_SECRET has changed */
function decrypt(sessionSecret: string, userId: number, kept: Buffer): string | null {
  const decipher = createDecipheriv(algorithm, keyOf(sessionSecret), kept.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(String(userId))).setAuthTag(kept.subarray(nonceLength, nonceLength + tagLength));
  try {
    return Buffer.concat([decipher.update(kept.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function keyOf(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', 'careloop second factor', 32));
}
