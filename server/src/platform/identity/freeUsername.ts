import { contactLimits } from '@careloop/contracts/fields/contact';
import { plainLetters } from '@careloop/contracts/fields/letters';
import { sql } from 'kysely';

import type { Db } from '../db/client.ts';

/** An unused username: nmarsh for Nia Marsh, with a number if that is taken. Letters and digits, as `usernameProblem` allows. */
export async function freeUsername(db: Db, { firstName, lastName }: { firstName: string; lastName: string }) {
  const base = `${letters(firstName).slice(0, 1)}${letters(lastName)}` || 'user';
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : String(number);
    const username = base.slice(0, contactLimits.username - suffix.length) + suffix;
    if (!(await isTaken(db, username))) return username;
  }
}

/** Letters and digits in lower case, without accents. */
function letters(name: string): string {
  return plainLetters(name).replace(/[^a-z0-9]/g, '');
}

async function isTaken(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_account')
    .select('user_id')
    .where(sql<string>`lower(username)`, '=', username)
    // Stubs have no username; this is the condition of the index.
    .where(sql<boolean>`not is_stub`)
    .executeTakeFirst();
  return row !== undefined;
}
