import type { Username } from '../users.ts';

export interface MessagePlan {
  by: Username;
  /** In whose name. */
  for?: Username;
  /** Days ago with an hour and minute of that day; for today, hours and minutes ago. */
  sent: [days: number, hour: number, minute: number];
  text: string;
  urgent?: boolean;
  /** The patient's latest document goes along. */
  attached?: boolean;
}

export interface ConversationPlan {
  members: readonly [Username, Username, ...Username[]];
  /** Last name. */
  patient?: string;
  messages: readonly MessagePlan[];
  /** How many of the last messages somebody has not read. */
  unread?: Partial<Record<Username, number>>;
  archivedBy?: readonly Username[];
}
