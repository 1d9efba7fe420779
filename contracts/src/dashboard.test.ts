import { expect, test } from 'vitest';
import { getDashboard } from './dashboard.ts';
import { realtimeEvents } from './realtime.ts';

test('Home is stale after every event about what it shows', () => {
  const stale = Object.entries(realtimeEvents)
    .filter(([, event]) => event.makesStale.some((endpoint) => endpoint === getDashboard))
    .map(([name]) => name);
  expect(stale.toSorted()).toEqual([
    'AccessRequestChangedEvent',
    'CareTeamMembershipUpdatedEvent',
    'DocumentCheckedEvent',
    'EmergencyAccessEvent',
    'PatientChangedEvent',
    'PatientMergedEvent',
    'ReferralChangedEvent',
    'TaskChangedEvent',
    'UnreadMessageCountChangedEvent',
    'WorkQueueItemChangedEvent',
  ]);
});
