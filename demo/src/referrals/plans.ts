import { declineReason } from '@careloop/contracts/codes';
import { referralType } from '@careloop/contracts/codes/referrals';
import { z } from 'zod';

import { specialtyCodes } from '../codes.ts';
import { conditionKey } from '../conditions.ts';
import { keyOf, readContent } from '../content.ts';
import { username } from '../users.ts';

/** Hours after the sending, who acted, and on whose behalf. */
const acted = { after: z.number(), by: username, for: username.optional() };
/** The day of the appointment, counted from today, and the time. */
const visit = { visit: z.number(), at: z.tuple([z.number(), z.number()]) };
const comment = z.string();

/** What happened to a referral after it was sent. */
const step = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('accept'), ...acted, comment: comment.optional() }),
  z.strictObject({
    do: z.literal('schedule'),
    ...acted,
    ...visit,
    comment: comment.optional(),
    text: z.string().optional(),
  }),
  z.strictObject({ do: z.literal('noShow'), ...acted, comment: comment.optional() }),
  z.strictObject({ do: z.literal('reschedule'), ...acted, ...visit, comment: comment.optional() }),
  z.strictObject({
    do: z.literal('decline'),
    ...acted,
    reason: keyOf(declineReason.table),
    other: z.string().optional(),
    comment: comment.optional(),
  }),
  z.strictObject({ do: z.literal('cancel'), ...acted, comment }),
  z.strictObject({ do: z.literal('complete'), ...acted, comment }),
  z.strictObject({ do: z.literal('comment'), ...acted, comment }),
  z.strictObject({ do: z.literal('select'), ...acted, provider: z.string() }),
  /** Completes the open items without changing the referral. */
  z.strictObject({ do: z.literal('handle'), ...acted }),
]);
export type Step = z.infer<typeof step>;

const referralPlan = z.strictObject({
  /** Last name. */
  patient: z.string(),
  by: username,
  for: username.optional(),
  /** Last name of the provider on whose behalf it is sent, if the sender is not a provider. */
  from: z.string().optional(),
  /** Last name of a provider, or a specialty that waits for one. */
  to: z.union([z.string(), z.strictObject({ specialty: keyOf(specialtyCodes) })]),
  about: conditionKey,
  urgency: z.literal([30, 7, 1]),
  type: keyOf(referralType.table).default('physician_consultation'),
  /** Days and hours ago. */
  sent: z.tuple([z.number(), z.number()]),
  reason: z.string(),
  info: z.string().optional(),
  authorization: z.string().optional(),
  /** What it answers to the protocol of its specialty, and why documents are missing, by name. */
  protocol: z
    .strictObject({ answers: z.record(z.string(), z.string()), missing: z.record(z.string(), z.string()) })
    .optional(),
  sms: z.boolean().default(false),
  steps: z.array(step).default([]),
  /** Whether this referral follows a declined one about the same problem. */
  follows: z.boolean().default(false),
  /** Whether the sender has not opened the latest answer. */
  isUnread: z.boolean().default(false),
});
export type ReferralPlan = z.infer<typeof referralPlan>;

/** All demo referrals, in narrative order; they are numbered by the time they were sent. */
export const referralPlans = ['toCardiology', 'byCardiology', 'elsewhere', 'inKansas'].flatMap((name) =>
  readContent(`referrals/${name}`, z.array(referralPlan)),
);
