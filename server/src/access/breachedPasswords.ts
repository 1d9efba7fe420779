/** Passwords that attackers try first; read when the first new password is chosen, about 3 MB. */
let known: Promise<ReadonlySet<string>> | undefined;

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/**
 * Whether a password is known from breaches, or is little more than such a one: with digits and signs around it, as in
 * "Password2026!", written twice, or made of fewer than five different characters.
 */
export async function isBreachedPassword(password: string): Promise<boolean> {
  const words = await (known ??= load());
  const lower = password.toLowerCase();
  const bare = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const half = lower.slice(0, lower.length / 2);
  if ([lower, bare].some((word) => words.has(word))) return true;
  if (half.repeat(2) === lower && words.has(half)) return true;
  return new Set(lower).size < 5;
}
