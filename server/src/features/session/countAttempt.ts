import { sql } from 'kysely';

import type { Deps } from '../../core/app.ts';
import { AppError } from '../../platform/errors.ts';
import { networkOf } from '../../platform/http/network.ts';
import { recordLock } from './failedSignIns.ts';
import { createKeyedLimit } from '../../platform/identity/keyedLimit.ts';
import { tokenDigest } from '../../platform/identity/tokens.ts';

// Limits password guessing without letting anyone lock out another user: a name is locked for one address only, and across all
// addresses guessing is merely slowed down. Existing and unknown names are treated alike, and attempts are counted before
// anything is checked, so that concurrent attempts do not bypass the limits.

export type AttemptDeps = Pick<Deps, 'db' | 'sessionSecret' | 'pause'>;

/** A sign-in attempt. */
export interface Attempt {
  username: string;
  ip: string;
  /** Aborted when the caller disconnects, which ends the pause. */
  signal?: AbortSignal | undefined;
}

type Scope = 'name_address' | 'name' | 'address' | 'second_factor' | 'reset_name' | 'reset_address';

/** Result of counting an attempt: allowed, locked, or locked from now on. */
export type CountResult = 'open' | 'new_lock' | 'lock';

interface Counter {
  scope: Scope;
  subject: string;
}

/** Attempts allowed before a lock, and minutes after the last attempt until the count starts over. */
const limits: Record<Scope, { most: number; minutes: number }> = {
  name_address: { most: 5, minutes: 15 },
  name: { most: Infinity, minutes: 15 },
  address: { most: Infinity, minutes: 15 },
  // Reached only by someone who already has the correct password.
  second_factor: { most: 30, minutes: 15 },
  reset_name: { most: 5, minutes: 60 },
  reset_address: { most: 30, minutes: 60 },
};

/** Failures allowed before pauses start. Higher for an address, because a clinic with many users shares one. */
const freeFailures = { name: 5, address: 20 };
const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** Milliseconds to wait before the password is checked, given the previous failures of the name and of the address. */
export function pauseFor(failures: { name: number; address: number }): number {
  const beyond = Math.max(failures.name - freeFailures.name, failures.address - freeFailures.address);
  return beyond < 0 ? 0 : Math.min(firstPauseMs * 2 ** beyond, longestPauseMs);
}

/**
 * Counts an attempt as a failure until it succeeds, and waits as long as earlier failures require. A locked attempt waits too,
 * for its address, and is not counted for the name, so that it does not slow down the owner elsewhere. Only the first attempt
 * of a lock is audited.
 * @returns false if the name is locked for this address; the caller must not check anything then
 */
export async function countAttempt(deps: AttemptDeps, attempt: Attempt): Promise<boolean> {
  const [nameAtAddress, name, address] = countersOf(attempt);
  const ofAddress = await count(deps, address);
  const { met } = await count(deps, nameAtAddress);
  // Before the wait, during which the caller may disconnect.
  if (met === 'new_lock') await recordLock(deps.db, { ip: attempt.ip, name: nameDigest(deps, attempt.username) });
  const ofName = met === 'open' ? await count(deps, name) : { attempts: 1 };
  const pause = pauseFor({ name: ofName.attempts - 1, address: ofAddress.attempts - 1 });
  if (pause > 0) await waitUnlessGone(deps, pause, attempt.signal);
  return met === 'open';
}

/**
 * Digest of the name that was tried, for the audit. Not the name itself, which may be a password typed into the wrong
 * field, and not the user id, because the lookup would take longer for existing names.
 */
export function nameDigest(deps: AttemptDeps, username: string): string {
  return digestOf(deps, nameOf(username)).toString('hex');
}

/**
 * Checks the credentials. If the check is refused because too many others are waiting, the attempt is not counted.
 * @throws AppError `too_many_requests` in that case
 */
export async function checkAttempt<T>(deps: AttemptDeps, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') await uncountAttempt(deps, attempt);
    throw error;
  }
}

/** @throws AppError `refused` if the caller disconnected, so that it is not logged as a server error */
async function waitUnlessGone(deps: AttemptDeps, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await deps.pause(ms, signal);
  } catch (error) {
    if (signal?.aborted === true) throw new AppError('refused', { cause: error });
    throw error;
  }
}

/** Uncounts an attempt that was not a guess; concurrent attempts stay counted. */
export async function uncountAttempt(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  for (const { scope, subject } of countersOf(attempt)) {
    await deps.db
      .updateTable('attempt_count')
      .set({ attempts: sql<number>`greatest(attempts - 1, 0)` })
      .where('scope', '=', scope)
      .where('subject_digest', '=', digestOf(deps, subject))
      .execute();
  }
}

/** Clears the failures of this name at this address after a complete sign-in. */
export async function forgetAttempts(deps: AttemptDeps, attempt: Attempt): Promise<void> {
  const [{ scope, subject }] = countersOf(attempt);
  await forget(deps, { scope, subject });
}

/** Counts a second-factor code. @returns whether the user has entered too many, across all addresses */
export async function countCode(deps: AttemptDeps, userId: number): Promise<CountResult> {
  return (await count(deps, { scope: 'second_factor', subject: String(userId) })).met;
}

export async function forgetCodes(deps: AttemptDeps, userId: number): Promise<void> {
  await forget(deps, { scope: 'second_factor', subject: String(userId) });
}

/**
 * Counts a request for a password reset link.
 * @returns whether the limits of the name and of the address allow it
 */
export async function countResetRequest(
  deps: AttemptDeps,
  { username, ip }: Attempt,
): Promise<{ mayName: boolean; mayAddress: boolean }> {
  const ofAddress = await count(deps, { scope: 'reset_address', subject: networkOf(ip) });
  if (ofAddress.met !== 'open') return { mayName: false, mayAddress: false };
  const ofName = await count(deps, { scope: 'reset_name', subject: nameOf(username) });
  return { mayName: ofName.met === 'open', mayAddress: true };
}

function countersOf({ username, ip }: Attempt): [Counter, Counter, Counter] {
  const [name, network] = [nameOf(username), networkOf(ip)];
  return [
    { scope: 'name_address', subject: `${name}\0${network}` },
    { scope: 'name', subject: name },
    { scope: 'address', subject: network },
  ];
}

const nameOf = (username: string) => username.trim().toLowerCase();
const digestOf = (deps: AttemptDeps, subject: string) => tokenDigest(deps.sessionSecret, `attempt:${subject}`);

/** Upper bound for counters without a limit. */
const counterMaximum = 1_000_000;

/**
 * Increments a counter and returns its value. The count starts over some time after the last attempt; once the counter is
 * locked, further attempts do not extend the lock.
 */
async function count(deps: AttemptDeps, { scope, subject }: Counter): Promise<{ attempts: number; met: CountResult }> {
  const { most: limit, minutes } = limits[scope];
  const most = Math.min(limit, counterMaximum);
  const isPast = sql`a.last_at < now() - ${minutes}::integer * interval '1 minute'`;
  const { rows } = await sql<{ attempts: number }>`
    insert into attempt_count as a (scope, subject_digest, attempts, last_at)
    values (${scope}, ${digestOf(deps, subject)}, 1, now())
    on conflict (scope, subject_digest) do update set
      attempts = case when ${isPast} then 1 else least(a.attempts + 1, ${most + 2}::integer) end,
      last_at = case when a.attempts > ${most}::integer and not ${isPast} then a.last_at else now() end
    returning attempts`.execute(deps.db);
  const attempts = rows[0]?.attempts ?? 1;
  if (attempts <= limit) return { attempts, met: 'open' };
  return { attempts, met: attempts === most + 1 ? 'new_lock' : 'lock' };
}

async function forget(deps: AttemptDeps, { scope, subject }: Counter): Promise<void> {
  await deps.db
    .deleteFrom('attempt_count')
    .where('scope', '=', scope)
    .where('subject_digest', '=', digestOf(deps, subject))
    .execute();
}

/** Maximum attempts per address that run or wait in this process at once. */
const mostAtOnce = 40;
export const retryAfterSeconds = 5;

/** Limits concurrent attempts per address, so that one address cannot use up those of others. */
export class ConcurrentAttempts {
  readonly #takePlace = createKeyedLimit(mostAtOnce);

  /**
   * Runs an attempt if its address has a free slot.
   * @param refuse called with the number of seconds after which to retry
   * @throws AppError `too_many_requests` if no slot is free
   */
  async run<T>(ip: string, refuse: (seconds: number) => void, work: () => Promise<T>): Promise<T> {
    const leave = this.#takePlace(networkOf(ip));
    if (leave === null) {
      refuse(retryAfterSeconds);
      throw new AppError('too_many_requests', { message: 'Too many attempts at once. Please wait a few seconds.' });
    }
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
