import { unassignedRepliesShown } from '@careloop/contracts/sharing/unassignedReplies';
import type { UnassignedReply } from '@careloop/contracts/sharing/unassignedReplies';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import { maySeePatient } from '../../../../core/access/patientAccess.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { iso, shape } from '../../../../platform/db/shape.ts';
import { AppError } from '../../../../platform/errors.ts';
import { keptDigits } from '../../../../core/integrations/e164.ts';
import { patientSummary } from '../../../patients/shared/queries/patients.ts';
import type { UnassignedReplyRow } from '../replyPolicy.ts';

/** Number of the latest texts to a number that determine which client a reply belongs to. */
const latestTexts = 50;

/** All formats in which a number may be stored, as an SQL array; users' numbers are stored as typed. */
export function storedFormatsOf(number: string): RawBuilder<unknown> {
  const digits = keptDigits(number);
  return sql`${[number, digits, `1${digits}`]}::text[]`;
}

/** The one client that recently texted a number; null if there is none or several. */
export async function findClientOfNumber(db: Db, number: string): Promise<number | null> {
  const { rows } = await sql<{ client_id: number }>`
    select min(client_id) as client_id from (
      select coalesce(p.client_id, u.origin_client_id) as client_id
      from delivery d left join patient p on p.patient_id = d.patient_id
        left join user_account u on u.user_id = d.recipient_user_id
      where d.channel = 'sms' and d.recipient_address = any(${storedFormatsOf(number)})
      order by d.delivery_id desc limit ${latestTexts}) texts
    having count(distinct client_id) = 1 and bool_and(client_id is not null)`.execute(db);
  return rows[0]?.client_id ?? null;
}

/** Patients `p` of a client who were texted at a number and whom the actor may see. */
function candidatesOf(actor: Actor, phone: RawBuilder<unknown>, clientId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`patient p where p.client_id = ${clientId} and ${maySeePatient(actor)} and p.patient_id in (
    select d.patient_id from delivery d where d.channel = 'sms' and d.patient_id is not null
      and d.recipient_address in (${phone}, right(${phone}, 10), right(${phone}, 11)))`;
}

const isOpen = sql`r.patient_id is null and r.settled_at is null`;

/** Replies of a client without a patient. The caller has checked access to the client. */
export async function findUnassignedReplies(db: Db, actor: Actor, clientId: number) {
  const row = shape<UnassignedReply & { count: number }, { r: 'sms_reply' }>({
    smsReplyId: 'r.sms_reply_id',
    receivedAt: iso('r.received_at'),
    phoneNumber: 'r.from_phone',
    messageText: 'r.body',
    candidates: patientSummary.jsonArray({
      from: candidatesOf(actor, sql`r.from_phone`, sql`r.client_id`),
      orderBy: sql`p.last_name, p.first_name, p.patient_id`,
    }),
    count: sql<number>`count(*) over ()::int`,
  });
  const { rows } = await row.from`sms_reply r where r.client_id = ${clientId} and ${isOpen}
    order by r.sms_reply_id desc limit ${unassignedRepliesShown}`.execute(db);
  const items = rows.map(({ count: _count, ...item }) => ({ ...item, phoneNumber: keptDigits(item.phoneNumber) }));
  return { items, count: rows[0]?.count ?? 0 };
}

/**
 * Locks the reply until the transaction ends. A reply of another client results in the same error as a missing one.
 * @throws AppError `not_found`
 */
export async function lockUnassignedReply(db: Db, actor: Actor, smsReplyId: number): Promise<UnassignedReplyRow> {
  const { rows } = await shape<UnassignedReplyRow, { r: 'sms_reply' }>({
    smsReplyId: 'r.sms_reply_id',
    clientId: sql<number>`r.client_id`,
    phone: 'r.from_phone',
    isSettled: sql<boolean>`not (${isOpen})`,
  }).from`sms_reply r where r.sms_reply_id = ${smsReplyId}
    and r.client_id = any(${actor.clientIds}::bigint[]) for update`.execute(db);
  if (rows[0] === undefined) throw new AppError('not_found');
  return rows[0];
}

/** The latest text message to a candidate at the number of a reply; null if the patient is not a candidate. */
export async function findAnsweredText(db: Db, actor: Actor, reply: UnassignedReplyRow, patientId: number) {
  const { rows } = await sql<{ delivery_id: number }>`
    select d.delivery_id from delivery d
    where d.patient_id = ${patientId} and d.channel = 'sms' and d.recipient_address = any(${storedFormatsOf(reply.phone)})
      and exists (select from ${candidatesOf(actor, sql`${reply.phone}::text`, sql`${reply.clientId}::bigint`)}
        and p.patient_id = d.patient_id)
    order by d.delivery_id desc limit 1`.execute(db);
  return rows[0]?.delivery_id ?? null;
}
