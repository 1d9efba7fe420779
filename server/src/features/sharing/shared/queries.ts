import type { Dashboard, FailedDelivery } from '@careloop/contracts/dashboard';
import { sentPageSize } from '@careloop/contracts/sharing/documentExport';
import type { SentDelivery } from '@careloop/contracts/sharing/documentExport';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { allowances } from '../../../core/access/authorize.ts';
import { findPatientAccess, maySeePatient } from '../../../core/access/patientAccess.ts';
import type { OpenPatient } from '../../../core/access/patientAccess.ts';
import { userName } from '../../../platform/identity/userName.ts';
import type { Db } from '../../../platform/db/client.ts';
import { pageOf, readCursor } from '../../../platform/db/cursor.ts';
import { literals } from '../../../platform/db/literals.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { unauthorizedPatient } from '../../../platform/errors.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';
import { latestError, shownStatus } from '../../../core/integrations/deliveryShape.ts';
import { hasService } from '../../../core/integrations/senders.ts';
import type { Senders } from '../../../core/integrations/senders.ts';
import { repeatPolicy, seenPolicy } from '../policy.ts';
import type { SharedDelivery } from '../policy.ts';

/** Channels that carry charts. */
const sentChannels = ['fax', 'direct', 'emr'];
/** Channels whose failures are shown on Home. */
export const failingChannels = [...sentChannels, 'sms'];

/**
 * A fax or Direct message about a patient the actor may open. A missing delivery results in the same error as one the actor may
 * not see.
 * @throws AppError `unauthorized_patient`
 */
export async function findSharedDelivery(
  db: Db,
  actor: Actor,
  deliveryId: number,
  { isLocked = false, channels = sentChannels }: { isLocked?: boolean; channels?: readonly string[] } = {},
): Promise<SharedDelivery> {
  const found = db
    .selectFrom('delivery as d')
    .selectAll()
    .select(shownStatus.as('shown_status'))
    .where('delivery_id', '=', deliveryId)
    .where('channel', 'in', channels)
    .where('created_by_user_id', 'is not', null);
  const delivery = await (isLocked ? found.forUpdate() : found).executeTakeFirst();
  const patientId = delivery?.patient_id ?? null;
  if (delivery === undefined || patientId === null) throw unauthorizedPatient();
  const access = await findPatientAccess(db, actor, patientId);
  if (!access.canAccessPatient) throw unauthorizedPatient();
  return {
    patientId,
    delivery,
    isEmergencyOnly: access.emergencyAccessUntil !== null,
    status: delivery.shown_status,
  };
}

const sentDelivery = shape<Omit<SentDelivery, 'can'>, { d: 'delivery' }>({
  deliveryId: 'd.delivery_id',
  channel: sql<'fax' | 'direct' | 'emr'>`d.channel`,
  recipientName: sql<string>`coalesce(d.recipient_name, '')`,
  recipientAddress: 'd.recipient_address',
  subject: 'd.subject',
  sentAt: iso('d.created_at'),
  sentByName: userName('d.created_by_user_id'),
  sentForName: userName('d.on_behalf_of_user_id'),
  status: shownStatus,
  deliveredAt: iso('d.delivered_at'),
  chartCount: sql<number>`(select count(*)::int from sent_chart sc where sc.delivery_id = d.delivery_id)`,
  chartPageCount: sql<number>`(select coalesce(sum(coalesce(sc.page_count, 1)), 0)::int from sent_chart sc
    where sc.delivery_id = d.delivery_id)`,
  areChartPagesCounted: sql<boolean>`not exists (select from sent_chart sc
    where sc.delivery_id = d.delivery_id and sc.page_count is null)`,
  pageCount: 'd.packet_pages',
  attemptCount: sql<number>`(select count(*)::int from delivery_attempt a where a.delivery_id = d.delivery_id)`,
  error: latestError,
  isFailureSeen: sql<boolean>`d.failure_seen_at is not null`,
});

/** One page of the deliveries about a patient, latest first. */
export async function findSentDeliveries(
  db: Db,
  actor: Actor,
  { patientId, isEmergencyOnly }: OpenPatient,
  senders: Senders,
  cursorText: string | undefined,
) {
  const cursor = readCursor(cursorText);
  const before = cursor === null ? sql`` : sql`and d.delivery_id < ${cursor.id}`;
  const { rows } = await sentDelivery.from`delivery d
    where d.patient_id = ${patientId} and d.created_by_user_id is not null and d.channel in (${literals(sentChannels)})
      ${before}
    order by d.delivery_id desc limit ${sentPageSize + 1}`.execute(db);
  const items = rows.map((row) => {
    const state = { isEmergencyOnly, status: row.status, hasService: hasService(senders, row.channel) };
    return { ...row, can: { ...allowances(actor, repeatPolicy, state), ...allowances(actor, seenPolicy, state) } };
  });
  return pageOf(items, sentPageSize, (row) => ({ key: row.sentAt, id: row.deliveryId }));
}

const failedDelivery = shape<FailedDelivery & { count: number }, { d: 'delivery'; p: 'patient' }>({
  deliveryId: 'd.delivery_id',
  channel: sql<FailedDelivery['channel']>`d.channel`,
  status: sql<'failed' | 'unknown'>`d.status`,
  recipientName: sql<string>`coalesce(d.recipient_name, '')`,
  patient: patientSummary.nested,
  count: sql<number>`count(*) over ()::int`,
});

/** Deliveries of the user, or on their behalf, that failed or may not have arrived, and are not marked as seen. */
export async function findFailedDeliveries(
  db: Db,
  actor: Actor,
  limit: number,
): Promise<Dashboard['failedDeliveries']> {
  const { rows } = await failedDelivery.from`delivery d
    join patient p on p.patient_id = d.patient_id and ${maySeePatient(actor)}
    where coalesce(d.on_behalf_of_user_id, d.created_by_user_id) = ${actor.grantedUserId}
      and d.status in ('failed', 'unknown') and d.failure_seen_at is null and d.created_by_user_id is not null
      and d.channel in (${literals(failingChannels)})
      -- A text message that was sent again is settled.
      and not (d.channel = 'sms' and exists (select from delivery later
        where later.patient_id = d.patient_id and later.channel = 'sms' and later.created_by_user_id is not null
          and later.recipient_address = d.recipient_address and later.delivery_id > d.delivery_id))
    order by d.delivery_id desc limit ${limit}`.execute(db);
  return { items: rows.map(({ count: _count, ...item }) => item), count: rows[0]?.count ?? 0 };
}
