import { listCareTeam } from '@careloop/contracts/care-teams';
import { getReferral } from '@careloop/contracts/referrals';
import { getWorkQueues, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectUser } from './expectedUser.ts';
import { invalidateOld, oldBy } from './realtimeInvalidations.ts';

let client: QueryClient;
let stops: (() => void)[];
/** What was read again, by its name. */
let read: string[];

/** Something on the screen. */
function show(name: string, { path }: { path: string }, input: object, data: object = {}): void {
  const queryFn = () => {
    read.push(name);
    return data;
  };
  const queryKey = [path, input];
  client.setQueryData(queryKey, data);
  stops.push(new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => undefined));
}

beforeEach(() => {
  client = new QueryClient();
  stops = [];
  read = [];
  show('referral 1', getReferral, { referralId: 1 }, { referralId: 1 });
  show('referral 2', getReferral, { workQueueEncounterId: 7 }, { referralId: 2 });
  show('queue 22', listWorkQueueItemsByStatus, { workQueueId: 22 }, { items: [{ referral: { referralId: 2 } }] });
  show('queue 24', listWorkQueueItemsByStatus, { workQueueId: '24' }, { items: [{ referral: null }] });
  show('queues', getWorkQueues, {});
  show('care team 5', listCareTeam, { patientId: '5' });
  show('care team 6', listCareTeam, { patientId: 6 });
});
afterEach(() => {
  for (const stop of stops) stop();
  client.clear();
  expectUser(undefined);
});

test('a referral makes old what is about it or its patient, and the page of a queue that it waits on', async () => {
  await invalidateOld(client, oldBy('ReferralChangedEvent', { referralId: 2, patientId: 5, version: 2 }));
  expect(read).toEqual(['referral 2', 'queue 22', 'care team 5']);
});

test('an item makes old its queue and the numbers of all', async () => {
  await invalidateOld(client, oldBy('WorkQueueItemChangedEvent', { workQueueId: 24, workQueueEncounterId: 9 }));
  expect(read).toEqual(['queue 24', 'queues']);
});

test('several events make each thing old once', async () => {
  await invalidateOld(client, [
    ...oldBy('ReferralChangedEvent', { referralId: 2, patientId: 5, version: 2 }),
    ...oldBy('WorkQueueItemChangedEvent', { workQueueId: 22, workQueueEncounterId: 7 }),
    ...oldBy('DeliveryChangedEvent', { deliveryId: 3, referralId: 2 }),
  ]);
  expect(read).toEqual(['referral 2', 'queue 22', 'queues', 'care team 5']);
});

test('a delivery of no referral, and a colleague on a care team, leave the rest alone', async () => {
  expectUser(40);
  await invalidateOld(client, oldBy('DeliveryChangedEvent', { deliveryId: 3, referralId: null }));
  await invalidateOld(client, oldBy('CareTeamMembershipUpdatedEvent', { userId: 41, patientId: 6 }));
  expect(read).toEqual(['care team 6']);
});

test('with one’s own sight of a patient, the items about them come and go', async () => {
  expectUser(40);
  await invalidateOld(client, oldBy('CareTeamMembershipUpdatedEvent', { userId: 40, patientId: 6 }));
  expect(read).toEqual(['queue 22', 'queue 24', 'queues', 'care team 6']);
});
