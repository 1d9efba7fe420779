import { z } from 'zod';
import { codes } from '../codeTable.ts';

// Notifications sent outside the portal, and their channels (docs/domain/profile.md). Below the features, so that all domains
// declare their notifications here.

/** Notification types. 251 and 220 are specified, the others are ours. Faxes are never received, so 220 is not offered. */
export const notificationType = codes({
  faxReceived: 220,
  referralRequested: 251,
  dailySummary: 1000,
  referralCompleted: 1001,
  consultationRequested: 1002,
  consultationAnswered: 1003,
  urgentMessageUnread: 1004,
  careTeamInvitation: 1005,
  accessRequested: 1006,
  taskDue: 1007,
  referralCanceled: 1008,
  referralDeclined: 1009,
});
export type NotificationType = keyof typeof notificationType.table;

export interface NotificationKind {
  type: NotificationType;
  name: string;
  /** Whether it can be filtered by urgency. */
  hasUrgency: boolean;
}

/** Types for which users choose channels, in display order. Sent by email unless the user chooses otherwise. */
export const notificationKinds: readonly NotificationKind[] = [
  { type: 'referralRequested', name: 'Referral requested', hasUrgency: true },
  { type: 'referralDeclined', name: 'Referral declined', hasUrgency: false },
  { type: 'referralCompleted', name: 'Referral completed', hasUrgency: false },
  { type: 'referralCanceled', name: 'Accepted referral canceled', hasUrgency: false },
  { type: 'consultationRequested', name: 'Medication consultation requested', hasUrgency: false },
  { type: 'consultationAnswered', name: 'Medication consultation answered', hasUrgency: false },
  { type: 'urgentMessageUnread', name: 'Urgent message not read', hasUrgency: false },
  { type: 'careTeamInvitation', name: 'Care team invitation', hasUrgency: false },
  { type: 'accessRequested', name: 'Access to a patient requested', hasUrgency: false },
  { type: 'taskDue', name: 'Task due', hasUrgency: false },
];

/** Days of the urgency filter. 60, Non-Urgent, only exists in the filter: no referral has it. */
export const urgencyFilterDays = [60, 30, 7, 1] as const;
export const urgencyFilterLabels: Record<(typeof urgencyFilterDays)[number], string> = {
  60: '60 days (Non-Urgent)',
  30: '30 days',
  7: '7 days',
  1: '24 hours',
};

export const notificationTexts = {
  direct: 'You must have a verified direct email to enable direct notifications.',
  sms: 'You must have a valid mobile phone number to enable SMS notifications.',
  email: 'You must have a verified email address to enable email notifications.',
  dailySummary: 'You must have a verified email address to enable daily summary email notifications.',
} as const;

const channels = { notifyByDirectMessage: z.boolean(), notifyBySMS: z.boolean(), notifyByEmail: z.boolean() };
/** The selected days as texts: ["30", "7"]. Empty for all urgencies. */
const filters = z.object({ urgencyDays: z.array(z.enum(['60', '30', '7', '1'])) });

const notificationSetting = z.object({
  eventTypeId: z.number().int(),
  eventTypeName: z.string(),
  /** Null for types without an urgency. */
  filters: filters.nullable(),
  ...channels,
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

export const notificationsData = z.object({
  settings: z.array(notificationSetting),
  dailySummary: z.object({ eventTypeId: z.number().int(), notifyByEmail: z.boolean() }),
  /** Whether the user has a confirmed address or mobile number for each channel. */
  hasEmail: z.boolean(),
  hasDirectEmail: z.boolean(),
  hasMobileNumber: z.boolean(),
});
export type NotificationsData = z.infer<typeof notificationsData>;

/** Changed settings. Settings that are left out do not change, so that concurrent changes are both kept. */
export const savedNotification = z.object({
  eventTypeId: z.number().int(),
  filters: filters.nullish(),
  notifyByDirectMessage: z.boolean().optional(),
  notifyBySMS: z.boolean().optional(),
  notifyByEmail: z.boolean().optional(),
});
export type SavedNotification = z.input<typeof savedNotification>;
