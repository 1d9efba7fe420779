import type { TextMessage } from '@careloop/contracts/sharing/sms';
import { sql } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import { deniedPatient, maySeePatient } from '../../../../core/access/patientAccess.ts';
import { userName } from '../../../../platform/identity/userName.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { readCursor, writeCursor } from '../../../../platform/db/cursor.ts';
import { iso, shape } from '../../../../platform/db/shape.ts';
import { latestError, shownStatus } from '../../../../core/integrations/deliveryShape.ts';
import { keptDigits } from '../../../../core/integrations/e164.ts';
import { isDeceased } from '../../../patients/shared/queries/patients.ts';
import { isPatientSeenInEmergency } from '../../../patients/shared/queries/records.ts';
import type { TextedPatientRow } from '../textPolicy.ts';

/** @throws AppError `unauthorized_patient` */
export async function findTextedPatient(db: Db, actor: Actor, patientId: number): Promise<TextedPatientRow> {
  const row = shape<TextedPatientRow, { p: 'patient' }>({
    patientId: 'p.patient_id',
    clientId: 'p.client_id',
    isEmergencyOnly: isPatientSeenInEmergency(actor),
    isDeceased,
  });
  const { rows } = await row.from`patient p where p.patient_id = ${patientId} and ${maySeePatient(actor)}`.execute(db);
  if (rows[0] === undefined) throw await deniedPatient(db, actor, patientId);
  return rows[0];
}

const sentText = shape<TextMessage, { d: 'delivery' }>({
  deliveryId: 'd.delivery_id',
  smsReplyId: sql`null::bigint`,
  at: iso('d.created_at'),
  phoneNumber: 'd.recipient_address',
  messageText: 'd.body',
  recipientName: 'd.recipient_name',
  status: shownStatus,
  error: sql`case when d.status in ('failed', 'unknown') then ${latestError} end`,
  isFailureSeen: sql<boolean>`d.failure_seen_at is not null`,
  sentBy: userName('d.created_by_user_id'),
  onBehalfOf: userName('d.on_behalf_of_user_id'),
});

const reply = shape<TextMessage, { r: 'sms_reply' }>({
  deliveryId: sql`null::bigint`,
  smsReplyId: 'r.sms_reply_id',
  at: iso('r.received_at'),
  phoneNumber: 'r.from_phone',
  messageText: 'r.body',
  recipientName: sql`null::text`,
  status: sql`null::text`,
  error: sql`null::text`,
  isFailureSeen: sql<boolean>`false`,
  sentBy: sql`null::text`,
  onBehalfOf: sql`null::text`,
});

/** Sorts after every id, so the first page of both ranges starts at the end. */
const noneYet = Number.MAX_SAFE_INTEGER;

/**
 * Text messages to a patient and the replies, latest first: two index ranges, merged. The cursor holds the position in each.
 * The caller has checked access to the patient.
 */
export async function findTextMessages(db: Db, patientId: number, cursor: string | undefined, pageSize: number) {
  const after = readCursor(cursor);
  let beforeReply = noneYet;
  if (after !== null && /^\d{1,16}$/.test(after.key)) beforeReply = Number(after.key);
  let beforeDelivery = after?.id ?? noneYet;
  const [sent, replies] = await Promise.all([
    sentText.from`delivery d where d.patient_id = ${patientId} and d.channel = 'sms' and d.created_by_user_id is not null
      and d.delivery_id < ${beforeDelivery} order by d.delivery_id desc limit ${pageSize + 1}`.execute(db),
    reply.from`sms_reply r where r.patient_id = ${patientId} and r.sms_reply_id < ${beforeReply}
      order by r.sms_reply_id desc limit ${pageSize + 1}`.execute(db),
  ]);
  const items: TextMessage[] = [];
  const [open, answers] = [[...sent.rows], [...replies.rows]];
  while (items.length < pageSize) {
    const [text, answer] = [open[0], answers[0]];
    const isText = text !== undefined && (answer === undefined || text.at >= answer.at);
    const next = isText ? open.shift() : answers.shift();
    if (next === undefined) break;
    beforeDelivery = next.deliveryId ?? beforeDelivery;
    beforeReply = next.smsReplyId ?? beforeReply;
    items.push({ ...next, phoneNumber: keptDigits(next.phoneNumber) });
  }
  const hasMore = open.length + answers.length > 0;
  return { items, nextCursor: hasMore ? writeCursor({ key: String(beforeReply), id: beforeDelivery }) : null };
}
