import { permissions } from '@careloop/contracts/access';
import { queueSubjectTypes } from '@careloop/contracts/work-queues';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { features } from './features/index.ts';
import { loadQueueSubjects, queueSubject } from './features/work-queues/shared/queueSubject.ts';
import { router } from './routes.tsx';
import { dispatch } from './session/gateStore.ts';
import { sessionOf, type Context } from './session/session.ts';
import { Features, useMenu, useOtherPlaces, usePhonePlaces } from './shell/features.ts';

test('each screen that the navigation and the sitemap list is a route with a title', () => {
  const paths = features.flatMap(({ destinations = [] }) => destinations).map(({ to }) => to);
  const untitled = paths.filter((path) => router.matchRoutes(path, {}).at(-1)?.staticData.title === undefined);
  expect(paths.length).toBeGreaterThan(20);
  expect(untitled).toEqual([]);
});

test('each route is found at its own path', () => {
  const paths = Object.keys(router.routesByPath);
  expect(paths).toEqual(expect.arrayContaining(['/Site', '/Site/Documents', '/Site/SupportRequests', '/Duplicates']));
  expect(
    paths.filter(
      (path) =>
        router
          .matchRoutes(path, {})
          .at(-1)
          ?.fullPath.replace(/(.)\/$/, '$1') !== path,
    ),
  ).toEqual([]);
});

test('some feature shows the queue items about each type of subject', async () => {
  await loadQueueSubjects();
  expect(queueSubjectTypes.map((type) => queueSubject(type).Detail)).not.toContain(undefined);
});

/** The navigation of a user with these permissions, at a client with these features. */
function navigationOf(held: readonly string[], clientFeatures: readonly string[]) {
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: held, features: clientFeatures };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const wrapper = ({ children }: { children: ReactNode }) => <Features value={features}>{children}</Features>;
  const { result } = renderHook(
    () => ({
      bar: usePhonePlaces().map(({ label }) => label),
      others: useOtherPlaces().map(({ label }) => label),
      menus: [...useMenu('main'), ...useMenu('user'), ...useMenu('administration')].map(({ label }) => label),
    }),
    { wrapper },
  );
  return result.current;
}

test('the bar of a phone has the four most important screens, and More has all others', () => {
  const inBar = (...args: Parameters<typeof navigationOf>) => navigationOf(...args).bar;
  const both = ['ManageWorkQueues', 'Messages'];
  expect(inBar(both, ['canManageReferrals'])).toEqual(['Home', 'Work Queues', 'Messages', 'My Patients']);
  expect(inBar(['Messages'], [])).toEqual(['Home', 'Messages', 'My Patients', 'Referral Requests']);
  expect(inBar([], ['canManageReferrals'])).toEqual(['Home', 'My Patients', 'Referrals', 'Consultations']);

  for (const held of [[], permissions, ...permissions.map((one) => [one])]) {
    for (const clientFeatures of [[], ['canManageReferrals']]) {
      const { bar, others, menus } = navigationOf(held, clientFeatures);
      expect(bar).toHaveLength(4);
      expect(new Set([...bar, ...others])).toEqual(new Set(menus));
      expect(bar.length + others.length).toBe(new Set(menus).size);
    }
  }
});
