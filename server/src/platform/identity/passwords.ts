import { hash, verify } from '@node-rs/argon2';

import { createConcurrencyLimit } from './concurrencyLimit.ts';

/** OWASP's recommended argon2id parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing runs on the four libuv threads that also do file access and DNS lookups. At most two hash at a time, so that two
 * stay free.
 */
const limited = createConcurrencyLimit({
  maxRunning: 2,
  maxWaiting: 100,
  refusal: 'Too many people sign in at once. Please wait a few seconds.',
});

/** @throws AppError `too_many_requests` if too many passwords are waiting to be hashed */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(asTyped(password), cost));
}

/** Normalizes a password, because keyboards encode the same character differently (NIST SP 800-63B, 3.1.1.2). */
export const asTyped = (password: string) => password.normalize('NFKC');

let decoy: Promise<string> | undefined;

/**
 * Whether a password matches the hash. Without a hash (unknown user, or a user without a password) a decoy is verified, so
 * that the response time does not reveal which usernames exist.
 * @throws AppError `too_many_requests` if too many passwords are waiting to be hashed
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password', cost);
  // Awaited on every call, so that the first call takes no longer for an unknown name.
  const decoyHash = await decoy;
  const matches = await limited(() => verify(passwordHash ?? decoyHash, asTyped(password)));
  return matches && passwordHash !== null;
}
