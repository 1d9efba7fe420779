import { contactLimits } from '@careloop/contracts/fields/contact';
import { plainLetters } from '@careloop/contracts/fields/letters';
import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';

const plain = (name: string) => plainLetters(name).replace(/[^a-z0-9]/g, '');

/** Generates nmarsh for Nia Marsh, or nmarsh2 if that is taken: letters and digits, as `usernameProblem` allows. */
export async function generateUsername(db: Db, firstName: string, lastName: string): Promise<string> {
  const base = `${plain(firstName).slice(0, 1)}${plain(lastName)}`.slice(0, contactLimits.username - 4) || 'user';
  const taken = await db
    .selectFrom('user_account')
    .select(sql<string>`lower(username)`.as('username'))
    .where(sql<string>`lower(username)`, 'like', `${base}%`)
    .execute();
  const names = new Set(taken.map(({ username }) => username));
  const free = Array.from({ length: names.size + 1 }, (_, index) => (index === 0 ? base : `${base}${index + 1}`));
  return free.find((name) => !names.has(name)) ?? base;
}
