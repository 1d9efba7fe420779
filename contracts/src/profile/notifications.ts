import { z } from 'zod';
import { codes } from '../codeTable.ts';

// What a user is told of outside of the portal, and by which channels (docs/domain/profile.md). Below the features, so that
// every domain declares its notifications here and in no second place.

/** Types of notifications. 251 and 220 are fixed; the others are ours. No fax is received, so 220 is offered nowhere. */
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
});
export type NotificationType = keyof typeof notificationType.table;

export interface NotificationKind {
  type: NotificationType;
  name: string;
  /** Whether it can be narrowed by urgency. */
  hasUrgency: boolean;
}

/** What people choose channels for, as the table lists it. Each is sent by e-mail unless its user has said otherwise. */
export const notificationKinds: readonly NotificationKind[] = [
  { type: 'referralRequested', name: 'Referral requested', hasUrgency: true },
  { type: 'referralCompleted', name: 'Referral completed', hasUrgency: false },
  { type: 'consultationRequested', name: 'Medication consultation requested', hasUrgency: false },
  { type: 'consultationAnswered', name: 'Medication consultation answered', hasUrgency: false },
  { type: 'urgentMessageUnread', name: 'Urgent message not read', hasUrgency: false },
  { type: 'careTeamInvitation', name: 'Care team invitation', hasUrgency: false },
  { type: 'accessRequested', name: 'Access to a patient requested', hasUrgency: false },
  { type: 'taskDue', name: 'Task due', hasUrgency: false },
];

/** Days of the urgency filter. 60, Non-Urgent, is of the filter alone: no referral has it. */
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
/** The chosen days as texts: ["30", "7"]. None: everything is told. */
const filters = z.object({ urgencyDays: z.array(z.enum(['60', '30', '7', '1'])) });

export const notificationSetting = z.object({
  eventTypeId: z.number().int(),
  eventTypeName: z.string(),
  /** Null where there is no urgency. */
  filters: filters.nullable(),
  ...channels,
});
export type NotificationSetting = z.infer<typeof notificationSetting>;

export const notificationsData = z.object({
  settings: z.array(notificationSetting),
  dailySummary: z.object({ eventTypeId: z.number().int(), notifyByEmail: z.boolean() }),
  /** Which channels reach the user: a confirmed address, or a mobile number. */
  hasEmail: z.boolean(),
  hasDirectEmail: z.boolean(),
  hasMobileNumber: z.boolean(),
});
export type NotificationsData = z.infer<typeof notificationsData>;

/** What was changed; what is left out stays, so that two changes at once are both kept. */
export const savedNotification = z.object({
  eventTypeId: z.number().int(),
  filters: filters.nullish(),
  notifyByDirectMessage: z.boolean().optional(),
  notifyBySMS: z.boolean().optional(),
  notifyByEmail: z.boolean().optional(),
});
export type SavedNotification = z.input<typeof savedNotification>;
