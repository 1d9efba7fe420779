import { listResults } from '@careloop/contracts/clinical-record/results';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildCoordinator, buildPatient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('results of a period are those shown with its days: of the place where they were stated, or else of the reader', async () => {
  const user = await buildCoordinator(app.db);
  const { patientId } = await buildPatient(app.db, user);
  const caller = await app.as(user);
  const result = { patient_id: patientId, category: 'laboratory', status: 'final' };
  await app.db
    .insertInto('patient_result')
    .values([
      { ...result, description: 'Evening', effective_at: '2026-05-02T23:30:00-05:00', time_zone: '-05:00' },
      { ...result, description: 'Morning', effective_at: '2026-05-03T01:30:00+09:00', time_zone: 'Asia/Tokyo' },
      { ...result, description: 'Reader', effective_at: '2026-05-03T02:00:00Z', time_zone: null },
      { ...result, description: 'Day', effective_at: '2026-05-03T12:00:00Z', effective_precision: 'day' },
    ])
    .execute();
  const on = async (day: string, timeZone: string) => {
    const { items } = await caller.ok(listResults, { patientId, from: day, to: day, timeZone });
    return items.map(({ description }) => description).toSorted();
  };
  expect(await on('2026-05-02', 'America/New_York')).toEqual(['Evening', 'Reader']);
  expect(await on('2026-05-03', 'America/New_York')).toEqual(['Day', 'Morning']);
  expect(await on('2026-05-03', 'Asia/Kolkata')).toEqual(['Day', 'Morning', 'Reader']);
});
