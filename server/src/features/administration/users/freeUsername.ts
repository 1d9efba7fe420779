import { contactLimits } from '@careloop/contracts/fields/contact';

import type { Db } from '../../../db/client.ts';
import { isTaken } from './userQueries.ts';

/** A username that nobody has: the first letter and the last name, with a number where that is taken. */
export async function freeUsername(db: Db, { firstName, lastName }: { firstName: string; lastName: string }) {
  const base = `${letters(firstName).slice(0, 1)}${letters(lastName)}` || 'user';
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : String(number);
    const username = base.slice(0, contactLimits.username - suffix.length) + suffix;
    if (!(await isTaken(db, username))) return username;
  }
}

/** Without accents, blanks and apostrophes, in lower case. */
function letters(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
}
