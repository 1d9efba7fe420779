import { listAudit } from '@careloop/contracts/administration/audit';
import { beyondAccessText } from '@careloop/contracts/endpoint';
import { requestAccess } from '@careloop/contracts/patient-access';
import { findPatientsBeyond, searchPatients } from '@careloop/contracts/patients/find';
import { validateAddProxyUser } from '@careloop/contracts/profile/proxies';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildClient, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

/** The default of LOOKUPS_PER_HOUR. */
const mostCalls = 300;

let app: TestApp;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
});
afterAll(() => app.stop());

/** Adds earlier calls of the user to the audit. */
const callEarlier = ({ userId }: Caller, action: string, count: number, minutesAgo: number) =>
  sql`insert into audit_event (kind, action, outcome, user_id, occurred_at)
    select 'access', ${action}, 'ok', ${userId}, now() - ${minutesAgo} * interval '1 minute'
    from generate_series(1, ${count})`.execute(app.db);

test('all calls that answer beyond access are counted together, per user and hour', async () => {
  const caller = await app.as(await buildUser(app.db, { clientId }));
  const { patientId } = await buildPatient(app.db, { clientId, lastName: 'Okafor' });
  await callEarlier(caller, searchPatients.path, 200, 70);
  await callEarlier(caller, searchPatients.path, 200, 50);
  await callEarlier(caller, validateAddProxyUser.path, mostCalls - 201, 10);
  expect((await caller.ok(findPatientsBeyond, { phrase: 'okafor' })).items).toMatchObject([{ patientId }]);
  const refusals = [
    await caller.fail(findPatientsBeyond, { phrase: 'okafor' }),
    await caller.fail(searchPatients, { phrase: 'okafor' }),
    await caller.fail(requestAccess, { patientId, reason: 'I am covering for her doctor.' }),
  ];
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 429, message: beyondAccessText });
  const other = await app.as(await buildUser(app.db, { clientId }));
  expect((await other.ok(findPatientsBeyond, { phrase: 'okafor' })).items).toHaveLength(1);
});

test('a request for access counts, and a refused call does not prolong the limit', async () => {
  const caller = await app.as(await buildUser(app.db, { clientId }));
  await callEarlier(caller, searchPatients.path, 5, 58);
  await callEarlier(caller, 'access_request.created', mostCalls - 5, 30);
  for (let number = 0; number < 6; number += 1)
    expect((await caller.fail(searchPatients, { phrase: 'okafor' })).status).toBe(429);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_event
    where user_id = ${caller.userId} and details ? 'isLimited'`.execute(app.db);
  expect(rows).toEqual([{ count: 6 }]);
});

test('reaching the limit is one security event an hour, which administrators see', async () => {
  const caller = await app.as(await buildUser(app.db, { clientId }));
  const reader = await app.as(await buildUser(app.db, { clientId, permissions: ['ViewAuditLog'] }));
  await callEarlier(caller, searchPatients.path, mostCalls, 20);
  for (let number = 0; number < 3; number += 1) await caller.fail(searchPatients, { phrase: 'okafor' });
  const { items } = await reader.ok(listAudit, { kind: 'security', userId: caller.userId });
  expect(items).toMatchObject([
    {
      what: 'Reached the hourly limit of searches beyond own patients',
      outcome: 'refused',
      who: { userId: caller.userId },
    },
  ]);
});
