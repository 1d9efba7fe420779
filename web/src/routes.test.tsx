import { queueSubjectTypes } from '@careloop/contracts/work-queues';
import { expect, test } from 'vitest';
import { features } from './features/index.ts';
import { loadQueueSubjects, queueSubject } from './features/work-queues/shared/queueSubject.ts';
import { router } from './routes.tsx';

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
