import type { NotificationType } from '@careloop/contracts/profile/notifications';

import type { Db } from '../../platform/db/client.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import type { WorkerDeps } from '../worker.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import { deliver } from './deliveries.ts';
import type { NewDelivery } from './deliveryRows.ts';

/** A notification to a user: its email, from which the other channels derive their messages. */
export interface Notification {
  type: NotificationType;
  /** Days within which a referral is due; null without an urgency. */
  urgencyDays?: number | null;
  recipientUserId: number;
  /** The email; must not contain patient data. */
  mail: Omit<NewDelivery, 'channel' | 'recipientUserId' | 'recipientAddress' | 'senderAddress'> & { subject: string };
  dedupeKey: string;
  rooms?: readonly Room[];
}

/** Addresses by channel; null for a channel the user has not chosen or has no address for. */
interface ChosenChannels {
  email: string | null;
  direct: string | null;
  sms: string | null;
}

/** Urgency used for filters when there is none: Non-Urgent. */
const noUrgency = 60;

/**
 * Notifies a user on the channels they chose, by default by email. Sent once per key and channel.
 * @returns false if no channel is chosen or has an address
 */
export async function notify(deps: WorkerDeps, run: JobAttempt, notification: Notification): Promise<boolean> {
  const { type, urgencyDays = null, recipientUserId, mail, dedupeKey, rooms = [] } = notification;
  const channels = await findChannels(deps.db, recipientUserId, type, urgencyDays);
  const content = { ...mail, recipientUserId, senderAddress: deps.config.mailFrom };
  const failures: unknown[] = [];
  // A failing channel must not stop the others.
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => failures.push(error));
  if (channels.email !== null) {
    const delivery = { ...content, channel: 'email', recipientAddress: channels.email } as const;
    await attempt(deliver(deps.db, deps.email, delivery, dedupeKey, { rooms, run }));
  }
  if (channels.direct !== null) {
    const delivery = { ...content, channel: 'direct', recipientAddress: channels.direct } as const;
    await attempt(deliver(deps.db, deps.senders.direct, delivery, `${dedupeKey}:direct`, { rooms, run }));
  }
  if (channels.sms !== null) {
    const body = `${mail.subject}. ${deps.portalUrl}/provider`;
    const delivery = { ...content, channel: 'sms', recipientAddress: channels.sms, subject: null, body } as const;
    await attempt(deliver(deps.db, deps.senders.sms, delivery, `${dedupeKey}:sms`, { rooms, run }));
  }
  if (failures.length > 0) throw failures[0];
  return channels.email !== null || channels.direct !== null || channels.sms !== null;
}

async function findChannels(
  db: Db,
  userId: number,
  type: NotificationType,
  urgencyDays: number | null,
): Promise<ChosenChannels> {
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
