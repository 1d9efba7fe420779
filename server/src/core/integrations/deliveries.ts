import { inTransaction } from '../../platform/db/transaction.ts';
import {
  addAttempt,
  sentAttemptOf,
  insertDelivery,
  keepAttempt,
  latestAttempt,
  lockDelivery,
  publishChange,
} from './deliveryRows.ts';
import { lostAfterMs, NotTakenError, UndeliverableError } from './sender.ts';

import type { Database, Db } from '../../platform/db/client.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import type { Attempt, AttemptEnd, Delivery, NewDelivery } from './deliveryRows.ts';
import type { DeliverySender, OutgoingMessage } from './sender.ts';

// The ledger of everything sent from the product: the exact content, the recipient, and every attempt
// (docs/domain/sharing.md).

export interface DeliveryOptions {
  /** Further rooms to notify, besides the recipient, the sender and the client's coordinators. */
  rooms?: readonly Room[];
  /** Adds to the text what must not be stored in the ledger; must give the same text at every attempt. */
  complete?: (body: string) => string;
  /** The packet to attach. Read before the call, because a slow storage must not use up the time of an attempt. */
  packet?: OutgoingMessage['packet'];
  /** The calling job will run again if this throws; until then the delivery counts as queued, not failed. */
  willRunAgain?: boolean;
}

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
 * Sends a delivery from the ledger. The attempt is stored before the vendor is called, so two workers never send at once, and
 * its result after the call, so no connection or transaction waits for a vendor. An attempt whose result was lost, for example
 * with its process, is looked up at the vendor before another one is made. If the vendor offers no lookup, the message is
 * repeated where that is safe (mail servers recognize a duplicate by its message id), otherwise the delivery stays `unknown`.
 */
export async function sendDelivery(
  db: Database,
  sender: DeliverySender,
  dedupeKey: string,
  options: DeliveryOptions = {},
): Promise<DeliveryResult> {
  const next = await inTransaction(db, (own) => nextStep(own, sender, dedupeKey, options.rooms ?? []));
  if ('result' in next) return next.result;
  const { delivery, attempt, isLost } = next;
  const end = isLost ? await lookUp(sender, delivery, attempt) : await ask(sender, delivery, attempt, options);
  const outcome = await inTransaction(db, (own) => keepEnd(own, dedupeKey, attempt, end, options));
  if (outcome !== end.outcome && outcome === 'failed') throw sentElsewhere(dedupeKey);
  if (outcome !== end.outcome) return resultOf(outcome);
  if (end.isRepeated === true) return await sendDelivery(db, sender, dedupeKey, options);
  if (end.retry !== undefined) throw end.retry;
  return resultOf(end.outcome);
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

/**
 * Gives up an attempt whose result or outcome never came: only a person can find out whether it arrived. An attempt that may
 * still be running is left alone.
 */
export async function giveUpAsking(db: Database, dedupeKey: string, why: string): Promise<void> {
  await inTransaction(db, async (own) => {
    const delivery = await lockDelivery(own, dedupeKey);
    const attempt = await latestAttempt(own, delivery.delivery_id);
    if (attempt?.outcome !== 'asked' && attempt?.outcome !== 'accepted') return;
    if (attempt.outcome === 'asked' && !isAttemptLost(delivery, attempt)) return;
    await keepAttempt(own, attempt, { outcome: 'unknown', error: attempt.error ?? why });
    await publishChange(own, delivery, []);
  });
}

/** Whether the process of an attempt without an outcome has ended, with an error or without a trace. */
function isAttemptLost({ channel }: Delivery, { error, attempted_at }: Attempt): boolean {
  return error !== null || attempted_at.getTime() < Date.now() - lostAfterMs(channel);
}

function resultOf(outcome: Outcome): DeliveryResult {
  return outcome === 'asked' || outcome === 'accepted' ? 'sending' : outcome;
}

function sentElsewhere(dedupeKey: string): Error {
  return new Error(`The delivery ${dedupeKey} is being sent elsewhere`);
}

type Outcome = AttemptEnd['outcome'];
type Step = { result: DeliveryResult } | { delivery: Delivery; attempt: Attempt; isLost: boolean };

async function nextStep(db: Db, sender: DeliverySender, dedupeKey: string, rooms: readonly Room[]): Promise<Step> {
  const delivery = await lockDelivery(db, dedupeKey);
  if (delivery.status === 'delivered' || delivery.status === 'unknown') return { result: delivery.status };
  const latest = await latestAttempt(db, delivery.delivery_id);
  if (latest?.outcome === 'accepted') return { result: 'sending' };
  if (latest?.outcome === 'asked') {
    if (!isAttemptLost(delivery, latest)) throw sentElsewhere(dedupeKey);
    return { delivery, attempt: latest, isLost: true };
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
  return { delivery, attempt, isLost: false };
}

/**
 * Stores the end of an attempt, unless it was ended meanwhile: by the vendor's report, or by a worker that took it for lost.
 * @returns the outcome of the attempt now
 */
async function keepEnd(
  db: Db,
  dedupeKey: string,
  { delivery_attempt_id: attemptId }: Attempt,
  end: Ended,
  { rooms = [], willRunAgain = false }: DeliveryOptions,
): Promise<Outcome> {
  const delivery = await lockDelivery(db, dedupeKey);
  const attempt = await db
    .selectFrom('delivery_attempt')
    .selectAll()
    .where('delivery_attempt_id', '=', attemptId)
    .executeTakeFirstOrThrow();
  if (attempt.outcome !== 'asked') return attempt.outcome as Outcome;
  await keepAttempt(db, attempt, end, willRunAgain && end.retry !== undefined);
  await publishChange(db, delivery, rooms);
  return end.outcome;
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
    const { vendorReference, isPending } = await sender.send({ ...message, packet });
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
