import type { InputOf } from '@careloop/contracts/endpoint';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import type { saveCannedReply as saveEndpoint } from '@careloop/contracts/messages/cannedReplies';

import type { Actor } from '../../platform/identity/actor.ts';
import { lockUserRow } from '../../platform/identity/lockUserRow.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { onConstraint } from '../../platform/db/errors.ts';
import { invalidInput, refused } from '../../platform/errors.ts';

type Input = InputOf<typeof saveEndpoint>;

const columnsOf = writes<Input, 'canned_reply', 'cannedReplyId'>()({ title: 'title', message: 'message' });

const takenTitle = { canned_reply_title: () => invalidInput({ title: messageTexts.cannedReplyTitleTaken }) };

/**
 * @throws AppError `refused` if there are too many, or it does not exist or belongs to another user; `invalid_input` if the user
 * has another one with this title
 */
export async function saveCannedReply(db: Db, actor: Actor, input: Input) {
  const { cannedReplyId } = input;
  const values = columnsOf(input);
  const saving = cannedReplyId
    ? changeCannedReply(db, actor.userId, cannedReplyId, values)
    : addCannedReply(db, actor.userId, values);
  const saved = await onConstraint(saving, takenTitle);
  if (saved === undefined) throw gone();
  await recordChange(db, actor, 'canned_reply.saved', saved.canned_reply_id);
  return { cannedReplyId: saved.canned_reply_id };
}

function changeCannedReply(db: Db, userId: number, cannedReplyId: number, values: ReturnType<typeof columnsOf>) {
  return db
    .updateTable('canned_reply')
    .set(values)
    .where('canned_reply_id', '=', cannedReplyId)
    .where('user_id', '=', userId)
    .returning('canned_reply_id')
    .executeTakeFirst();
}

async function addCannedReply(db: Db, userId: number, values: ReturnType<typeof columnsOf>) {
  await lockUserRow(db, userId);
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
