import { credentialTexts, defaultPasswordMinimum } from '@careloop/contracts/session/credentials';

import { isBreachedPassword } from './breachedPasswords.ts';
import { asTyped } from './passwords.ts';

/** What a new password is measured by. */
export interface PasswordRules {
  username: string;
  productName: string;
  /** What the strictest of the user's clients asks for, in characters; null: the product's own. */
  minimumLength: number | null;
}

/** Names shorter than this stand in too many words by chance. */
const shortestNameToAvoid = 4;

/**
 * What is wrong with a new password, as the sentence for its field; null when nothing is. The longest is the contract's
 * matter, that it differs from the present one is the caller's (it takes the hash).
 */
export async function findPasswordProblem(typed: string, rules: PasswordRules): Promise<string | null> {
  // As it is hashed: letters of another width are the same password, and no longer or stranger one.
  const password = asTyped(typed);
  const minimum = Math.max(rules.minimumLength ?? 0, defaultPasswordMinimum);
  if (Array.from(password).length < minimum) return credentialTexts.passwordTooShort(minimum);
  if ([rules.username, rules.productName].some((name) => holdsName(password, name))) {
    return credentialTexts.passwordHoldsName;
  }
  return (await isBreachedPassword(password)) ? credentialTexts.passwordBreached : null;
}

function holdsName(password: string, name: string): boolean {
  return name.length >= shortestNameToAvoid && password.toLowerCase().includes(name.toLowerCase());
}
