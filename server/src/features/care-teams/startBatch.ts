import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Decision } from './answerInvitation.ts';
import { processInvitations } from './jobs.ts';

/** Hands many answers over to a job, which is enqueued in the caller's transaction. */
export async function startBatch(db: Db, actor: Actor, careTeamMemberIds: readonly number[], answers: Decision) {
  const { invite_batch_id: inviteBatchId } = await db
    .insertInto('invite_batch')
    .values({
      user_id: actor.userId,
      on_behalf_of_user_id: actor.onBehalfOfUserId,
      session_id: actor.sessionId,
      ip: actor.ip,
      is_accepting: answers.isAccepting,
      reason: answers.reason,
    })
    .returning('invite_batch_id')
    .executeTakeFirstOrThrow();
  await sql`insert into invite_batch_item (invite_batch_id, care_team_member_id)
    select ${inviteBatchId}, id from unnest(${[...new Set(careTeamMemberIds)]}::bigint[]) with ordinality as i(id, place)
    order by place`.execute(db);
  await enqueue(db, processInvitations, { inviteBatchId });
  return { inviteBatchId };
}
