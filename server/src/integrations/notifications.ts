import type { NotificationType } from '@careloop/contracts/profile/notifications';

import type { Db } from '../db/client.ts';
import type { WorkerDeps } from '../jobs/deps.ts';
import type { Room } from '../realtime/rooms.ts';
import { deliver } from './deliveries.ts';
import type { NewDelivery } from './deliveryRows.ts';

/** What somebody is told: the e-mail as it leaves, from which the other channels are made. */
export interface Notification {
  type: NotificationType;
  /** Days in which a referral is due; null for what has no urgency. */
  urgencyDays?: number | null;
  recipientUserId: number;
  /** As an e-mail; nothing of a patient stands in it. */
  mail: Omit<NewDelivery, 'channel' | 'recipientUserId' | 'recipientAddress' | 'senderAddress'> & { subject: string };
  dedupeKey: string;
  rooms?: readonly Room[];
}

/** How a user wants to be told of something, and where they are reached. */
interface Wanted {
  email: string | null;
  direct: string | null;
  sms: string | null;
}

/** Non-Urgent, in the filter. */
const noUrgency = 60;

/**
 * Tells a user by the channels that they chose; by e-mail where they chose nothing. Once for each key and channel.
 * @returns false when no channel is wanted or reaches them
 */
export async function notify(deps: WorkerDeps, notification: Notification): Promise<boolean> {
  const { type, urgencyDays = null, recipientUserId, mail, dedupeKey, rooms = [] } = notification;
  const wanted = await findWanted(deps.db, recipientUserId, type, urgencyDays);
  const content = { ...mail, recipientUserId, senderAddress: deps.config.mailFrom };
  const failures: unknown[] = [];
  // One failing channel must not stop the others.
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error));
  if (wanted.email !== null) {
    const delivery = { ...content, channel: 'email', recipientAddress: wanted.email } as const;
    await attempt(deliver(deps.db, deps.email, delivery, dedupeKey, { rooms }));
  }
  if (wanted.direct !== null) {
    const delivery = { ...content, channel: 'direct', recipientAddress: wanted.direct } as const;
    await attempt(deliver(deps.db, deps.senders.direct, delivery, `${dedupeKey}:direct`, { rooms }));
  }
  if (wanted.sms !== null) {
    const body = `${mail.subject}. ${deps.portalUrl}/provider`;
    const delivery = { ...content, channel: 'sms', recipientAddress: wanted.sms, subject: null, body } as const;
    await attempt(deliver(deps.db, deps.senders.sms, delivery, `${dedupeKey}:sms`, { rooms }));
  }
  if (failures.length > 0) throw failures[0];
  return wanted.email !== null || wanted.direct !== null || wanted.sms !== null;
}

async function findWanted(db: Db, userId: number, type: NotificationType, urgencyDays: number | null): Promise<Wanted> {
  const row = await db
    .selectFrom('user_account as u')
    .leftJoin('notification_setting as s', (join) =>
      join.onRef('s.user_id', '=', 'u.user_id').on('s.event_type', '=', type),
    )
    .select([
      'u.email',
      'u.direct_email',
      'u.cell_phone',
      's.notify_by_email',
      's.notify_by_direct',
      's.notify_by_sms',
      's.urgency_days',
    ])
    .where('u.user_id', '=', userId)
    .where('u.is_active', '=', true)
    .executeTakeFirst();
  const filter = row?.urgency_days ?? [];
  const isFilteredOut = filter.length > 0 && !filter.includes(urgencyDays ?? noUrgency);
  if (row === undefined || isFilteredOut) return { email: null, direct: null, sms: null };
  return {
    email: (row.notify_by_email ?? true) ? row.email : null,
    direct: row.notify_by_direct === true ? row.direct_email : null,
    sms: row.notify_by_sms === true ? row.cell_phone : null,
  };
}
