import { describe, expect, test } from 'vitest';

import { signedIn } from '../contracts/src/access.ts';
import { nothing, post, type Stale } from '../contracts/src/endpoint.ts';
import { isRealtimeEvent, realtimeEvents } from '../contracts/src/realtime.ts';
import { findEndpoints } from './endpoints.ts';
import { readRepository } from './repositoryFiles.ts';

const endpoints = await findEndpoints(readRepository());
const changes = endpoints.filter(({ method }) => method === 'POST');

/** A GET, or a search sent as a POST. */
function isRead(stale: Stale): boolean {
  if (typeof stale === 'string') return false;
  return stale.method === 'GET' || (stale.audit === 'search' && stale.makesStale.length === 0);
}
const textOf = (stale: Stale) => (typeof stale === 'string' ? stale : stale.path);

describe('a POST endpoint', () => {
  // oxlint-disable-next-line vitest/expect-expect -- the type check fails if an expected error is missing
  test('cannot be declared without what it makes stale', () => {
    // @ts-expect-error without `makesStale`
    post('/nowhere', { summary: 'Changes.', access: signedIn, authorization: 'own', input: nothing, output: nothing });
  });

  test('states what it makes stale', () => {
    expect(changes.length).toBeGreaterThan(150);
    expect(changes.filter(({ makesStale }) => !Array.isArray(makesStale)).map(({ name }) => name)).toEqual([]);
  });

  test('makes only reads stale, or the same as an event', () => {
    const isKnown = (stale: Stale) => (typeof stale === 'string' ? isRealtimeEvent(stale) : isRead(stale));
    const wrong = changes.flatMap(({ name, makesStale }) =>
      makesStale.filter((stale) => !isKnown(stale)).map((stale) => `${name}: ${textOf(stale)}`),
    );
    expect(wrong).toEqual([]);
  });
});

test('a GET makes nothing stale', () => {
  const wrong = endpoints.filter(({ method, makesStale }) => method === 'GET' && makesStale.length > 0);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('an event makes only reads stale', () => {
  const wrong = Object.entries(realtimeEvents).flatMap(([name, event]) =>
    [...event.makesStale, ...event.makesStaleWhereShown, ...event.makesStaleForUser]
      .filter((stale) => !isRead(stale))
      .map((stale) => `${name}: ${textOf(stale)}`),
  );
  expect(wrong).toEqual([]);
});
