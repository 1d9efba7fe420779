import { openReferralStatuses, referralStatuses, voidReferralStatuses } from '../codes.ts';
import type { ReferralStatus } from '../codes.ts';
import type { ReferralEvent } from './story.ts';

export const referralSides = ['referring', 'receiving'] as const;
/** Who sent a referral and who acts for them, or who it was sent to. */
export type ReferralSide = (typeof referralSides)[number];

interface Transition {
  from: readonly ReferralStatus[];
  /** The states it leads to, each with the action of the timeline. */
  to: Partial<Record<ReferralStatus, ReferralEvent['action']>>;
  /** The action of the timeline when the state stays as it is. */
  stays?: ReferralEvent['action'];
  /** Null for everybody who sees the referral. */
  side: ReferralSide | null;
}

/**
 * What may be done with a referral: from which state to which, and by which side. Policy, services, buttons and
 * docs/domain/referrals.md follow this table.
 */
export const referralTransitions = {
  update: { from: ['pending', 'accepted'], to: {}, stays: 'updated', side: 'referring' },
  selectProvider: { from: ['pending'], to: { pending: 'provider_selected' }, side: 'referring' },
  accept: { from: ['pending', 'accepted'], to: { accepted: 'accepted', scheduled: 'scheduled' }, side: 'receiving' },
  decline: { from: ['pending', 'accepted'], to: { declined: 'declined' }, side: 'receiving' },
  reschedule: { from: ['scheduled'], to: { scheduled: 'rescheduled' }, side: 'receiving' },
  cancelAppointment: { from: ['scheduled'], to: { accepted: 'appointment_canceled' }, side: 'receiving' },
  recordNoShow: { from: ['scheduled'], to: { accepted: 'no_show' }, side: 'receiving' },
  complete: { from: ['accepted', 'scheduled'], to: { completed: 'completed' }, side: 'receiving' },
  reopen: { from: ['completed'], to: { accepted: 'reopened' }, side: 'referring' },
  cancel: { from: openReferralStatuses, to: { cancelled: 'cancelled' }, side: 'referring' },
  comment: { from: referralStatuses, to: {}, stays: 'commented', side: null },
  referAgain: { from: voidReferralStatuses, to: {}, stays: 'referred_again', side: 'referring' },
} as const satisfies Record<string, Transition>;

/** What emergency access alone does not open. */
export const emergencyText = 'With emergency access you can read this referral but not change it.';

export type ReferralAction = keyof typeof referralTransitions;
export const referralActions = Object.keys(referralTransitions) as [ReferralAction, ...ReferralAction[]];

/** The states that an action leads to. */
export type TargetOf<Action extends ReferralAction> = keyof (typeof referralTransitions)[Action]['to'];

/** Whether an action is possible in a state at all. */
export function isPossibleIn(action: ReferralAction, status: ReferralStatus): boolean {
  return referralTransitions[action].from.some((from) => from === status);
}

/** What the timeline calls an action that leads to a state. */
export function eventOf<Action extends ReferralAction>(action: Action, to: TargetOf<Action>): ReferralEvent['action'] {
  const transition: Transition = referralTransitions[action];
  const event = transition.to[to as ReferralStatus];
  if (event === undefined) throw new Error(`${action} does not lead to ${String(to)}`);
  return event;
}
