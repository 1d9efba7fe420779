import { expect } from 'vitest';

import type { Endpoint } from '@careloop/contracts/endpoint';

import type { Answer, Caller } from './harness.ts';
import { forUsers, spread } from './privacyProbes.ts';
import type { FilteredList, OpenToAll, ProbeContext } from './privacyProbes.ts';

const idsOfEach = 2;

/** Compares each user's list with the list filtered by ids that the user has no access to. */
export async function compareFilters(list: FilteredList, { oracle, callerOf }: ProbeContext): Promise<void> {
  const { by, several = [], more } = list;
  const compared = new Map(Object.keys(by).map((key) => [key, 0]));
  await forUsers(oracle, async ({ userId, username }) => {
    const answer = await itemsOf(callerOf(userId), list, { ...more });
    if (answer === 'forbidden') return;
    const whole = new Set(answer);
    for (const [key, { ids, may }] of Object.entries(by)) {
      const mine = may(oracle, userId);
      for (const id of spread(
        ids(oracle).filter((one) => !mine.has(one)),
        idsOfEach,
      )) {
        const some = await itemsOf(callerOf(userId), list, { ...more, [key]: several.includes(key) ? [id] : id });
        const extra = typeof some === 'string' ? [] : some.filter((one) => !whole.has(one));
        expect({ username, key, id, extra, isBroken: some === 'internal' }).toMatchObject({
          extra: [],
          isBroken: false,
        });
        compared.set(key, (compared.get(key) ?? 0) + 1);
      }
    }
  });
  expect([...compared].filter(([, count]) => count === 0)).toEqual([]);
}

/** All items of the list as JSON, or the error code. */
async function itemsOf(caller: Caller, { endpoint, itemsIn }: FilteredList, input: object): Promise<string[] | string> {
  const items: unknown[] = [];
  let next: object | null = {};
  for (let number = 2; next !== null; number += 1) {
    const { body }: { body: Answer<Endpoint> } = await caller.call(endpoint, { ...input, ...next });
    if (!body.wasSuccessful) return body.code;
    const page: Record<string, unknown> = body;
    items.push(...(itemsIn === undefined ? (page['items'] as unknown[]) : itemsIn(page)));
    if (page['nextCursor'] != null) next = { cursor: page['nextCursor'] };
    else
      next =
        (page['hasMore'] === true && 'page' in endpoint.input.shape) || number <= Number(page['numPages'] ?? 0)
          ? { page: number }
          : null;
  }
  return items.map((item) => JSON.stringify(item));
}

/** Reads ids that are open to all as a user of another client, and checks that only the declared keys are returned. */
export async function compareOpen(kind: OpenToAll, { oracle, callerOf }: ProbeContext): Promise<void> {
  const { reads, as = 'outsider', ids = () => [0], inputOf, partOf = (answer) => answer, shows, withholds = [] } = kind;
  const stranger = callerOf(oracle.users.find(({ username }) => username === as)!.userId);
  const some = spread(ids(oracle), 20);
  expect(some).not.toEqual([]);
  const seen = new Set<string>();
  for (const id of some) {
    const { wasSuccessful: _wasSuccessful, ...answer } = { ...(await stranger.ok(reads, inputOf(id))) } as Record<
      string,
      unknown
    >;
    for (const key of keysIn(partOf(answer))) seen.add(key);
    for (const key of withholds) expect({ id, [key]: answer[key] }).toEqual({ id, [key]: null });
  }
  expect([...seen].filter((key) => !shows.includes(key))).toEqual([]);
}

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
}
