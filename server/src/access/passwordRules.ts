import { credentialTexts, defaultPasswordMinimum } from '@careloop/contracts/session/credentials';

import { isBreachedPassword } from './breachedPasswords.ts';
import { asTyped } from './passwords.ts';

/** What a new password is checked against. */
export interface PasswordRules {
  username: string;
  productName: string;
  /** What the strictest of the user's clients asks for, in characters; null: the product's own. */
  minimumLength: number | null;
}

/** Shorter names occur in too many words by chance. */
const shortestNameToAvoid = 4;

/**
 * What is wrong with a new password, as the message for its field; null when nothing is. The contract checks the maximum
 * length; the caller checks that it differs from the current one, which needs the hash.
 */
export async function findPasswordProblem(typed: string, rules: PasswordRules): Promise<string | null> {
  // Normalized as for hashing: full-width letters make no different password.
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
