import { sql } from 'kysely';

import type { Recorder } from '../audit/record.ts';

/** Requests given to new receivers per run of a job; the next run continues from there. */
export const givenAtOnce = 500;

/** SQL condition: user `u` can work a queue. */
export const worksQueues = sql<boolean>`u.is_active and exists (select from user_permission q
  where q.user_id = u.user_id and q.permission = 'ManageWorkQueues')`;

/** A user in whose name a job acts. */
export function recorderOf(userId: number): Recorder {
  return { userId, onBehalfOfUserId: null, sessionId: null, ip: null };
}
