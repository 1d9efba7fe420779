import { inTransaction, inTransactionOnce } from '../db/transaction.ts';
import {
  addAttempt,
  sentAttemptOf,
  insertDelivery,
  keepAttempt,
  latestAttempt,
  lockDelivery,
  publishChange,
} from './deliveryRows.ts';
import { NotTakenError, UndeliverableError } from './sender.ts';

import type { Database, Db } from '../db/client.ts';
import type { Room } from '../realtime/rooms.ts';
import type { Attempt, AttemptEnd, Delivery, NewDelivery } from './deliveryRows.ts';
import type { DeliverySender, OutgoingMessage } from './sender.ts';

// The ledger of everything sent from the product: the exact content, the recipient, and every attempt
// (docs/domain/sharing.md).

export interface DeliveryOptions {
  /** Further rooms to notify, besides the recipient, the sender and the client's coordinators. */
  rooms?: readonly Room[];
  /** Adds to the text what must not be stored in the ledger; must give the same text at every attempt. */
  complete?: (body: string) => string;
  /** Reads the packet to attach. */
  packet?: (delivery: Delivery) => Promise<OutgoingMessage['packet']>;
  /** The calling job will run again if this throws; until then the delivery counts as queued, not failed. */
  willRunAgain?: boolean;
}

/** Longer than any vendor call takes. An attempt without a response after this time was lost with its process. */
const maxSendMs = 120_000;

/** `sending`: the vendor has accepted it and reports later. `unknown`: it may or may not have been sent; a user decides. */
export type DeliveryResult = 'delivered' | 'failed' | 'sending' | 'unknown';

/**
 * Writes a delivery to the ledger, once per key, and sends it unless it was already delivered. A later call with the same
 * key sends the content written by the first.
 * @returns `failed` if a retry cannot succeed
 * @throws if it failed but may succeed later; the calling job should run again
 */
export async function deliver(
  db: Database,
  sender: DeliverySender,
  content: NewDelivery,
  dedupeKey: string,
  options: DeliveryOptions = {},
): Promise<DeliveryResult> {
  await inTransaction(db, (own) => insertDelivery(own, content, dedupeKey, 'sending'));
  return await sendDelivery(db, sender, dedupeKey, options);
}

/**
 * Sends a delivery from the ledger. The attempt is stored before the vendor is called, and the row is locked until the
 * result is stored, so two workers never send at once. An attempt whose result was lost, for example with its process, is
 * looked up at the vendor before another one is made. If the vendor offers no lookup, the message is repeated where that is
 * safe (mail servers recognize a duplicate by its message id), otherwise the delivery stays `unknown`.
 */
export async function sendDelivery(
  db: Database,
  sender: DeliverySender,
  dedupeKey: string,
  options: DeliveryOptions = {},
): Promise<DeliveryResult> {
  const { rooms = [] } = options;
  const next = await inTransaction(db, (own) => nextStep(own, sender, dedupeKey, rooms));
  if ('result' in next) return next.result;
  // No automatic transaction retry: it would send the message again.
  const end = await inTransactionOnce(db, async (own) => {
    // This worker owns the attempt, so waiting is short: other workers hold the row only to see that.
    const delivery = await lockDelivery(own, dedupeKey, { waits: true });
    const latest = await latestAttempt(own, delivery.delivery_id);
    if (latest?.delivery_attempt_id !== next.attempt.delivery_attempt_id || latest.outcome !== 'asked') {
      throw new Error(`The delivery ${dedupeKey} is being sent elsewhere`);
    }
    const ended = next.isLost
      ? await lookUp(sender, delivery, next.attempt)
      : await ask(sender, delivery, next.attempt, options);
    await keepAttempt(own, next.attempt, ended, options.willRunAgain === true && ended.retry !== undefined);
    await publishChange(own, delivery, rooms);
    return ended;
  });
  if (end.isRepeated === true) return await sendDelivery(db, sender, dedupeKey, options);
  if (end.retry !== undefined) throw end.retry;
  return end.outcome === 'asked' || end.outcome === 'accepted' ? 'sending' : end.outcome;
}

/** Stores a delivery that cannot be sent at all, for example without an address, as failed; once per key. */
export async function failDelivery(db: Database, content: NewDelivery, dedupeKey: string, why: string): Promise<void> {
  await inTransaction(db, async (own) => {
    const delivery = await insertDelivery(own, content, dedupeKey, 'queued');
    if (delivery === undefined) return;
    const attempt = await addAttempt(own, delivery.delivery_id, 'none');
    await keepAttempt(own, attempt, { outcome: 'failed', error: why });
    await publishChange(own, delivery, []);
  });
}

/** Gives up an attempt whose result or outcome never came: only a person can find out whether it arrived. */
export async function giveUpAsking(db: Database, dedupeKey: string, why: string): Promise<void> {
  await inTransaction(db, async (own) => {
    const delivery = await lockDelivery(own, dedupeKey);
    const attempt = await latestAttempt(own, delivery.delivery_id);
    if (attempt?.outcome !== 'asked' && attempt?.outcome !== 'accepted') return;
    await keepAttempt(own, attempt, { outcome: 'unknown', error: attempt.error ?? why });
    await publishChange(own, delivery, []);
  });
}

type Step = { result: DeliveryResult } | { attempt: Attempt; isLost: boolean };

async function nextStep(db: Db, sender: DeliverySender, dedupeKey: string, rooms: readonly Room[]): Promise<Step> {
  const delivery = await lockDelivery(db, dedupeKey);
  if (delivery.status === 'delivered' || delivery.status === 'unknown') return { result: delivery.status };
  const latest = await latestAttempt(db, delivery.delivery_id);
  if (latest?.outcome === 'accepted') return { result: 'sending' };
  if (latest?.outcome === 'asked') {
    const isLost = latest.error !== null || latest.attempted_at.getTime() < Date.now() - maxSendMs;
    if (!isLost) throw new Error(`The delivery ${dedupeKey} is being sent elsewhere`);
    return { attempt: latest, isLost };
  }
  const attempt = await addAttempt(db, delivery.delivery_id, sender.vendor);
  if (delivery.status !== 'sending') {
    await db
      .updateTable('delivery')
      .set({ status: 'sending' })
      .where('delivery_id', '=', delivery.delivery_id)
      .execute();
  }
  await publishChange(db, delivery, rooms);
  return { attempt, isLost: false };
}

interface Ended extends AttemptEnd {
  /** Why the job should run again. */
  retry?: Error;
  /** The vendor did not receive it: another attempt follows immediately. */
  isRepeated?: boolean;
}

async function ask(
  sender: DeliverySender,
  delivery: Delivery,
  attempt: Attempt,
  { complete = (body) => body, packet }: DeliveryOptions,
): Promise<Ended> {
  try {
    const message = messageOf({ ...delivery, body: complete(delivery.body) }, attempt);
    const { vendorReference, isPending } = await sender.send({ ...message, packet: await packet?.(delivery) });
    return { outcome: isPending === true ? 'accepted' : 'delivered', vendorReference };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (error instanceof UndeliverableError) return { outcome: 'failed', error: error.message };
    const isOver = sender.mayRepeat || error instanceof NotTakenError;
    return { outcome: isOver ? 'failed' : 'asked', error: error.message, retry: error };
  }
}

/** Determines the outcome of an attempt whose result was lost. */
async function lookUp(sender: DeliverySender, delivery: Delivery, attempt: Attempt): Promise<Ended> {
  const lost = attempt.error ?? 'The response of the vendor was lost.';
  if (sender.find === undefined) {
    if (sender.mayRepeat) return { outcome: 'failed', error: lost, isRepeated: true };
    return { outcome: 'unknown', error: lost };
  }
  const found = await sender.find(sentAttemptOf(delivery, attempt)).catch((error: Error) => error);
  if (found instanceof Error) return { outcome: 'asked', error: lost, retry: found };
  if (found === null) return { outcome: 'failed', error: lost, isRepeated: true };
  return { outcome: found.state, vendorReference: found.vendorReference, error: found.error };
}

/** Built only from the row, so that it is the same at every attempt. */
function messageOf(delivery: Delivery, attempt: Attempt): OutgoingMessage {
  const domain = delivery.sender_address.replace(/^.*@/, '');
  return {
    to: delivery.recipient_address,
    from: delivery.sender_address,
    subject: delivery.subject ?? '',
    text: delivery.body,
    messageId: `<delivery-${delivery.delivery_id}-${delivery.created_at.getTime()}@${domain}>`,
    date: delivery.created_at,
    reference: attempt.reference,
    deliveryId: delivery.delivery_id,
    patientId: delivery.patient_id,
  };
}
