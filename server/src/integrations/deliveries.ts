import { inTransaction, inTransactionOnce } from '../db/transaction.ts';
import {
  addAttempt,
  askedOf,
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

// The ledger of everything that leaves the product: what exactly, to whom, and every attempt (docs/domain/sharing.md).

export interface DeliveryOptions {
  /** Who hears of it, besides the recipient, the sender and the client's room. */
  rooms?: readonly Room[];
  /** Puts into the text what must not stand in the ledger; the same at every attempt. */
  complete?: (body: string) => string;
  /** Reads the packet that goes along. */
  packet?: (delivery: Delivery) => Promise<OutgoingMessage['packet']>;
  /** The job that calls will run again if this throws: until then the delivery is queued, not failed. */
  willRunAgain?: boolean;
}

/** Longer than any call of a vendor takes. An attempt without any answer after that was lost with its process. */
const longestSendMs = 120_000;

/** `sending`: a vendor has it and reports later. `unknown`: it may have been sent or not, and a person decides. */
export type DeliveryResult = 'delivered' | 'failed' | 'sending' | 'unknown';

/**
 * Writes what is to leave, once for each key, and sends it unless it was delivered before: a later call with the key
 * sends what the first one wrote.
 * @returns `failed` when trying again is of no use
 * @throws when it failed and may succeed later: the job that called should run again
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
 * Sends what stands in the ledger. An attempt is kept before the vendor is asked, and the row is locked until the answer is
 * kept, so two workers never send at once. An attempt whose answer was lost, with its process for instance, is looked up at
 * the vendor before another one is made; where a vendor cannot be asked, what may be repeated is repeated (a mail server
 * knows a message that comes twice by its id), and everything else stays `unknown`.
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
  // Not retried like other transactions: it would send the message again.
  const end = await inTransactionOnce(db, async (own) => {
    // The attempt is this worker's: others hold the row only while they find that out.
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

/** Writes a delivery that cannot be made at all, for want of an address for instance; once for each key. */
export async function failDelivery(db: Database, content: NewDelivery, dedupeKey: string, why: string): Promise<void> {
  await inTransaction(db, async (own) => {
    const delivery = await insertDelivery(own, content, dedupeKey, 'queued');
    if (delivery === undefined) return;
    const attempt = await addAttempt(own, delivery.delivery_id, 'none');
    await keepAttempt(own, attempt, { outcome: 'failed', error: why });
    await publishChange(own, delivery, []);
  });
}

/** An attempt whose answer or outcome never came, given up: only a person can find out whether it arrived. */
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
    const isLost = latest.error !== null || latest.attempted_at.getTime() < Date.now() - longestSendMs;
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
  /** The vendor has not got it: another attempt is made at once. */
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

/** What came of an attempt whose answer was lost. */
async function lookUp(sender: DeliverySender, delivery: Delivery, attempt: Attempt): Promise<Ended> {
  const lost = attempt.error ?? 'The answer of the vendor was lost.';
  if (sender.find === undefined) {
    if (sender.mayRepeat) return { outcome: 'failed', error: lost, isRepeated: true };
    return { outcome: 'unknown', error: lost };
  }
  const found = await sender.find(askedOf(delivery, attempt)).catch((error: Error) => error);
  if (found instanceof Error) return { outcome: 'asked', error: lost, retry: found };
  if (found === null) return { outcome: 'failed', error: lost, isRepeated: true };
  return { outcome: found.state, vendorReference: found.vendorReference, error: found.error };
}

/** Everything in it comes from the row, so that it is the same at every attempt. */
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
