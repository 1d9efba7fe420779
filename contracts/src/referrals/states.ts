import { openReferralStatuses, referralStatuses, voidReferralStatuses } from '../codes.ts';
import type { ReferralStatus } from '../codes.ts';
import type { ReferralEvent } from './story.ts';

export const referralSides = ['referring', 'receiving'] as const;
/** Side of a referral: the sender or the receiver, each with those who act for them. */
export type ReferralSide = (typeof referralSides)[number];

interface Transition {
  from: readonly ReferralStatus[];
  /** Resulting states, each with its timeline action. */
  to: Partial<Record<ReferralStatus, ReferralEvent['action']>>;
  /** Timeline action if the state does not change. */
  stays?: ReferralEvent['action'];
  /** Null for everybody who can see the referral. */
  side: ReferralSide | null;
}

/**
 * State machine of referrals: actions with their states and the permitted side. Used by policy, services and buttons, and
 * documented in docs/domain/referrals.md.
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

/** Refusal of changes with emergency access only. */
export const emergencyText = 'With emergency access you can read this referral but not change it.';

export type ReferralAction = keyof typeof referralTransitions;
export const referralActions = Object.keys(referralTransitions) as [ReferralAction, ...ReferralAction[]];

/** Resulting states of an action. */
export type TargetOf<Action extends ReferralAction> = keyof (typeof referralTransitions)[Action]['to'];

/** Whether an action is possible in a state at all. */
export function isPossibleIn(action: ReferralAction, status: ReferralStatus): boolean {
  return referralTransitions[action].from.some((from) => from === status);
}

/** Timeline action for an action that leads to a state. */
export function eventOf<Action extends ReferralAction>(action: Action, to: TargetOf<Action>): ReferralEvent['action'] {
  const transition: Transition = referralTransitions[action];
  const event = transition.to[to as ReferralStatus];
  if (event === undefined) throw new Error(`${action} does not lead to ${String(to)}`);
  return event;
}

/** Why a referral is among the exceptions. */
export const referralExceptionReasons = [
  'canceled_after_acceptance',
  'overdue',
  'visit_without_outcome',
  'receiver_without_user',
  'receiver_of_others',
  'receiver_deactivated',
  'receiver_without_queue',
] as const;
export type ReferralExceptionReason = (typeof referralExceptionReasons)[number];
