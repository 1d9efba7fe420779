import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { queueItem } from '../../../test/queueItems.ts';
import { QueueItemRow } from './QueueItemRow.tsx';

const show = (item: Partial<WorkQueueItem>) => renderComponent(<QueueItemRow item={{ ...queueItem, ...item }} />);
const clock = () => screen.getByText(/^Overdue by/);

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-02-11T15:00:00Z'), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test('an open item stands out when it is overdue', () => {
  show({});
  expect(clock()).toHaveAttribute('data-overdue');
  expect(screen.queryByText('Completed')).toBeNull();
});

test('a completed item names who completed it and when, and mutes its due time', () => {
  show({ status: 'completed', completedAt: '2026-02-10T15:00:00Z', completedByName: 'Ada Ames' });
  screen.getByText('Completed');
  expect(screen.getByText(/^by Ada Ames/)).toHaveTextContent('by Ada Ames, 2/10/26');
  expect(clock()).not.toHaveAttribute('data-overdue');
});

test('an item whose referral is completed, too, shows one badge', () => {
  const { referral } = queueItem;
  show({
    status: 'completed',
    completedAt: '2026-02-10T15:00:00Z',
    completedByName: 'Ada Ames',
    referral: referral && { ...referral, status: 'completed' },
  });
  // The other text is a sentence.
  screen.getByText('Completed');
  expect(screen.getByText(/^Completed by/)).toHaveTextContent('Completed by Ada Ames, 2/10/26');
});

test('an item whose completion was not recorded with a name is marked as completed', () => {
  show({ status: 'completed' });
  screen.getByText('Completed');
  expect(screen.queryByText(/^by/)).toBeNull();
});

test('the encounter of an item has the day of its place, wherever the reader is', () => {
  show({ patientEncounterId: 5, encounterDate: '2026-01-02T10:30:00Z', timeZone: 'Pacific/Kiritimati' });
  expect(screen.getByText(/^Encounter/)).toHaveTextContent('Encounter 1/3/26');
});

test('an item shared with the user names who shared it', () => {
  show({ sharedByName: 'Anjali Patel' });
  expect(screen.getByText('Shared by Anjali Patel')).toBeVisible();
});
