import { hashPassword } from '../src/access/passwords.ts';

/** What users sign in with whom a test builds with `passwordHash`. */
export const password = 'correct horse battery';

/** Hashing takes its time; once is enough. */
export const passwordHash = await hashPassword(password);
