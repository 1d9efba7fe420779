import {
  notificationKinds,
  notificationTexts,
  notificationType,
  type NotificationsData,
  type savedNotification,
} from '@careloop/contracts/profile/notifications';
import { profileTexts } from '@careloop/contracts/profile/texts';
import type { z } from 'zod';

import { inNameOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { ProfileRow } from './policy.ts';

/** The Notifications tab: the user's settings, and the defaults. */
export async function findNotifications(db: Db, userId: number): Promise<NotificationsData> {
  const [user, rows] = await Promise.all([
    db
      .selectFrom('user_account')
      .select(['email', 'direct_email', 'cell_phone'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
    db.selectFrom('notification_setting').selectAll().where('user_id', '=', userId).execute(),
  ]);
  const chosen = new Map(rows.map((row) => [row.event_type, row]));
  return {
    settings: notificationKinds.map(({ type, name, hasUrgency }) => {
      const row = chosen.get(type);
      const urgencyDays = (row?.urgency_days ?? []).map(String) as ('60' | '30' | '7' | '1')[];
      return {
        eventTypeId: notificationType.table[type],
        eventTypeName: name,
        filters: hasUrgency ? { urgencyDays } : null,
        notifyByDirectMessage: row?.notify_by_direct ?? false,
        notifyBySMS: row?.notify_by_sms ?? false,
        notifyByEmail: row?.notify_by_email ?? true,
      };
    }),
    dailySummary: {
      eventTypeId: notificationType.table.dailySummary,
      notifyByEmail: chosen.get('dailySummary')?.notify_by_email ?? false,
    },
    hasEmail: user.email !== null,
    hasDirectEmail: user.direct_email !== null,
    hasMobileNumber: user.cell_phone !== null,
  };
}

/** A channel that is turned on although the user has no confirmed contact for it. One that was on before may stay. */
function problemOf(setting: z.output<typeof savedNotification>, kept: NotificationsData): string | null {
  const { dailySummary, settings, hasEmail, hasDirectEmail, hasMobileNumber } = kept;
  const isOn = (now: boolean | undefined, before: boolean | undefined) => now === true && before !== true;
  if (setting.eventTypeId === dailySummary.eventTypeId) {
    return isOn(setting.notifyByEmail, dailySummary.notifyByEmail) && !hasEmail ? notificationTexts.dailySummary : null;
  }
  const before = settings.find(({ eventTypeId }) => eventTypeId === setting.eventTypeId);
  if (isOn(setting.notifyByEmail, before?.notifyByEmail) && !hasEmail) return notificationTexts.email;
  if (isOn(setting.notifyBySMS, before?.notifyBySMS) && !hasMobileNumber) return notificationTexts.sms;
  const isDirectOn = isOn(setting.notifyByDirectMessage, before?.notifyByDirectMessage);
  return isDirectOn && !hasDirectEmail ? notificationTexts.direct : null;
}

/** Saves the settings of each type included; the others stay. */
export async function saveNotifications(
  db: Db,
  actor: Actor,
  { userId }: Authorized<ProfileRow, 'edit'>,
  settings: readonly z.output<typeof savedNotification>[],
): Promise<void> {
  const kept = await findNotifications(db, userId);
  for (const setting of settings) {
    const problem = problemOf(setting, kept);
    if (problem !== null) throw invalidInput({ notificationsData: problem });
    const type = notificationType.nameOf(setting.eventTypeId);
    const kind = notificationKinds.find((one) => one.type === type);
    if (type === undefined || (kind === undefined && type !== 'dailySummary'))
      throw invalidInput({ notificationsData: profileTexts.saveFailed });
    const { notifyByEmail, notifyByDirectMessage, notifyBySMS, filters } = setting;
    const columns = {
      event_type: type,
      ...(notifyByEmail !== undefined && { notify_by_email: notifyByEmail }),
      ...(kind !== undefined && notifyByDirectMessage !== undefined && { notify_by_direct: notifyByDirectMessage }),
      ...(kind !== undefined && notifyBySMS !== undefined && { notify_by_sms: notifyBySMS }),
      ...(kind?.hasUrgency === true && filters != null && { urgency_days: filters.urgencyDays.map(Number) }),
    };
    await db
      .insertInto('notification_setting')
      // By default by email, except the daily summary.
      .values({ user_id: userId, notify_by_email: kind !== undefined, ...columns })
      .onConflict((conflict) => conflict.columns(['user_id', 'event_type']).doUpdateSet(columns))
      .execute();
  }
  await record(db, inNameOf(actor, userId), {
    action: 'profile.notifications_saved',
    subjectType: 'user',
    subjectId: userId,
    details: { eventTypeIds: settings.map(({ eventTypeId }) => eventTypeId) },
  });
}
