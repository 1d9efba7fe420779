import { hash, verify } from '@node-rs/argon2';

import { createConcurrencyLimit } from './concurrencyLimit.ts';

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs in the four threads that also do file access and DNS lookups. Two are left free, however many users sign
 * in.
 */
const limited = createConcurrencyLimit({ maxRunning: 2, maxWaiting: 100 });

/** @throws AppError `too_many_requests` when too many passwords wait to be looked at */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(asTyped(password), cost));
}

/** Keyboards write one letter in several ways; it is the same password from each (NIST SP 800-63B, 3.1.1.2). */
export const asTyped = (password: string) => password.normalize('NFKC');

let decoy: Promise<string> | undefined;

/**
 * Whether a password is the one behind the hash. Without a hash (nobody of that name, or nobody who signs in with a
 * password) the work is done all the same, so that the time tells nothing.
 * @throws AppError `too_many_requests` when too many passwords wait to be looked at
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password', cost);
  // Awaited for every call, so that the first one takes no longer for an unknown name.
  const nobodys = await decoy;
  const matches = await limited(() => verify(passwordHash ?? nobodys, asTyped(password)));
  return matches && passwordHash !== null;
}
