import type { deliveryChannels } from '@careloop/contracts/sharing/deliveryStatuses';
import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import type { QueryCreator, Selectable } from 'kysely';

import type { Database, DB, Db } from '../../platform/db/client.ts';
import { patientAudience } from '../access/patientAudience.ts';
import { remainingId } from '../access/patientAccess.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Delivery as DeliveryTable, DeliveryAttempt } from '../../platform/db/types.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { clientRoom, userRoom } from '../../platform/realtime/rooms.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import type { SentAttempt, VendorReport } from './sender.ts';

export type Delivery = Selectable<DeliveryTable>;
export type Attempt = Selectable<DeliveryAttempt>;

export interface AttemptedDelivery {
  delivery: Delivery;
  attempt: Attempt;
}

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

/**
 * Inserts a delivery with its first attempt, in one statement.
 * @returns undefined if a delivery with this key exists; nothing is written then
 */
export async function insertWithAttempt(
  db: Db,
  content: NewDelivery,
  dedupeKey: string,
  vendor: string,
): Promise<AttemptedDelivery | undefined> {
  const row = await db
    .with('new_delivery', (own) =>
      insertOf(own, content, dedupeKey, 'sending').onConflict((conflict) => conflict.column('dedupe_key').doNothing()),
    )
    .with('first_attempt', (own) =>
      own
        .insertInto('delivery_attempt')
        .columns(['delivery_id', 'vendor', 'outcome', 'attempted_at'])
        .expression((from) =>
          from
            .selectFrom('new_delivery')
            .select([
              'delivery_id',
              sql`${vendor}`.as('vendor'),
              sql`'asked'`.as('outcome'),
              sql`clock_timestamp()`.as('attempted_at'),
            ]),
        )
        // The other columns are null or known, and two have the name of a column of the delivery.
        .returning(['delivery_attempt_id', 'attempted_at', 'reference']),
    )
    .selectFrom(['new_delivery', 'first_attempt'])
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { delivery_attempt_id, attempted_at, reference, ...delivery } = row;
  const started = { delivery_attempt_id, delivery_id: delivery.delivery_id, attempted_at, reference, vendor };
  return { delivery, attempt: { ...started, outcome: 'asked', vendor_reference: null, error: null, ended_at: null } };
}

/** Inserts a delivery that a user sends now, under a key of its own. A job sends it. */
export async function insertNewDelivery(db: Db, content: NewDelivery): Promise<Delivery> {
  return await insertOf(db, content, `${content.channel}:${randomUUID()}`, 'queued').executeTakeFirstOrThrow();
}

function insertOf(db: QueryCreator<DB>, content: NewDelivery, dedupeKey: string, status: 'queued' | 'sending') {
  return db
    .insertInto('delivery')
    .values({
      channel: content.channel,
      client_id: content.clientId,
      // A job may have read the patient before a merge.
      patient_id: content.patientId == null ? null : remainingId(content.patientId),
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

/**
 * Locks a delivery, in a transaction, and reads its latest attempt. Both take one round trip; PostgreSQL executes the second
 * statement after the lock was granted, so it sees the attempts of the previous holder.
 */
export async function lockDelivery(
  db: Db,
  dedupeKey: string,
): Promise<{ delivery: Delivery; latest: Attempt | undefined }> {
  const delivery = db.selectFrom('delivery').where('dedupe_key', '=', dedupeKey);
  const [locked, latest] = await Promise.all([
    delivery.selectAll().forUpdate().executeTakeFirstOrThrow(),
    selectLatestAttempt(db).where('delivery_id', '=', delivery.select('delivery_id')).executeTakeFirst(),
  ]);
  return { delivery: locked, latest };
}

export async function latestAttempt(db: Db, deliveryId: number): Promise<Attempt | undefined> {
  return await selectLatestAttempt(db).where('delivery_id', '=', deliveryId).executeTakeFirst();
}

function selectLatestAttempt(db: Db) {
  return db.selectFrom('delivery_attempt').selectAll().orderBy('delivery_attempt_id', 'desc').limit(1);
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
 * Stores the outcome of an attempt and the resulting status of its delivery, unless the attempt no longer has the outcome that
 * the caller read. Locks the delivery before the attempt, as everywhere. If another transaction ends the attempt while this
 * statement waits for the lock, PostgreSQL checks the outcome of the new row again before it updates it.
 * @param isTriedAgain true if a job will retry automatically, so the delivery has not failed yet
 * @returns the delivery, if it changed
 */
export async function keepAttempt(
  db: Db,
  attempt: Attempt,
  end: AttemptEnd,
  isTriedAgain = false,
): Promise<Delivery | undefined> {
  const { outcome, vendorReference, error } = end;
  return await db
    .with('locked', (own) =>
      own.selectFrom('delivery').select('delivery_id').where('delivery_id', '=', attempt.delivery_id).forUpdate(),
    )
    .with('kept', (own) =>
      own
        .updateTable('delivery_attempt as a')
        .from('locked')
        .set({
          outcome,
          ...(vendorReference !== undefined && { vendor_reference: vendorReference }),
          error: error?.slice(0, 1_000) ?? null,
          ended_at: outcome === 'asked' || outcome === 'accepted' ? null : sql<Date>`clock_timestamp()`,
        })
        .where('a.delivery_attempt_id', '=', attempt.delivery_attempt_id)
        .where('a.outcome', '=', attempt.outcome)
        .whereRef('a.delivery_id', '=', 'locked.delivery_id')
        .returning('a.delivery_id'),
    )
    .updateTable('delivery as d')
    .from('kept')
    .set({
      status: isTriedAgain && outcome === 'failed' ? 'queued' : statusAfter[outcome],
      vendor: outcome === 'delivered' ? attempt.vendor : null,
      delivered_at: outcome === 'delivered' ? sql<Date>`clock_timestamp()` : null,
      failure_seen_at: null,
    })
    .whereRef('d.delivery_id', '=', 'kept.delivery_id')
    .returningAll('d')
    .executeTakeFirst();
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
    const reported = own.selectFrom('delivery_attempt as a').where('a.delivery_attempt_id', '=', attemptId);
    const [found, attempt] = await Promise.all([
      reported
        .innerJoin('delivery as d', 'd.delivery_id', 'a.delivery_id')
        .select('d.status')
        .forUpdate('d')
        .executeTakeFirst(),
      reported.selectAll().select(isLatest).executeTakeFirst(),
    ]);
    if (found === undefined || attempt === undefined) return null;
    if (attempt.outcome === 'delivered' || attempt.outcome === state) return null;
    if (found.status === 'delivered' || (!attempt.isLatest && state !== 'delivered')) return null;
    if (attempt.outcome === 'failed' && state !== 'delivered') return null;
    const delivery = await keepAttempt(own, attempt, { outcome: state, vendorReference, error });
    if (delivery !== undefined) await publishChange(own, delivery, []);
    return delivery ?? null;
  });
}

const isLatest = sql<boolean>`not exists (select from delivery_attempt later
  where later.delivery_id = a.delivery_id and later.delivery_attempt_id > a.delivery_attempt_id)`.as('isLatest');

/** @param ofOthers needed to look up a lost attempt; see `referencesOfOthers` */
export function sentAttemptOf(delivery: Delivery, attempt: Attempt, ofOthers: readonly string[] = []): SentAttempt {
  return {
    reference: attempt.reference,
    vendorReference: attempt.vendor_reference,
    to: delivery.recipient_address,
    text: delivery.body,
    attemptedAt: attempt.attempted_at,
    ofOthers,
  };
}

/** The vendor's references of all text messages to this recipient. A lost one is found by its text, which others may share. */
export async function referencesOfOthers(db: Database, { channel, recipient_address }: Delivery): Promise<string[]> {
  if (channel !== 'sms') return [];
  const rows = await db
    .selectFrom('delivery as d')
    .innerJoin('delivery_attempt as a', 'a.delivery_id', 'd.delivery_id')
    .where('d.channel', '=', sql.lit('sms'))
    .where('d.recipient_address', '=', recipient_address)
    .where('a.vendor_reference', 'is not', null)
    .select(sql<string>`a.vendor_reference`.as('reference'))
    .execute();
  return rows.map(({ reference }) => reference);
}

/**
 * Publishes a change of a delivery to its recipient, its senders, the client's coordinators and the given rooms; of sent charts, also to
 * everybody who can see the patient.
 */
export async function publishChange(db: Db, delivery: Delivery, rooms: readonly Room[]): Promise<void> {
  const { delivery_id: deliveryId, referral_id: referralId, consultation_id: consultationId } = delivery;
  const { patient_id: patientId, cover } = delivery;
  const people = [delivery.recipient_user_id, delivery.created_by_user_id, delivery.on_behalf_of_user_id];
  const own = people.flatMap((userId) => (userId === null ? [] : [userRoom(userId)]));
  const client = delivery.client_id === null ? [] : [clientRoom(delivery.client_id)];
  const change = {
    deliveryId,
    referralId,
    ...(consultationId !== null && { careCoordinatorRequestId: consultationId }),
  };
  await publish(db, [...new Set([...own, ...client, ...rooms])], 'DeliveryChangedEvent', change);
  // Only charts have a cover.
  if (patientId === null || cover === null) return;
  await patientAudience.publish(db, patientId, 'DeliveryChangedEvent', { ...change, patientId });
}
