import { listPatients, type PatientListItem } from '@careloop/contracts/patients';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshPatientRows, refreshPatientsInSight } from './livePatients.ts';
import { pagesOf } from './query.ts';

const pageSize = 2;
/** The server's patients in its order, and what was asked of it. */
let rows: { id: number; open: number }[];
let asked: (number[] | 'page')[];
let client: QueryClient;
let stop: () => void;
let shown: () => string | undefined;

function answer(query: URLSearchParams) {
  const ids = query.getAll('patientIds').map(Number);
  asked.push(ids.length > 0 ? ids : 'page');
  const found = ids.length > 0 ? rows.filter(({ id }) => ids.includes(id)) : rows.slice(Number(query.get('cursor')));
  const items = found.slice(0, ids.length || pageSize);
  const nextCursor = found.length > items.length ? String(Number(query.get('cursor')) + pageSize) : null;
  return { items: items.map(({ id, open }) => ({ patientId: id, openReferralCount: open })), nextCursor };
}

beforeEach(async () => {
  rows = [7, 3, 9, 1, 5].map((id) => ({ id, open: 0 }));
  asked = [];
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json({ wasSuccessful: true, ...answer(new URL(url, 'http://localhost').searchParams) }),
  );
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  const observer = new InfiniteQueryObserver(client, pagesOf(listPatients, {}));
  stop = observer.subscribe(() => undefined);
  const write = ({ patientId, openReferralCount }: PatientListItem) => `${patientId}:${openReferralCount}`;
  shown = () =>
    observer
      .getCurrentResult()
      .data?.pages.map(({ items }) => items.map(write).join(' '))
      .join(' | ');
  await vi.waitUntil(() => observer.getCurrentResult().isSuccess);
  await observer.fetchNextPage();
  asked = [];
});
afterEach(() => {
  stop();
  client.clear();
  vi.unstubAllGlobals();
});

test('a patient who changed is read alone, where they stand, and nobody who is not shown', async () => {
  rows = rows.map((row) => ({ ...row, open: row.id }));
  await refreshPatientRows(client, new Set([9, 5]));
  expect([shown(), asked]).toEqual(['7:0 3:0 | 9:9 1:0', [[9]]]);
  await refreshPatientRows(client, new Set([5]));
  expect(asked).toEqual([[9]]);
});

test('a patient out of sight goes, and one who came into sight has the list read again', async () => {
  const before = rows;
  rows = rows.filter(({ id }) => id !== 3);
  await refreshPatientsInSight(client, new Set([3]));
  expect([shown(), asked]).toEqual(['7:0 | 9:0 1:0', [[3]]]);
  rows = before;
  await refreshPatientsInSight(client, new Set([3]));
  expect([shown(), asked]).toEqual(['7:0 3:0 | 9:0 1:0', [[3], 'page', 'page']]);
});
