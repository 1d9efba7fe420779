import type { OutputOf } from '@careloop/contracts/endpoint';
import { getUserConversations, type ConversationListItem } from '@careloop/contracts/messages/conversations';
import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { actFor } from '../../api/actingFor.ts';
import { call } from '../../api/call.ts';
import { keepFirstPages } from '../../api/pages.ts';
import { refreshConversations, refreshRowsOfPatient } from './conversationRows.ts';

type Page = OutputOf<typeof getUserConversations>;
type Pages = InfiniteData<Page, unknown>;

const pageSize = 2;
/** The server's list, newest first, and the requests it received. */
let rows: { key: string; minute: number; patientId: number }[];
let asked: URLSearchParams[];
/** Responses held back until they are released, by cursor. */
let held: Map<string, () => void>;
let client: QueryClient;
let observer: InfiniteQueryObserver<Page, Error, Pages, string[], unknown>;
let stop: () => void;

const at = (minute: number) => `2026-07-04T15:${String(minute).padStart(2, '0')}:00.000000Z`;
const itemOf = ({ key, minute, patientId }: (typeof rows)[number]) =>
  ({ conversationKey: key, lastMessageAt: at(minute), patient: { patientId } }) as ConversationListItem;

function pageOf(query: URLSearchParams) {
  const sorted = rows.toSorted((one, other) => other.minute - one.minute);
  const keys = query.getAll('conversationKeys');
  const patientId = query.get('patientId');
  const cursor = query.get('cursor');
  const found = sorted.filter(
    (row) =>
      (keys.length === 0 || keys.includes(row.key)) &&
      (patientId === null || row.patientId === Number(patientId)) &&
      (cursor === null || row.minute < Number(cursor)),
  );
  const items = found.slice(0, Number(query.get('pageSize') ?? pageSize));
  const nextCursor = found.length > items.length ? String(items.at(-1)?.minute) : null;
  return { items: items.map(itemOf), page: 1, numPages: 1, totalItemCount: null, nextCursor, previousCursor: null };
}

beforeEach(async () => {
  rows = ['a', 'b', 'c', 'd', 'e', 'f'].map((key, index) => ({ key, minute: 20 - index, patientId: index }));
  asked = [];
  held = new Map();
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://localhost').searchParams;
    asked.push(query);
    const answer = Response.json({ wasSuccessful: true, ...pageOf(query) });
    const cursor = query.get('cursor');
    if (cursor !== null && held.has(cursor)) await new Promise<void>((resolve) => held.set(cursor, resolve));
    return answer;
  });
  client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  observer = new InfiniteQueryObserver(client, {
    queryKey: [getUserConversations.path, {}] as unknown as string[],
    initialPageParam: undefined as unknown,
    queryFn: ({ pageParam }) => call(getUserConversations, { cursor: pageParam as string | undefined }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  stop = observer.subscribe(() => undefined);
  await vi.waitUntil(() => shown() === 'ab');
  await observer.fetchNextPage();
  asked = [];
});
afterEach(() => {
  stop();
  client.clear();
  actFor(undefined);
  vi.unstubAllGlobals();
});

const shown = () =>
  observer
    .getCurrentResult()
    .data?.pages.map(({ items }) => items.map(({ conversationKey }) => conversationKey).join(''))
    .join(' ');
const move = (key: string, minute: number) => {
  rows = rows.map((row) => (row.key === key ? { ...row, minute } : row));
};

test('fetches only the conversation that changed', async () => {
  move('d', 30);
  await refreshConversations(client, new Set(['d']));
  expect(shown()).toBe('dab c');
  rows = rows.filter(({ key }) => key !== 'b');
  await refreshConversations(client, new Set(['b']));
  expect(shown()).toBe('da c');
  expect(asked.map((query) => query.getAll('conversationKeys'))).toEqual([['d'], ['b']]);
});

test('keeps a page that was in flight at the same time', async () => {
  held.set('17', () => undefined);
  const next = observer.fetchNextPage();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  move('a', 31);
  const refreshed = refreshConversations(client, new Set(['a', 'c']));
  move('c', 32);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  held.get('17')?.();
  await Promise.all([next, refreshed]);
  expect(shown()).toBe('cab d ef');
});

test("refetches a patient's rows when access to the patient was gained or lost", async () => {
  rows = rows.map((row) => (row.key === 'e' ? { ...row, patientId: 2 } : row)).filter(({ key }) => key !== 'c');
  await refreshRowsOfPatient(client, 2);
  expect(shown()).toBe('ab d');
  expect(asked).toHaveLength(1);
});

test('drops a response for a person no longer acted for', async () => {
  move('d', 30);
  const refreshed = refreshConversations(client, new Set(['d']));
  actFor(7);
  await refreshed;
  expect(shown()).toBe('ab cd');
});

test('restarts a list that is not on screen with one call', async () => {
  stop();
  keepFirstPages(client, getUserConversations);
  expect(shown()).toBe('ab cd');
  stop = observer.subscribe(() => undefined);
  expect(shown()).toBe('ab');
});
