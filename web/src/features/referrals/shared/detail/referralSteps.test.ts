import type { Referral } from '@careloop/contracts/referrals';
import { expect, test } from 'vitest';
import { stepsOf } from './referralSteps.ts';

const no = 'Only the provider it was sent to, or somebody who acts for them, can do this.';

test.each([
  ['pending', 'referring', []],
  ['pending', null, ['Accept']],
  ['accepted', 'referring', []],
  ['accepted', null, ['Log appointment']],
] as const)('a %s referral offers %s side, which cannot answer it, %j', (status, side, labels) => {
  const referral = {
    status,
    side,
    appointment: null,
    healthcareProviderId: 1,
    referredToUserId: 2,
    exceptionReasons: [],
    can: { accept: no, decline: no, selectProvider: no, complete: no },
  } as unknown as Referral;
  expect(stepsOf(referral).map((step) => step.label)).toEqual(labels);
});

test('a coordinator is offered another provider where the receiver can no longer sign in', () => {
  const referral = {
    status: 'pending',
    side: 'referring',
    referredToUserId: 2,
    exceptionReasons: ['receiver_deactivated'],
    can: { accept: no, decline: no, selectProvider: true },
  } as unknown as Referral;
  expect(stepsOf(referral).map((step) => step.label)).toEqual(['Choose provider']);
});

test('a coordinator records the answer of an office that cannot answer, or chooses another provider', () => {
  const referral = {
    status: 'pending',
    side: 'referring',
    healthcareProviderId: 1,
    referredToUserId: null,
    isAnsweredByCoordinators: true,
    exceptionReasons: ['receiver_without_user'],
    can: { accept: true, decline: true, selectProvider: true },
  } as unknown as Referral;
  expect(stepsOf(referral).map((step) => step.label)).toEqual(['Record answer', 'Choose provider']);
});

test('the receiving side decides in place, and its dialog is in the menu', () => {
  const referral = {
    status: 'pending',
    side: 'receiving',
    referredToUserId: 2,
    exceptionReasons: [],
    can: { accept: true, decline: true, selectProvider: no },
  } as unknown as Referral;
  expect(stepsOf(referral).map(({ label, shortcut, isFurther }) => [label, shortcut, isFurther])).toEqual([
    ['Accept', 'a', undefined],
    ['Accept, date later', undefined, undefined],
    ['Decline', 'd', undefined],
    ['Accept or decline with all fields', undefined, true],
  ]);
});

test('the receiving side may decline where accepting is not possible, and sees why', () => {
  const referral = {
    status: 'pending',
    side: 'receiving',
    referredToUserId: 2,
    exceptionReasons: [],
    can: { accept: 'The patient has died.', decline: true, selectProvider: no },
  } as unknown as Referral;
  expect(stepsOf(referral).map(({ label, allowance }) => [label, allowance])).toEqual([
    ['Accept', 'The patient has died.'],
    ['Decline', true],
    ['Accept or decline with all fields', true],
  ]);
});
