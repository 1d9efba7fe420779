import { hashPassword } from '../src/platform/identity/passwords.ts';

/** Password of users built with `passwordHash`. */
export const password = 'correct horse battery';

/** Hashed once, because hashing is slow. */
export const passwordHash = await hashPassword(password);
