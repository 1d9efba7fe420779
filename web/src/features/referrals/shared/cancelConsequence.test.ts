import { expect, test } from 'vitest';
import { cancelConsequence } from './cancelConsequence.ts';

const sent = {
  referredToName: 'Patel, Anjali',
  status: 'pending',
  isAnsweredByCoordinators: false,
  isUserCoordinator: false,
} as const;
const office = { ...sent, isAnsweredByCoordinators: true };
const statuses = ['pending', 'accepted', 'scheduled'] as const;

test('promises a message only to a receiver in the portal who had accepted it', () => {
  for (const status of statuses) {
    for (const referral of [office, { ...office, isUserCoordinator: true }]) {
      expect(cancelConsequence({ ...referral, status })).not.toMatch(/notif|informed/);
    }
  }
  expect(cancelConsequence(sent)).not.toMatch(/notif|informed/);
});

test('a pending referral leaves the queue of its receiver', () => {
  expect(cancelConsequence(sent)).toMatch(/^It leaves the work queue of the receiver, who gets no message\./);
});

test.each(['accepted', 'scheduled'] as const)('the receiver of one that is %s is notified', (status) => {
  expect(cancelConsequence({ ...sent, status })).toMatch(/^The receiver is notified, and finds it as canceled /);
});

test.each(statuses)('an office that cannot see the portal is to be called if the referral is %s', (status) => {
  expect(cancelConsequence({ ...office, status })).toMatch(/^Patel, Anjali cannot see this in the portal: call/);
  expect(cancelConsequence({ ...office, status })).not.toContain('sees nothing added later');
});

test('the coordinators are left with one that an office had accepted, and only with that', () => {
  const accepted = { ...office, status: 'accepted' } as const;
  expect(cancelConsequence(accepted)).toContain('The care coordinators find it among their Referral exceptions.');
  expect(cancelConsequence({ ...accepted, isUserCoordinator: true })).toContain(
    'You find it among your Referral exceptions.',
  );
  expect(cancelConsequence(office)).not.toContain('Referral exceptions');
});

test('an appointment is canceled, too', () => {
  expect(cancelConsequence({ ...sent, status: 'scheduled' })).toContain('The appointment is canceled, too');
  expect(cancelConsequence({ ...sent, status: 'accepted' })).not.toContain('appointment');
});

test('without a provider none will be selected', () => {
  expect(cancelConsequence({ ...sent, referredToName: null })).toBe(
    'No provider will be selected for it. You can refer again afterwards.',
  );
});
