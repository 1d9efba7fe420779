import { inTransaction } from '../../platform/db/transaction.ts';
import {
  addAttempt,
  insertWithAttempt,
  keepAttempt,
  lockDelivery,
  publishChange,
  referencesOfOthers,
  sentAttemptOf,
} from './deliveryRows.ts';
import { lostAfterMs, NotTakenError, UndeliverableError } from './sender.ts';

import type { Database, Db } from '../../platform/db/client.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import type { Attempt, AttemptedDelivery, AttemptEnd, Delivery, NewDelivery } from './deliveryRows.ts';
import type { DeliverySender, OutgoingMessage } from './sender.ts';

// The ledger of everything sent from the product: the exact content, the recipient, and every attempt
// (docs/domain/sharing.md).

export interface DeliveryOptions {
  /** The calling job's run: a delivery that failed counts as queued while the job runs again, and as failed after its last run. */
  run: JobAttempt;
  /** Further rooms to notify, besides the recipient, the sender and the client's coordinators. */
  rooms?: readonly Room[];
  /** Adds to the text what must not be stored in the ledger; must give the same text at every attempt. */
  complete?: (body: string) => string;
  /** The packet to attach. Read before the call, because a slow storage must not use up the time of an attempt. */
  packet?: OutgoingMessage['packet'];
}

/** `sending`: the vendor has accepted it and reports later. `unknown`: it may or may not have been sent; a user decides. */
export type DeliveryResult = 'delivered' | 'failed' | 'sending' | 'unknown';

/**
 * Writes a delivery to the ledger with its first attempt, once per key, and sends it. A later call with the same key sends the
 * content written by the first, unless it was delivered.
 * @returns `failed` if a retry cannot succeed
 * @throws if it failed but may succeed later; the calling job should run again
 */
export async function deliver(
  db: Database,
  sender: DeliverySender,
  content: NewDelivery,
  dedupeKey: string,
  options: DeliveryOptions,
): Promise<DeliveryResult> {
  const first = await inTransaction(db, async (own) => {
    const inserted = await insertWithAttempt(own, content, dedupeKey, sender.vendor);
    if (inserted !== undefined) await publishChange(own, inserted.delivery, options.rooms ?? []);
    return inserted;
  });
  if (first === undefined) return await sendDelivery(db, sender, dedupeKey, options);
  return await makeAttempt(db, sender, { ...first, isLost: false }, options);
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
  options: DeliveryOptions,
): Promise<DeliveryResult> {
  const next = await inTransaction(db, (own) => nextStep(own, sender, dedupeKey, options.rooms ?? []));
  if ('result' in next) return next.result;
  return await makeAttempt(db, sender, next, options);
}

/** Makes the stored attempt, or looks it up if its result was lost, and stores how it ended. */
async function makeAttempt(
  db: Database,
  sender: DeliverySender,
  { delivery, attempt, isLost }: CurrentAttempt,
  options: DeliveryOptions,
): Promise<DeliveryResult> {
  const dedupeKey = delivery.dedupe_key;
  const end = isLost ? await lookUp(db, sender, delivery, attempt) : await ask(sender, delivery, attempt, options);
  const outcome = await inTransaction(db, (own) => keepEnd(own, attempt, end, options));
  if (outcome !== end.outcome && outcome === 'failed') throw sentElsewhere(dedupeKey);
  if (outcome !== end.outcome) return resultOf(outcome);
  if (end.isRepeated === true) return await sendDelivery(db, sender, dedupeKey, options);
  if (end.retry !== undefined) throw end.retry;
  return resultOf(end.outcome);
}

/** Stores a delivery that cannot be sent at all, for example without an address, as failed; once per key. */
export async function failDelivery(db: Database, content: NewDelivery, dedupeKey: string, why: string): Promise<void> {
  await inTransaction(db, async (own) => {
    const inserted = await insertWithAttempt(own, content, dedupeKey, 'none');
    if (inserted === undefined) return;
    await keepAttempt(own, inserted.attempt, { outcome: 'failed', error: why });
    await publishChange(own, inserted.delivery, []);
  });
}

/**
 * Gives up an attempt whose result or outcome never came: only a person can find out whether it arrived. An attempt that may
 * still be running is left alone.
 */
export async function giveUpAsking(db: Database, dedupeKey: string, why: string): Promise<void> {
  await inTransaction(db, async (own) => {
    const { delivery, latest: attempt } = await lockDelivery(own, dedupeKey);
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
/** The attempt to make now, or one whose result was lost. */
type CurrentAttempt = AttemptedDelivery & { isLost: boolean };
type Step = { result: DeliveryResult } | CurrentAttempt;

async function nextStep(db: Db, sender: DeliverySender, dedupeKey: string, rooms: readonly Room[]): Promise<Step> {
  const { delivery, latest } = await lockDelivery(db, dedupeKey);
  if (delivery.status === 'delivered' || delivery.status === 'unknown') return { result: delivery.status };
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
async function keepEnd(db: Db, attempt: Attempt, end: Ended, { rooms = [], run }: DeliveryOptions): Promise<Outcome> {
  const delivery = await keepAttempt(db, attempt, end, !run.isLastAttempt && end.retry !== undefined);
  if (delivery !== undefined) {
    await publishChange(db, delivery, rooms);
    return end.outcome;
  }
  const ended = await db
    .selectFrom('delivery_attempt')
    .select('outcome')
    .where('delivery_attempt_id', '=', attempt.delivery_attempt_id)
    .executeTakeFirstOrThrow();
  return ended.outcome as Outcome;
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
async function lookUp(db: Database, sender: DeliverySender, delivery: Delivery, attempt: Attempt): Promise<Ended> {
  const lost = attempt.error ?? 'The response of the vendor was lost.';
  if (sender.find === undefined) {
    if (sender.mayRepeat) return { outcome: 'failed', error: lost, isRepeated: true };
    return { outcome: 'unknown', error: lost };
  }
  const ofOthers = await referencesOfOthers(db, delivery);
  const found = await sender.find(sentAttemptOf(delivery, attempt, ofOthers)).catch((error: Error) => error);
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
