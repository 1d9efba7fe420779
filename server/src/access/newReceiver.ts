import type { Recorder } from '../audit/record.ts';

/** Requests given to new receivers per run of a job; the next run continues from there. */
export const givenAtOnce = 500;

/** A user in whose name a job acts. */
export function recorderOf(userId: number): Recorder {
  return { userId, onBehalfOfUserId: null, sessionId: null, ip: null };
}
