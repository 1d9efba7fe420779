import { sql } from 'kysely';

import { publish } from '../realtime/publish.ts';
import { clientRoom, userRoom } from '../realtime/rooms.ts';
import { UndeliverableError } from './email/port.ts';

import type { Selectable } from 'kysely';
import type { Database, Db } from '../db/client.ts';
import type { Delivery as DeliveryTable } from '../db/types.ts';
import type { Room } from '../realtime/rooms.ts';
import type { EmailMessage, EmailSender } from './email/port.ts';

// The ledger of everything that leaves the product: what exactly, to whom, and every attempt.

type Delivery = Selectable<DeliveryTable>;

export interface NewDelivery {
  channel: 'email' | 'direct' | 'sms' | 'fax' | 'emr';
  clientId: number | null;
  patientId: number | null;
  referralId: number | null;
  recipientUserId: number | null;
  recipientAddress: string;
  senderAddress: string;
  subject: string | null;
  body: string;
}

/**
 * Writes what is to leave, once for each key: a second call with the key changes nothing and answers the first one's id.
 * From here on the content never changes, so every attempt sends the same.
 */
export async function queueDelivery(db: Db, delivery: NewDelivery, dedupeKey: string): Promise<number> {
  const added = await db
    .insertInto('delivery')
    .values({
      channel: delivery.channel,
      client_id: delivery.clientId,
      patient_id: delivery.patientId,
      referral_id: delivery.referralId,
      recipient_user_id: delivery.recipientUserId,
      recipient_address: delivery.recipientAddress,
      sender_address: delivery.senderAddress,
      subject: delivery.subject,
      body: delivery.body,
      dedupe_key: dedupeKey,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (added !== undefined) {
    await publishChange(db, added, []);
    return added.delivery_id;
  }
  const { delivery_id: deliveryId } = await db
    .selectFrom('delivery')
    .select('delivery_id')
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirstOrThrow();
  return deliveryId;
}

/**
 * Sends a delivery that was not delivered yet, and keeps the attempt. The row is locked until the outcome is kept, so two
 * workers never send it at once, and what was delivered is never sent again. (A process that is killed after the vendor
 * took the message and before that is kept sends it a second time, with the same message id, by which mail servers know
 * it.)
 * @param rooms who hears of it, beside the recipient and the client's room
 * @param complete puts into the text what must not stand in the ledger; the same at every attempt
 * @returns `failed` when trying again is of no use
 * @throws when it failed and may succeed later: the job that called should run again
 */
export async function attemptDelivery(
  db: Database,
  sender: EmailSender,
  deliveryId: number,
  rooms: readonly Room[] = [],
  complete: (body: string) => string = (body) => body,
): Promise<'delivered' | 'failed'> {
  const sending = await markSending(db, deliveryId, rooms);
  if (!sending) return 'delivered';
  const outcome = await db.transaction().execute(async (transaction) => {
    const delivery = await lockDelivery(transaction, deliveryId);
    if (delivery.status === 'delivered') return { delivered: true } as const;
    const attempt = await send(sender, { ...delivery, body: complete(delivery.body) });
    await keepAttempt(transaction, delivery, sender.vendor, attempt);
    await publishChange(transaction, delivery, rooms);
    return attempt;
  });
  if (outcome.delivered) return 'delivered';
  if (outcome.isFinal) return 'failed';
  throw outcome.error;
}

/** Keeps that a delivery cannot be made at all, for want of an address for instance; once, however often it is called. */
export async function failDelivery(db: Database, deliveryId: number, why: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const delivery = await lockDelivery(transaction, deliveryId);
    if (delivery.status !== 'queued') return;
    await keepAttempt(transaction, delivery, 'none', { delivered: false, error: new Error(why), isFinal: true });
    await publishChange(transaction, delivery, []);
  });
}

type Attempt =
  | { delivered: true; vendorReference: string | null }
  | { delivered: false; error: Error; isFinal: boolean };

async function send(sender: EmailSender, delivery: Delivery): Promise<Attempt> {
  try {
    const { vendorReference } = await sender.send(emailOf(delivery));
    return { delivered: true, vendorReference };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { delivered: false, error, isFinal: error instanceof UndeliverableError };
  }
}

/** Everything in it comes from the row, so that it is the same at every attempt. */
function emailOf(delivery: Delivery): EmailMessage {
  const domain = delivery.sender_address.replace(/^.*@/, '');
  return {
    to: delivery.recipient_address,
    from: delivery.sender_address,
    subject: delivery.subject ?? '',
    text: delivery.body,
    messageId: `<delivery-${delivery.delivery_id}-${delivery.created_at.getTime()}@${domain}>`,
    date: delivery.created_at,
  };
}

/** Shown while the vendor is asked. @returns false when it is delivered already */
async function markSending(db: Database, deliveryId: number, rooms: readonly Room[]): Promise<boolean> {
  return await db.transaction().execute(async (transaction) => {
    const delivery = await lockDelivery(transaction, deliveryId);
    if (delivery.status === 'delivered') return false;
    await transaction
      .updateTable('delivery')
      .set({ status: 'sending' })
      .where('delivery_id', '=', deliveryId)
      .execute();
    await publishChange(transaction, delivery, rooms);
    return true;
  });
}

async function lockDelivery(db: Db, deliveryId: number): Promise<Delivery> {
  const ofId = db.selectFrom('delivery').selectAll().where('delivery_id', '=', deliveryId);
  const delivery = await ofId.forUpdate().skipLocked().executeTakeFirst();
  if (delivery !== undefined) return delivery;
  const exists = (await ofId.executeTakeFirst()) !== undefined;
  throw new Error(`The delivery ${deliveryId} ${exists ? 'is being sent elsewhere' : 'does not exist'}`);
}

async function keepAttempt(db: Db, delivery: Delivery, vendor: string, attempt: Attempt): Promise<void> {
  await db
    .insertInto('delivery_attempt')
    .values({
      delivery_id: delivery.delivery_id,
      // The transaction began before the vendor was asked.
      attempted_at: sql`clock_timestamp()`,
      outcome: attempt.delivered ? 'delivered' : 'failed',
      vendor,
      vendor_reference: attempt.delivered ? attempt.vendorReference : null,
      error: attempt.delivered ? null : attempt.error.message.slice(0, 1_000),
    })
    .execute();
  await db
    .updateTable('delivery')
    .set({
      status: attempt.delivered ? 'delivered' : 'failed',
      vendor: attempt.delivered ? vendor : null,
      delivered_at: attempt.delivered ? sql<Date>`clock_timestamp()` : null,
    })
    .where('delivery_id', '=', delivery.delivery_id)
    .execute();
}

async function publishChange(db: Db, delivery: Delivery, rooms: readonly Room[]): Promise<void> {
  const { delivery_id: deliveryId, referral_id: referralId } = delivery;
  const recipient = delivery.recipient_user_id === null ? [] : [userRoom(delivery.recipient_user_id)];
  const client = delivery.client_id === null ? [] : [clientRoom(delivery.client_id)];
  await publish(db, [...recipient, ...client, ...rooms], 'DeliveryChangedEvent', { deliveryId, referralId });
}
