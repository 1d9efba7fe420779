import { expect, test } from 'vitest';
import { exceptionAdvice as adviceFor } from './exceptionTexts.ts';

type Advice = Parameters<typeof adviceFor>;
const exceptionAdvice = (reason: Advice[0], of: Advice[1]) => adviceFor(reason, of, true);

const referral = {
  referredToName: 'Patel, Anjali',
  status: 'pending',
  isAnsweredByCoordinators: false,
  isUserCoordinator: false,
} as const;

test.each([
  ['overdue', 'referring', /^Nobody has answered it\. Contact the office it was sent to/],
  ['overdue', 'receiving', /^The sender is still waiting for an answer\. Accept or decline it\.$/],
  ['canceled_after_acceptance', 'referring', /^It had been accepted before\./],
  [
    'canceled_after_acceptance',
    'receiving',
    /kept for the patient, then complete the item among your Referral exceptions\.$/,
  ],
] as const)('what is %s advises the %s side what it can do', (reason, side, advice) => {
  expect(exceptionAdvice(reason, { ...referral, side })).toMatch(advice);
});

test('asks only receivers who work queues to complete an item', () => {
  const received = { ...referral, side: 'receiving' } as const;
  expect(adviceFor('canceled_after_acceptance', received, false)).toMatch(
    /Release any time you kept for the patient\.$/,
  );
});

test('names no office to contact while no provider has been chosen', () => {
  const unassigned = { ...referral, referredToName: null, side: 'referring' } as const;
  expect(exceptionAdvice('overdue', unassigned)).toMatch(/^No provider has been chosen yet\./);
});

test('advises the receiver of an accepted, overdue referral to log the appointment', () => {
  const accepted = { ...referral, status: 'accepted', side: 'receiving' } as const;
  expect(exceptionAdvice('overdue', accepted)).toContain('no appointment has been logged');
});

test('says what the coordinators do for an office without an account', () => {
  const office = { ...referral, side: 'referring', isAnsweredByCoordinators: true } as const;
  expect(exceptionAdvice('receiver_without_user', office)).toContain('record its answer');
  const accepted = { ...office, status: 'accepted' } as const;
  expect(exceptionAdvice('receiver_without_user', accepted)).toContain('record the appointment');
  expect(exceptionAdvice('canceled_after_acceptance', office)).toContain('ask the office');
});

test('says that a provider whose account another organization made can be chosen again', () => {
  const office = { ...referral, side: 'referring', isAnsweredByCoordinators: true } as const;
  expect(exceptionAdvice('receiver_of_others', office)).toContain('choose the same provider again');
  expect(exceptionAdvice('receiver_of_others', { ...office, status: 'accepted' })).toContain('record the appointment');
});

test('says who follows a referral to a receiver without a work queue', () => {
  const sent = { ...referral, side: 'referring' } as const;
  expect(exceptionAdvice('receiver_without_queue', sent)).toBe(
    'Patel, Anjali can answer it, but finds it only in the list of referrals. The care coordinators make sure that it is not overlooked.',
  );
});

test('addresses a coordinator who reads what coordinators do', () => {
  const own = { ...referral, side: 'referring', isAnsweredByCoordinators: true, isUserCoordinator: true } as const;
  const texts = [
    exceptionAdvice('receiver_without_user', own),
    exceptionAdvice('receiver_without_user', { ...own, status: 'accepted' }),
    exceptionAdvice('receiver_of_others', own),
    exceptionAdvice('receiver_of_others', { ...own, status: 'accepted' }),
    exceptionAdvice('receiver_deactivated', own),
    exceptionAdvice('receiver_deactivated', { ...own, status: 'accepted' }),
    exceptionAdvice('receiver_without_queue', own),
    exceptionAdvice('canceled_after_acceptance', own),
    exceptionAdvice('overdue', { ...own, referredToName: null, isAnsweredByCoordinators: false }),
  ];
  for (const text of texts) expect(text).not.toMatch(/coordinators|They/);
  expect(texts[0]).toBe(
    'Patel, Anjali cannot answer in this portal. Contact the office and record its answer, or choose another provider.',
  );
});
