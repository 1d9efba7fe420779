import {
  assignReply,
  dismissReply,
  listUnassignedReplies,
  unassignedReplyTexts,
} from '@careloop/contracts/sharing/unassignedReplies';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { AppError, invalidInput } from '../../../platform/errors.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { replyPolicy } from './replyPolicy.ts';
import type { UnassignedReplyRow } from './replyPolicy.ts';
import { findAnsweredText, findUnassignedReplies, lockUnassignedReply } from './queries/replies.ts';
import { publishTextsChanged } from './publishTextsChanged.ts';

/** Routes for text replies that belong to no patient yet (docs/domain/sharing.md). */
export function replyRoutes(app: App): void {
  route(app, listUnassignedReplies, async ({ input: { clientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'client', subjectId: clientId });
    if (!actor.clientIds.includes(clientId)) throw new AppError('forbidden');
    return await findUnassignedReplies(db, actor, clientId);
  });

  route(app, assignReply, async ({ input: { smsReplyId, patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId, subjectType: 'sms_reply', subjectId: smsReplyId });
    const reply = authorize(actor, replyPolicy, 'settle', await lockUnassignedReply(db, actor, smsReplyId));
    return await assign(db, actor, reply, patientId);
  });

  route(app, dismissReply, async ({ input: { smsReplyId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'sms_reply', subjectId: smsReplyId });
    const reply = authorize(actor, replyPolicy, 'settle', await lockUnassignedReply(db, actor, smsReplyId));
    return await settle(db, actor, reply, null);
  });
}

type Reply = Authorized<UnassignedReplyRow, 'settle'>;

async function assign(db: Db, actor: Actor, reply: Reply, patientId: number) {
  const deliveryId = await findAnsweredText(db, actor, reply, patientId);
  if (deliveryId === null) throw invalidInput({ patientId: unassignedReplyTexts.notTheirNumber });
  await settle(db, actor, reply, { patientId, deliveryId });
  await publishTextsChanged(db, patientId);
  return { smsReplyId: reply.smsReplyId };
}

async function settle(
  db: Db,
  actor: Actor,
  { smsReplyId }: Reply,
  answered: { patientId: number; deliveryId: number } | null,
) {
  await db
    .updateTable('sms_reply')
    .set({
      settled_at: sql<Date>`now()`,
      settled_by_user_id: actor.userId,
      ...(answered !== null && { patient_id: answered.patientId, delivery_id: answered.deliveryId }),
    })
    .where('sms_reply_id', '=', smsReplyId)
    .execute();
  await record(db, actor, {
    action: answered === null ? 'text-reply.dismissed' : 'text-reply.assigned',
    patientId: answered?.patientId ?? null,
    subjectType: 'sms_reply',
    subjectId: smsReplyId,
  });
  return { smsReplyId };
}
