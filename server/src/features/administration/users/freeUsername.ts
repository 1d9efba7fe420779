import { contactLimits } from '@careloop/contracts/fields/contact';
import { plainLetters } from '@careloop/contracts/fields/letters';

import type { Db } from '../../../db/client.ts';
import { isTaken } from './userQueries.ts';

/** An unused username: first initial and last name, with a number if that is taken. */
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
