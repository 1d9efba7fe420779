import type { Ending } from './gate.ts';
import { keep, recall } from '../lib/storage.ts';

// How the session of this tab ended, so that it is still told after a reload, and single sign-on does not let the
// next person in unasked. The word alone is kept, of nobody.

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
