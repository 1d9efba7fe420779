import type { Ending } from './gate.ts';
import { keep, recall } from '../lib/storage.ts';

// How the session of this tab ended, stored so that a reload still shows it and single sign-on does not sign the next
// person in unasked. Only the reason is stored, no user.

const key = 'careloop-session-ended';
const remembered: readonly Ending[] = [
  'signedOut',
  'signedOutElsewhere',
  'endedElsewhere',
  'inactivity',
  'lifetime',
  'invalid',
];

export function rememberEnding(ending: Ending): void {
  if (remembered.includes(ending)) keep('session', key, ending);
}

export function recallEnding(): Ending | undefined {
  const kept = recall('session', key);
  return remembered.find((ending) => ending === kept);
}

export function forgetEnding(): void {
  keep('session', key, undefined);
}
