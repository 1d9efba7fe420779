import type { Username } from '../users.ts';

export interface MessagePlan {
  by: Username;
  /** The member on whose behalf it was written. */
  for?: Username;
  /** Days ago with hour and minute of that day; for today, hours and minutes ago. */
  sent: [days: number, hour: number, minute: number];
  text: string;
  urgent?: boolean;
  /** Whether the patient's latest document is attached. */
  attached?: boolean;
}

export interface ConversationPlan {
  members: readonly [Username, Username, ...Username[]];
  /** Last name. */
  patient?: string;
  messages: readonly MessagePlan[];
  /** Number of unread messages at the end, by member. */
  unread?: Partial<Record<Username, number>>;
  archivedBy?: readonly Username[];
}
