import { joinCareTeam } from '@careloop/contracts/care-teams/members';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const paths = ['/care-teams/', '/patients/care-team', '/provider/care-team-invites/', '/patient-access/'];

test('no call about care teams and access can be made on behalf of someone the user may not act for', async () => {
  const patient = await buildPatient(app.db);
  const { clientId, patientId } = patient;
  const permissions = ['EditCareTeam', 'ViewAllPatients', 'BreakTheGlass', 'ViewAuditLog'] as const;
  const member = await buildUser(app.db, { clientId, permissions: [...permissions] });
  const colleague = await buildUser(app.db, { clientId, permissions: [...permissions] });
  await addToCareTeam(app.db, patient, member);
  await addToCareTeam(app.db, patient, colleague, 'invited');
  const { rows: before } = await sql`select * from care_team_member order by 1`.execute(app.db);
  const endpoints = app.app.endpoints.filter(({ path, isOwn }) => !isOwn && paths.some((one) => path.startsWith(one)));
  expect(endpoints.length).toBeGreaterThan(18);
  const caller = await app.as(member);
  // An input with every field that any of the calls needs; each call reads its own.
  const input = {
    patientId,
    userId: colleague.userId,
    userIds: [colleague.userId],
    careTeamMemberId: 1,
    careTeamMemberIds: [1],
    version: 1,
    relationshipType: 1,
    accessRequestId: 1,
    breakGlassAccessId: 1,
    inviteBatchId: 1,
    isAccepting: true,
    reason: 'x',
  };
  for (const endpoint of endpoints) {
    const { status } = await caller.call(endpoint, { ...input, onBehalfOfUserId: colleague.userId });
    expect({ path: endpoint.path, status }).toEqual({ path: endpoint.path, status: 403 });
  }
  const { rows: after } = await sql`select * from care_team_member order by 1`.execute(app.db);
  expect(after).toEqual(before);
  const { rows } =
    await sql`select action from audit_event where kind = 'change' and patient_id = ${patientId}`.execute(app.db);
  expect(rows).toEqual([]);
});

test('a person who joins through their proxy was invited by nobody else', async () => {
  const { clientId, patientId } = await buildPatient(app.db);
  const doctor = await buildUser(app.db, { clientId, permissions: ['ViewAllPatients'] });
  const proxy = await buildUser(app.db, { clientId });
  await addProxy(app.db, doctor, proxy);
  await (await app.as(proxy)).ok(joinCareTeam, { patientId, onBehalfOfUserId: doctor.userId });
  const { rows } = await sql`select user_id, invited_by_user_id from care_team_member
    where patient_id = ${patientId}`.execute(app.db);
  expect(rows).toEqual([{ user_id: doctor.userId, invited_by_user_id: doctor.userId }]);
});
