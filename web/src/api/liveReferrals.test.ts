import type { OutputOf } from '@careloop/contracts/endpoint';
import { listReferrals, type ReferralListItem } from '@careloop/contracts/referrals';
import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshReferralRows } from './liveReferrals.ts';
import { pagesOf } from './query.ts';

type Page = OutputOf<typeof listReferrals>;

const pageSize = 3;
interface Row {
  id: number;
  version: number;
  patientId: number;
  isOpen: boolean;
}
/** The server's referrals, and what was asked of it. */
let rows: Row[];
let asked: URLSearchParams[];
let client: QueryClient;
let stops: (() => void)[];
/** Holds answers back while it is there. */
let hold: Promise<void> | undefined;

const itemOf = ({ id, version, patientId }: Row) =>
  ({
    referralId: id,
    version,
    dateCreated: `2026-07-04T15:${id}:00.000000Z`,
    patient: { patientId },
  }) as ReferralListItem;

function pageOf(query: URLSearchParams) {
  const ids = query.getAll('referralIds').map(Number);
  const [patientId, status, cursor] = ['patientId', 'status', 'cursor'].map((name) => query.get(name));
  const found = rows
    .toSorted((one, other) => other.id - one.id)
    .filter(
      (row) =>
        (ids.length === 0 || ids.includes(row.id)) &&
        (patientId == null || row.patientId === Number(patientId)) &&
        (status == null || row.isOpen) &&
        (cursor == null || row.id < Number(cursor)),
    );
  const items = found.slice(0, ids.length || pageSize);
  return { items: items.map(itemOf), nextCursor: found.length > items.length ? String(items.at(-1)?.id) : null };
}

beforeEach(() => {
  rows = [20, 21, 22, 23, 24, 25, 26, 27].map((id) => ({ id, version: 1, patientId: id % 2, isOpen: true }));
  asked = [];
  stops = [];
  hold = undefined;
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://localhost').searchParams;
    asked.push(query);
    const answer = Response.json({ wasSuccessful: true, ...pageOf(query) });
    await hold;
    return answer;
  });
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
});
afterEach(() => {
  for (const stop of stops) stop();
  client.clear();
  vi.unstubAllGlobals();
});

/** A list on the screen with two pages of it loaded. */
async function open(filters: { patientId?: number; status?: 'pending' } = {}) {
  const observer = new InfiniteQueryObserver(client, pagesOf(listReferrals, filters));
  stops.push(observer.subscribe(() => undefined));
  await vi.waitUntil(() => observer.getCurrentResult().isSuccess);
  await observer.fetchNextPage();
  asked = [];
  return () => {
    const { pages } = observer.getCurrentResult().data as unknown as InfiniteData<Page>;
    return pages.map(({ items }) => items.map(({ referralId }) => referralId).join(' ')).join(' | ');
  };
}
const askedIds = () => asked.map((query) => query.getAll('referralIds').map(Number));
const change = (referralId: number, version = 2) => ({ referralId, version, patientId: referralId % 2 });

test('a referral that changed is read alone, and goes where the filters leave it out', async () => {
  const all = await open();
  const pending = await open({ status: 'pending' });
  rows = rows.map((row) => (row.id === 26 ? { ...row, version: 2, isOpen: false } : row));
  await refreshReferralRows(client, { changes: [change(26)] });
  expect([all(), pending()]).toEqual(['27 26 25 | 24 23 22', '27 25 | 24 23 22']);
  expect(askedIds()).toEqual([[26], [26]]);
});

test('a new one comes on top, and an old one further down waits for its page', async () => {
  const all = await open();
  rows = [...rows, { id: 28, version: 1, patientId: 0, isOpen: true }];
  await refreshReferralRows(client, { changes: [change(28, 1), change(20)] });
  expect(all()).toBe('28 27 26 25 | 24 23 22');
  expect(askedIds()).toEqual([[28, 20]]);
});

test('what the list shows already is not asked for again, nor what is about another patient', async () => {
  await open();
  const ofPatient = await open({ patientId: 1 });
  await refreshReferralRows(client, { changes: [change(27, 1), change(26, 1)] });
  expect(asked).toEqual([]);
  rows = [...rows, { id: 28, version: 1, patientId: 0, isOpen: true }];
  await refreshReferralRows(client, { changes: [change(28, 1)] });
  expect(ofPatient()).toBe('27 25 23 | 21');
  expect(askedIds()).toEqual([[28]]);
});

test('with the sight of a patient go and come the referrals about them', async () => {
  const all = await open();
  const hidden = rows.filter((row) => row.patientId === 1);
  rows = rows.filter((row) => row.patientId === 0);
  await refreshReferralRows(client, { patientIds: new Set([1]) });
  expect(all()).toBe('26 | 24 22');
  rows = [...rows, ...hidden];
  await refreshReferralRows(client, { patientIds: new Set([1]) });
  expect(all()).toBe('27 26 | 25 24 23 22');
});

test('what changes while a list is on its way for the first time is not missed', async () => {
  let letGo = () => {};
  hold = new Promise((resolve) => {
    letGo = resolve;
  });
  const observer = new InfiniteQueryObserver(client, pagesOf(listReferrals, {}));
  stops.push(observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  rows = [...rows, { id: 28, version: 1, patientId: 0, isOpen: true }];
  const refreshed = refreshReferralRows(client, { changes: [change(28, 1)] });
  letGo();
  await refreshed;
  expect(observer.getCurrentResult().data?.pages[0]?.items.map(({ referralId }) => referralId)).toEqual([
    28, 27, 26, 25,
  ]);
  expect(askedIds()).toEqual([[], [28]]);
});
