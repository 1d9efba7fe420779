import type { DeclineReason } from '@careloop/contracts/codes';
import type { ConditionKey } from '../conditions/conditions.ts';
import type { SpecialtyName } from '../specialties.ts';
import type { Username } from '../users.ts';

/** What happened to a referral after it was sent; `after` counts hours from the sending. */
export type Step =
  | { do: 'accept'; after: number; by: Username; for?: Username; comment?: string }
  /** `visit` is the day of the appointment, counted from today. */
  | {
      do: 'schedule';
      after: number;
      by: Username;
      for?: Username;
      visit: number;
      at: [number, number];
      comment?: string;
      text?: string;
    }
  | { do: 'noShow'; after: number; by: Username; for?: Username; comment?: string }
  /** `visit` is the new day of the appointment, counted from today. */
  | {
      do: 'reschedule';
      after: number;
      by: Username;
      for?: Username;
      visit: number;
      at: [number, number];
      comment?: string;
    }
  | {
      do: 'decline';
      after: number;
      by: Username;
      for?: Username;
      reason: DeclineReason;
      other?: string;
      comment?: string;
    }
  | { do: 'cancel'; after: number; by: Username; for?: Username; comment: string }
  | { do: 'complete'; after: number; by: Username; for?: Username; comment: string }
  | { do: 'comment'; after: number; by: Username; for?: Username; comment: string }
  | { do: 'select'; after: number; by: Username; provider: string }
  /** Completes the open items without changing the referral. */
  | { do: 'handle'; after: number; by: Username };

export interface ReferralPlan {
  /** Last name. */
  patient: string;
  by: Username;
  for?: Username;
  /** Last name of the provider on whose behalf it is sent, if the sender is not a provider. */
  from?: string;
  /** Last name of a provider, or a specialty that waits for one. */
  to: string | { specialty: SpecialtyName };
  about: ConditionKey;
  urgency: 30 | 7 | 1;
  /** Days and hours ago. */
  sent: [number, number];
  reason: string;
  info?: string;
  authorization?: string;
  sms?: boolean;
  steps?: readonly Step[];
  /** Set if this referral follows a declined one about the same problem. */
  follows?: true;
  /** Whether the sender has not opened the latest answer. */
  isUnread?: true;
}
