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
    'ConsultationChangedEvent',
    'EmergencyAccessEvent',
    'PatientMergedEvent',
    'PatientNewsEvent',
    'ReferralChangedEvent',
    'TaskChangedEvent',
    'UnreadMessageCountChangedEvent',
    'WorkQueueItemChangedEvent',
  ]);
});

test('a change of a patient makes Home stale only where the patient is shown', () => {
  const { PatientChangedEvent, DocumentCheckedEvent } = realtimeEvents;
  for (const event of [PatientChangedEvent, DocumentCheckedEvent]) {
    expect(event.makesStaleWhereShown).toContain(getDashboard);
  }
});
