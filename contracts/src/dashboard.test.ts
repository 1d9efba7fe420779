import { expect, test } from 'vitest';
import { getDashboard } from './dashboard.ts';
import { realtimeEvents } from './realtime.ts';

test('every event about data on Home makes it stale', () => {
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

test('a patient change makes Home stale only if it shows the patient', () => {
  const { PatientChangedEvent, DocumentCheckedEvent } = realtimeEvents;
  for (const event of [PatientChangedEvent, DocumentCheckedEvent]) {
    expect(event.makesStaleWhereShown).toContain(getDashboard);
  }
});
