import type { InputOf } from '@careloop/contracts/endpoint';
import type { receiveTextReply } from '@careloop/contracts/sharing/sms';
import { sql } from 'kysely';

import { sightOfUser, userSeesByTeamOrClient } from '../../../core/access/patientAccess.ts';
import { recordReceived } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { e164 } from '../../../core/integrations/e164.ts';
import { keepOptOut, optOutWord } from '../../../core/integrations/text-messages/optOut.ts';
import { publish } from '../../../platform/realtime/publish.ts';
import { userRoom } from '../../../platform/realtime/rooms.ts';
import { findClientOfNumber, storedFormatsOf } from './queries/replies.ts';
import { publishTextsChanged } from './publishTextsChanged.ts';

/** A reply is matched to texts sent to its number within this many days. */
const replyDays = 30;
/** Above the maximum length that a network delivers in one message. */
const longestReply = 2_000;

/** The text message a reply belongs to. */
interface Answered {
  deliveryId: number;
  patientId: number;
  /** The sender, and the user in whose name it was sent. */
  senderIds: (number | null)[];
}

/** Stores a received text, once per message id of the service, and performs the action of its keyword. */
export async function receiveReply(
  db: Db,
  { MessageSid, From, Body }: InputOf<typeof receiveTextReply>,
  ip: string,
): Promise<void> {
  const number = e164(From);
  // A short code or a name, which the product never texts.
  if (number === null) return;
  const body = Body.replaceAll('\0', '').slice(0, longestReply).toWellFormed();
  const answered = await findAnswered(db, number);
  const kept = await db
    .insertInto('sms_reply')
    .values({
      vendor_reference: MessageSid,
      from_phone: number,
      body,
      delivery_id: answered?.deliveryId ?? null,
      patient_id: answered?.patientId ?? null,
      client_id: answered === null ? await findClientOfNumber(db, number) : null,
    })
    .onConflict((conflict) => conflict.column('vendor_reference').doNothing())
    .returning('sms_reply_id as smsReplyId')
    .executeTakeFirst();
  if (kept === undefined) return;
  const asked = optOutWord(body);
  if (asked !== null) await keepOptOut(db, number, asked.isOptedOut, asked.word);
  await recordReceived(db, ip, {
    action: 'text-message.received',
    patientId: answered?.patientId ?? null,
    subjectType: 'sms_reply',
    subjectId: kept.smsReplyId,
    ...(asked !== null && { details: { isOptedOut: asked.isOptedOut } }),
  });
  if (answered === null) return;
  await publishTextsChanged(db, answered.patientId);
  await publishToSenders(db, answered, kept.smsReplyId);
}

/**
 * The latest text message to a number within 30 days, if all of them were about the same patient. A number used for several
 * patients, or also by a user, may belong to several people, so it is unknown who replied and to what (docs/domain/sharing.md).
 */
async function findAnswered(db: Db, number: string): Promise<Answered | null> {
  const sameNumber = sql`d.channel = 'sms' and d.recipient_address = any(${storedFormatsOf(number)})
    and d.created_at > now() - ${replyDays} * interval '1 day'`;
  const answered = shape<Answered, { latest: 'delivery' }>({
    deliveryId: 'latest.delivery_id',
    patientId: sql`latest.patient_id`,
    senderIds: sql`array[latest.created_by_user_id, latest.on_behalf_of_user_id]`,
  });
  const { rows } = await answered.from`(select * from delivery d where ${sameNumber}
      order by d.delivery_id desc limit 1) latest
    where latest.patient_id is not null and not exists (select from delivery d where ${sameNumber}
      and (d.patient_id is distinct from latest.patient_id or d.created_by_user_id is null))`.execute(db);
  return rows[0] ?? null;
}

/** Notifies the sender and principal of the message, if they still may see the patient. */
async function publishToSenders(db: Db, { patientId, senderIds }: Answered, smsReplyId: number): Promise<void> {
  for (const userId of new Set(senderIds)) {
    if (userId === null) continue;
    const sees = userSeesByTeamOrClient(sightOfUser(sql`${userId}::bigint`), sql`${patientId}::bigint`);
    const { rows } = await sql`select 1 where ${sees}`.execute(db);
    if (rows.length > 0) {
      await publish(db, [userRoom(userId)], 'TextReplyReceivedEvent', { patientId, userId, smsReplyId });
    }
  }
}
