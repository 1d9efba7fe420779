import { sql } from 'kysely';

import { inTransaction, inTransactionOnce } from '../db/transaction.ts';
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
  consultationId?: number | null;
  recipientUserId: number | null;
  recipientAddress: string;
  senderAddress: string;
  subject: string | null;
  body: string;
}

export interface DeliveryOptions {
  /** Who hears of it, besides the recipient and the client's room. */
  rooms?: readonly Room[];
  /** Puts into the text what must not stand in the ledger; the same at every attempt. */
  complete?: (body: string) => string;
}

/**
 * Writes what is to leave, once for each key, and sends it unless it was delivered before: a later call with the key
 * sends what the first one wrote. The row is locked until the outcome is kept, so two workers never send it at once,
 * and what was delivered is never sent again. (A process that is killed after the vendor took the message and before
 * that is kept sends it a second time, with the same message id, by which mail servers know it.)
 * @returns `failed` when trying again is of no use
 * @throws when it failed and may succeed later: the job that called should run again
 */
export async function deliver(
  db: Database,
  sender: EmailSender,
  content: NewDelivery,
  dedupeKey: string,
  { rooms = [], complete = (body) => body }: DeliveryOptions = {},
): Promise<'delivered' | 'failed'> {
  const deliveryId = await inTransaction(db, (own) => markSending(own, content, dedupeKey, rooms));
  if (deliveryId === null) return 'delivered';
  // Not retried like other transactions: it would send the message again.
  const outcome = await inTransactionOnce(db, async (own) => {
    const delivery = await lockDelivery(own, dedupeKey);
    if (delivery.status === 'delivered') return { delivered: true } as const;
    const attempt = await send(sender, { ...delivery, body: complete(delivery.body) });
    await keepAttempt(own, delivery, sender.vendor, attempt);
    await publishChange(own, delivery, rooms);
    return attempt;
  });
  if (outcome.delivered) return 'delivered';
  if (outcome.isFinal) return 'failed';
  throw outcome.error;
}

/** Writes a delivery that cannot be made at all, for want of an address for instance; once for each key. */
export async function failDelivery(db: Database, content: NewDelivery, dedupeKey: string, why: string): Promise<void> {
  await inTransaction(db, async (own) => {
    const delivery = await insertDelivery(own, content, dedupeKey, 'queued');
    if (delivery === undefined) return;
    await keepAttempt(own, delivery, 'none', { delivered: false, error: new Error(why), isFinal: true });
    await publishChange(own, delivery, []);
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

/** Shown while the vendor is asked. @returns null when it is delivered already */
async function markSending(
  db: Db,
  content: NewDelivery,
  dedupeKey: string,
  rooms: readonly Room[],
): Promise<number | null> {
  const added = await insertDelivery(db, content, dedupeKey, 'sending');
  const delivery = added ?? (await lockDelivery(db, dedupeKey));
  const { delivery_id: deliveryId, status } = delivery;
  if (status === 'delivered') return null;
  if (status !== 'sending') {
    await db.updateTable('delivery').set({ status: 'sending' }).where('delivery_id', '=', deliveryId).execute();
  }
  await publishChange(db, delivery, rooms);
  return deliveryId;
}

/** @returns undefined when there is one with this key, whose content stays as it is */
async function insertDelivery(
  db: Db,
  content: NewDelivery,
  dedupeKey: string,
  status: 'queued' | 'sending',
): Promise<Delivery | undefined> {
  return await db
    .insertInto('delivery')
    .values({
      channel: content.channel,
      client_id: content.clientId,
      patient_id: content.patientId,
      referral_id: content.referralId,
      consultation_id: content.consultationId ?? null,
      recipient_user_id: content.recipientUserId,
      recipient_address: content.recipientAddress,
      sender_address: content.senderAddress,
      subject: content.subject,
      body: content.body,
      dedupe_key: dedupeKey,
      status,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

async function lockDelivery(db: Db, dedupeKey: string): Promise<Delivery> {
  const delivery = await db
    .selectFrom('delivery')
    .selectAll()
    .where('dedupe_key', '=', dedupeKey)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (delivery === undefined) throw new Error(`The delivery ${dedupeKey} is being sent elsewhere`);
  return delivery;
}

async function keepAttempt(db: Db, delivery: Delivery, vendor: string, attempt: Attempt): Promise<void> {
  await db
    .with('attempt', (own) =>
      own.insertInto('delivery_attempt').values({
        delivery_id: delivery.delivery_id,
        // The transaction began before the vendor was asked.
        attempted_at: sql`clock_timestamp()`,
        outcome: attempt.delivered ? 'delivered' : 'failed',
        vendor,
        vendor_reference: attempt.delivered ? attempt.vendorReference : null,
        error: attempt.delivered ? null : attempt.error.message.slice(0, 1_000),
      }),
    )
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
  const { delivery_id: deliveryId, referral_id: referralId, consultation_id: consultationId } = delivery;
  const recipient = delivery.recipient_user_id === null ? [] : [userRoom(delivery.recipient_user_id)];
  const client = delivery.client_id === null ? [] : [clientRoom(delivery.client_id)];
  await publish(db, [...recipient, ...client, ...rooms], 'DeliveryChangedEvent', {
    deliveryId,
    referralId,
    ...(consultationId !== null && { careCoordinatorRequestId: consultationId }),
  });
}
