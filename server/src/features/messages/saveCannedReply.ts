import type { InputOf } from '@careloop/contracts/endpoint';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import type { saveCannedReply as saveEndpoint } from '@careloop/contracts/messages/cannedReplies';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { refused } from '../../platform/errors.ts';

type Input = InputOf<typeof saveEndpoint>;

const columnsOf = writes<Input, 'canned_reply', 'cannedReplyId'>()({ title: 'title', message: 'message' });

/** @throws AppError `refused` if there are too many, or it does not exist or belongs to another user */
export async function saveCannedReply(db: Db, actor: Actor, input: Input) {
  const { cannedReplyId } = input;
  const values = columnsOf(input);
  const saved = cannedReplyId
    ? await db
        .updateTable('canned_reply')
        .set(values)
        .where('canned_reply_id', '=', cannedReplyId)
        .where('user_id', '=', actor.userId)
        .returning('canned_reply_id')
        .executeTakeFirst()
    : await addCannedReply(db, actor.userId, values);
  if (saved === undefined) throw gone();
  await recordChange(db, actor, 'canned_reply.saved', saved.canned_reply_id);
  return { cannedReplyId: saved.canned_reply_id };
}

async function addCannedReply(db: Db, userId: number, values: ReturnType<typeof columnsOf>) {
  // Lock the user's row, so that concurrent saves respect the limit.
  await sql`select from user_account where user_id = ${userId} for no key update`.execute(db);
  const { count } = await db
    .selectFrom('canned_reply')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (count >= messageLimits.cannedReplies) throw refused(messageTexts.tooManyCannedReplies);
  return db
    .insertInto('canned_reply')
    .values({ user_id: userId, ...values })
    .returning('canned_reply_id')
    .executeTakeFirst();
}

export async function removeCannedReply(db: Db, actor: Actor, cannedReplyId: number): Promise<void> {
  const removed = await db
    .deleteFrom('canned_reply')
    .where('canned_reply_id', '=', cannedReplyId)
    .where('user_id', '=', actor.userId)
    .returning('canned_reply_id')
    .executeTakeFirst();
  if (removed === undefined) throw gone();
  await recordChange(db, actor, 'canned_reply.removed', cannedReplyId);
}

function gone() {
  return refused(messageTexts.noCannedReply);
}

function recordChange(db: Db, actor: Actor, action: string, subjectId: number) {
  return record(db, actor, { action, subjectType: 'canned_reply', subjectId });
}
