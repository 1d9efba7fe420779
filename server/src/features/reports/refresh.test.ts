import { getReport } from '@careloop/contracts/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildReferralParties } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { withClient } from '../../platform/db/connection.ts';
import { refreshReports } from './refreshReports.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const asOwner = (statement: string) =>
  withClient({ url: app.databaseUrl, applicationName: 'owner' }, (client) => client.query(statement));

test('a month with too much data for one statement is read in parts', async () => {
  const { sender, receiver, patient } = await buildReferralParties(app);
  await app.db.insertInto('user_permission').values({ user_id: sender.userId, permission: 'Reports' }).execute();
  const ages = [90, 25, 17, 8, 2];
  for (const days of ages) {
    await app.db
      .insertInto('work_queue_encounter')
      .values({
        work_queue_id: 60,
        owner_user_id: receiver.userId,
        patient_id: patient.patientId,
        encounter_date: new Date(),
        created_at: new Date(Date.now() - days * 86_400_000),
      })
      .execute();
  }
  // Simulates a statement timeout that is just long enough for one item.
  await asOwner(`create function take_too_long() returns trigger language plpgsql as
      $$begin if (select count(*) > 1 from added) then raise query_canceled; end if; return null; end$$;
    create trigger take_too_long after insert on report_queue_item
      referencing new table as added for each statement execute function take_too_long()`);
  await refreshReports(app.db);
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const caller = await app.as(sender);
  const { rows } = await caller.ok(getReport, { report: 'queues', from: day(120), to: day(-1) });
  expect(rows.find(({ key }) => key === '60')?.values).toMatchObject({ entered: ages.length });
});
