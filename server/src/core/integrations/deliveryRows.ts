import type { deliveryChannels } from '@careloop/contracts/sharing/deliveryStatuses';
import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import type { Selectable } from 'kysely';

import type { Database, Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Delivery as DeliveryTable, DeliveryAttempt } from '../../platform/db/types.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { clientRoom, userRoom } from '../../platform/realtime/rooms.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import type { SentAttempt, VendorReport } from './sender.ts';

export type Delivery = Selectable<DeliveryTable>;
export type Attempt = Selectable<DeliveryAttempt>;

export interface NewDelivery {
  channel: (typeof deliveryChannels)[number];
  clientId: number | null;
  patientId?: number | null;
  referralId?: number | null;
  consultationId?: number | null;
  recipientUserId: number | null;
  recipientAddress: string;
  senderAddress: string;
  subject: string | null;
  body: string;
  /** Set if a user sends it. */
  createdByUserId?: number;
  onBehalfOfUserId?: number | null;
  recipientName?: string;
  cover?: object;
  packet?: { key: string; byteCount: number; pageCount: number };
  resentFromDeliveryId?: number;
}

/** @returns undefined if a delivery with this key exists; its content does not change */
export async function insertDelivery(
  db: Db,
  content: NewDelivery,
  dedupeKey: string,
  status: 'queued' | 'sending',
): Promise<Delivery | undefined> {
  return await insertOf(db, content, dedupeKey, status)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .executeTakeFirst();
}

/** Inserts a delivery that a user sends now, under a key of its own. A job sends it. */
export async function insertNewDelivery(db: Db, content: NewDelivery): Promise<Delivery> {
  return await insertOf(db, content, `${content.channel}:${randomUUID()}`, 'queued').executeTakeFirstOrThrow();
}

function insertOf(db: Db, content: NewDelivery, dedupeKey: string, status: 'queued' | 'sending') {
  return db
    .insertInto('delivery')
    .values({
      channel: content.channel,
      client_id: content.clientId,
      patient_id: content.patientId ?? null,
      referral_id: content.referralId ?? null,
      consultation_id: content.consultationId ?? null,
      recipient_user_id: content.recipientUserId,
      recipient_address: content.recipientAddress,
      recipient_name: content.recipientName ?? null,
      sender_address: content.senderAddress,
      subject: content.subject,
      body: content.body,
      cover: content.cover === undefined ? null : JSON.stringify(content.cover),
      created_by_user_id: content.createdByUserId ?? null,
      on_behalf_of_user_id: content.onBehalfOfUserId ?? null,
      packet_storage_key: content.packet?.key ?? null,
      packet_bytes: content.packet?.byteCount ?? null,
      packet_pages: content.packet?.pageCount ?? null,
      resent_from_delivery_id: content.resentFromDeliveryId ?? null,
      dedupe_key: dedupeKey,
      status,
    })
    .returningAll();
}

export async function lockDelivery(db: Db, dedupeKey: string): Promise<Delivery> {
  return await db
    .selectFrom('delivery')
    .selectAll()
    .where('dedupe_key', '=', dedupeKey)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function latestAttempt(db: Db, deliveryId: number): Promise<Attempt | undefined> {
  return await db
    .selectFrom('delivery_attempt')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('delivery_attempt_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function addAttempt(db: Db, deliveryId: number, vendor: string): Promise<Attempt> {
  return await db
    .insertInto('delivery_attempt')
    .values({ delivery_id: deliveryId, vendor, outcome: 'asked', attempted_at: sql`clock_timestamp()` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface AttemptEnd {
  outcome: 'asked' | 'accepted' | 'delivered' | 'failed' | 'unknown';
  vendorReference?: string | null;
  error?: string | null;
}

const statusAfter = {
  asked: 'sending',
  accepted: 'sending',
  delivered: 'delivered',
  failed: 'failed',
  unknown: 'unknown',
} as const;

/**
 * Stores the outcome of an attempt and the resulting status of its delivery.
 * @param isTriedAgain true if a job will retry automatically, so the delivery has not failed yet
 */
export async function keepAttempt(db: Db, attempt: Attempt, end: AttemptEnd, isTriedAgain = false): Promise<void> {
  const { outcome, vendorReference, error } = end;
  await db
    .with('kept', (own) =>
      own
        .updateTable('delivery_attempt')
        .set({
          outcome,
          ...(vendorReference !== undefined && { vendor_reference: vendorReference }),
          error: error?.slice(0, 1_000) ?? null,
          ended_at: outcome === 'asked' || outcome === 'accepted' ? null : sql<Date>`clock_timestamp()`,
        })
        .where('delivery_attempt_id', '=', attempt.delivery_attempt_id),
    )
    .updateTable('delivery')
    .set({
      status: isTriedAgain && outcome === 'failed' ? 'queued' : statusAfter[outcome],
      vendor: outcome === 'delivered' ? attempt.vendor : null,
      delivered_at: outcome === 'delivered' ? sql<Date>`clock_timestamp()` : null,
      failure_seen_at: null,
    })
    .where('delivery_id', '=', attempt.delivery_id)
    .execute();
}

/**
 * Stores a vendor's report, from its callback or from a lookup. A repeated report changes nothing, and a late report about
 * an earlier attempt only counts if the message was delivered.
 * @returns the delivery, if it changed
 */
export async function keepReport(
  db: Database,
  attemptId: number,
  { vendorReference, state, error }: VendorReport,
): Promise<Delivery | null> {
  return await inTransaction(db, async (own) => {
    const found = await own
      .selectFrom('delivery_attempt')
      .innerJoin('delivery', 'delivery.delivery_id', 'delivery_attempt.delivery_id')
      .selectAll('delivery')
      .where('delivery_attempt_id', '=', attemptId)
      .forUpdate('delivery')
      .executeTakeFirst();
    if (found === undefined) return null;
    const attempt = await own
      .selectFrom('delivery_attempt')
      .selectAll()
      .where('delivery_attempt_id', '=', attemptId)
      .executeTakeFirstOrThrow();
    const isLatest = (await latestAttempt(own, found.delivery_id))?.delivery_attempt_id === attemptId;
    if (attempt.outcome === 'delivered' || attempt.outcome === state) return null;
    if (found.status === 'delivered' || (!isLatest && state !== 'delivered')) return null;
    if (attempt.outcome === 'failed' && state !== 'delivered') return null;
    await keepAttempt(own, attempt, { outcome: state, vendorReference, error });
    await publishChange(own, found, []);
    return found;
  });
}

export function sentAttemptOf(delivery: Delivery, attempt: Attempt): SentAttempt {
  return {
    reference: attempt.reference,
    vendorReference: attempt.vendor_reference,
    to: delivery.recipient_address,
    text: delivery.body,
    attemptedAt: attempt.attempted_at,
  };
}

/** Publishes a change of a delivery to its recipient, its senders, the client's coordinators and the given rooms. */
export async function publishChange(db: Db, delivery: Delivery, rooms: readonly Room[]): Promise<void> {
  const { delivery_id: deliveryId, referral_id: referralId, consultation_id: consultationId } = delivery;
  const people = [delivery.recipient_user_id, delivery.created_by_user_id, delivery.on_behalf_of_user_id];
  const own = people.flatMap((userId) => (userId === null ? [] : [userRoom(userId)]));
  const client = delivery.client_id === null ? [] : [clientRoom(delivery.client_id)];
  await publish(db, [...new Set([...own, ...client, ...rooms])], 'DeliveryChangedEvent', {
    deliveryId,
    referralId,
    ...(consultationId !== null && { careCoordinatorRequestId: consultationId }),
  });
}
