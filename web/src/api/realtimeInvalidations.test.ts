import { listCareTeam } from '@careloop/contracts/care-teams';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { getPatientInfo, listPatients } from '@careloop/contracts/patients';
import { getPatientOverview } from '@careloop/contracts/patients/overview';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import type { ReceivedEvent } from '@careloop/contracts/staleReads';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { getWorkQueues, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expectUser } from './expectedUser.ts';
import { invalidateStale } from './realtimeInvalidations.ts';

let client: QueryClient;
let stops: (() => void)[];
/** Names of the queries that were refetched. */
let read: string[];

/** Puts a query on the screen. */
function show(name: string, { path }: Endpoint, input: object, data: object = {}): void {
  const queryFn = () => {
    read.push(name);
    return data;
  };
  const queryKey = [path, input];
  client.setQueryData(queryKey, data);
  stops.push(new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => undefined));
}

function eventOf<Name extends RealtimeEventName>(name: Name, payload: RealtimeEvents[Name]): ReceivedEvent {
  return { name, payload };
}
const receive = (...events: ReceivedEvent[]) => invalidateStale(client, events);

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

test('a referral event makes stale its own and its patient queries, and the queue page that shows it', async () => {
  await receive(eventOf('ReferralChangedEvent', { referralId: 2, patientId: 5, version: 2 }));
  expect(read).toEqual(['referral 2', 'queue 22', 'care team 5']);
});

test('a first load in flight is repeated', async () => {
  const first = Promise.withResolvers<object>();
  const queryFn = () => {
    read.push('referral 3');
    return read.length === 1 ? first.promise : {};
  };
  const queryKey = [getReferral.path, { referralId: 3 }];
  stops.push(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined));
  const received = receive(eventOf('ReferralChangedEvent', { referralId: 3, patientId: 9, version: 2 }));
  first.resolve({ referralId: 3 });
  await received;
  expect(read).toEqual(['referral 3', 'referral 3']);
});

test('a queue item makes stale its queue and the counts of all queues', async () => {
  await receive(eventOf('WorkQueueItemChangedEvent', { workQueueId: 24, workQueueEncounterId: 9 }));
  expect(read).toEqual(['queue 24', 'queues']);
});

test('several events refetch each query once', async () => {
  await receive(
    eventOf('ReferralChangedEvent', { referralId: 2, patientId: 5, version: 2 }),
    eventOf('WorkQueueItemChangedEvent', { workQueueId: 22, workQueueEncounterId: 7 }),
    eventOf('DeliveryChangedEvent', { deliveryId: 3, referralId: 2 }),
  );
  expect(read).toEqual(['referral 2', 'queue 22', 'queues', 'care team 5']);
});

test('a delivery without a referral and a colleague joining a care team leave other queries alone', async () => {
  expectUser(40);
  await receive(eventOf('DeliveryChangedEvent', { deliveryId: 3, referralId: null }));
  await receive(eventOf('CareTeamMembershipUpdatedEvent', { userId: 41, patientId: 6 }));
  expect(read).toEqual(['care team 6']);
});

test('gaining or losing access to a patient refetches the queues', async () => {
  expectUser(40);
  await receive(eventOf('CareTeamMembershipUpdatedEvent', { userId: 40, patientId: 6 }));
  expect(read).toEqual(['queue 22', 'queue 24', 'queues', 'care team 6']);
});

test('so does a change of access of somebody the user may act for', async () => {
  expectUser(40, [41]);
  await receive(eventOf('CareTeamMembershipUpdatedEvent', { userId: 41, patientId: 6 }));
  expect(read).toEqual(['queue 22', 'queue 24', 'queues', 'care team 6']);
});

test('the page of a patient is refetched after a change of what it counts or shows', async () => {
  show('patient 8', getPatientInfo, { patientId: 8 });
  show('overview 8', getPatientOverview, { patientId: 8 });
  const both = ['patient 8', 'overview 8'];
  await receive(eventOf('TaskChangedEvent', { patientId: 8, taskId: 1 }));
  expect(read.splice(0)).toEqual(both);
  await receive(eventOf('ConsultationChangedEvent', { careCoordinatorRequestId: 2, patientId: 8, version: 2 }));
  expect(read.splice(0)).toEqual(['patient 8']);
  await receive(eventOf('CareTeamChangedEvent', { patientId: 8 }));
  expect(read.splice(0)).toEqual(both);
  await receive(eventOf('PatientMergedEvent', { patientId: 8 }));
  expect(read.splice(0)).toEqual(both);
});

describe('lists of several pages', () => {
  const pageOf = (items: object[]) => ({ items, nextCursor: 'more' });
  const patients = [[{ patientId: 5 }], [{ patientId: 6 }]].map(pageOf);
  const referrals = [1, 2, 3, 4, 5].map((referralId) => pageOf([{ referralId }]));

  /** Shows a list with these pages loaded. Returns a function that counts the pages fetched since. */
  function showPages({ path }: Endpoint, input: object, pages: object[]): () => number {
    let calls = 0;
    const queryKey = [path, input];
    client.setQueryData(queryKey, { pages, pageParams: pages.map((_, index) => index) });
    const observer = new InfiniteQueryObserver(client, {
      queryKey,
      initialPageParam: 0,
      queryFn: ({ pageParam }) => {
        calls += 1;
        return pages[pageParam];
      },
      getNextPageParam: (_page, _all, last) => last + 1,
      staleTime: 60_000,
    });
    stops.push(observer.subscribe(() => undefined));
    return () => calls;
  }

  test('on the screen are refetched page by page, and lists of other patients not at all', async () => {
    const all = showPages(listReferrals, {}, referrals);
    const ofPatient = showPages(listReferrals, { patientId: 6 }, referrals);
    const changed = (referralId: number) => eventOf('ReferralChangedEvent', { referralId, patientId: 5, version: 2 });
    await receive(changed(2), changed(3), changed(9));
    expect([all(), ofPatient()]).toEqual([5, 0]);
  });

  test('of patients are refetched if they show the patient', async () => {
    const calls = showPages(listPatients, {}, patients);
    await receive(eventOf('ReferralChangedEvent', { referralId: 2, patientId: 7, version: 2 }));
    expect(calls()).toBe(0);
    await receive(eventOf('PatientChangedEvent', { patientId: 6 }));
    expect(calls()).toBe(2);
  });

  test('keep one page while they are not on the screen', async () => {
    const queryKey = [listReferrals.path, {}];
    client.setQueryData(queryKey, { pages: referrals, pageParams: [0, 1, 2, 3, 4] });
    await receive(eventOf('ReferralChangedEvent', { referralId: 2, patientId: 5, version: 2 }));
    expect(client.getQueryData(queryKey)).toEqual({ pages: referrals.slice(0, 1), pageParams: [0] });
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });
});
