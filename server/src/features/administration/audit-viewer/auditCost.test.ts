import { listAudit } from '@careloop/contracts/administration/audit';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Meter } from '../../../../test/budgets/meter.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestAppOn } from '../../../../test/harness.ts';
import { sealAll } from '../../../../test/sealing.ts';
import { withClient } from '../../../platform/db/connection.ts';
import type { TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let meter: Meter;
beforeAll(async () => {
  const database = await createTestDatabase();
  meter = await Meter.prepare(database.url);
  meter.start();
  app = await startTestAppOn(database, {}, 1);
});
afterAll(async () => {
  meter.stop();
  await app.stop();
});

/** Rows that showed each of two patients, alone or among others. */
const rows = 20_000;

test('a page of the audit of a patient reads about its rows, whatever the size of the audit', async () => {
  const { userId, clientId } = await buildUser(app.db, { permissions: ['ViewAuditLog'] });
  const patients = [await buildPatient(app.db, { clientId }), await buildPatient(app.db, { clientId })];
  const ids = patients.map(({ patientId }) => patientId);
  await withClient({ url: app.databaseUrl, applicationName: 'careloop-budgets' }, async (client) => {
    await client.query(
      `insert into audit_event (occurred_at, kind, action, outcome, user_id, patient_id, details)
       select now() - n * interval '1 minute', 'access', '/patients/info', 'ok', $1::bigint,
         case when n % 2 = 0 then ($2::bigint[])[1 + n / 2 % 2] end, case when n % 2 = 1 then jsonb_build_object('patientIds', $2) end
       from generate_series(1, $3::int) n`,
      [userId, ids, rows],
    );
    await client.query('analyze audit_event, audit_patient');
  });
  await sealAll(app.db);
  const reader = await app.as({ userId });
  const read = () => reader.ok(listAudit, { patientId: ids[0] });
  // The sixth use is the plan for any value.
  for (let use = 0; use < 6; use += 1) await read();
  const { cost } = await meter.measure(async () => {
    expect((await read()).items.length).toBeGreaterThan(20);
  });
  expect(cost.rows).toBeLessThan(3_000);
});
