import { fallbackTexts } from '@careloop/contracts/zodTexts';
import { auditTexts, exportAudit, listAudit, systemActor } from '@careloop/contracts/administration/audit';
import { listManagedUsers } from '@careloop/contracts/administration/users';
import { getPatientInfo } from '@careloop/contracts/patients';
import { getUserProfile } from '@careloop/contracts/profile';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { recordImported } from '../../../platform/audit/record.ts';
import { addProxy, buildClient, buildCoordinator, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let clientId: number;
let reader: Caller;
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  reader = await app.as(await buildUser(app.db, { clientId, lastName: 'Reading', permissions: ['ViewAuditLog'] }));
});
afterAll(() => app.stop());

test('views of patients are listed with descriptions, latest first, by every filter', async () => {
  const coordinator = await buildCoordinator(app.db, { clientId });
  const caller = await app.as(coordinator);
  const patient = await buildPatient(app.db, { clientId, firstName: 'Rosa', lastName: 'Okafor' });
  await caller.ok(getPatientInfo, { patientId: patient.patientId });
  const { patientId } = patient;
  const { userId } = coordinator;
  const found = await reader.ok(listAudit, { patientId });
  expect(found).toMatchObject({
    items: [{ what: 'Patient record', outcome: 'ok', kind: 'access', who: { userId }, forWhom: null }],
    nextCursor: null,
    searchedUntil: null,
    named: { who: null, patient: { patientId, fullName: 'OKAFOR, Rosa' } },
  });
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const count = async (filters: Parameters<typeof reader.ok<typeof listAudit>>[1]) =>
    (await reader.ok(listAudit, { patientId, kind: 'access', userId, ...filters })).items.length;
  expect(await count({})).toBe(1);
  expect(await count({ from: today, until: today })).toBe(1);
  expect(await count({ from: tomorrow })).toBe(0);
  expect(await count({ kind: 'change' })).toBe(0);
  expect(await count({ outcome: 'denied' })).toBe(0);
  expect(await count({ forUserId: userId })).toBe(0);
  expect((await reader.fail(listAudit, { from: tomorrow, until: today })).validationErrors).toEqual({
    until: auditTexts.daysBackwards,
  });
});

test('an opened profile is not described as saved', async () => {
  const caller = await app.as(await buildUser(app.db, { clientId }));
  await caller.ok(getUserProfile, {});
  const { items } = await reader.ok(listAudit, { userId: caller.userId });
  expect(items).toMatchObject([{ what: 'A profile', kind: 'access', outcome: 'ok' }]);
});

test('calls that share an address have a text, because the audit records the address only', () => {
  const { endpoints } = app.app;
  const paths = endpoints.map(({ path }) => path);
  const shared = paths.filter((path, place) => paths.indexOf(path) !== place);
  expect(shared).not.toEqual([]);
  const named = new Set(endpoints.flatMap(({ path, auditText }) => (auditText === undefined ? [] : [path])));
  expect(shared.filter((path) => !named.has(path))).toEqual([]);
});

test('every view of an own patient is listed, and nothing of another client', async () => {
  const elsewhere = await buildClient(app.db);
  const theirs = await buildPatient(app.db, { clientId: elsewhere.clientId });
  const ours = await buildPatient(app.db, { clientId });
  const stranger = await app.as(await buildCoordinator(app.db, { clientId: elsewhere.clientId }));
  await stranger.ok(getPatientInfo, { patientId: theirs.patientId });
  await stranger.fail(getPatientInfo, { patientId: ours.patientId });
  const denied = await reader.ok(listAudit, { outcome: 'denied', patientId: ours.patientId });
  expect(denied.items).toMatchObject([{ who: { userId: stranger.userId }, patient: { patientId: ours.patientId } }]);
  expect(await reader.ok(listAudit, { patientId: theirs.patientId })).toMatchObject({
    items: [],
    named: { patient: null },
  });
  const ofStranger = await reader.ok(listAudit, { userId: stranger.userId });
  expect(ofStranger.items.map((one) => one.patient?.patientId)).toEqual([ours.patientId]);
  expect(ofStranger.named.who).toBeNull();
});

test('what an import changed is listed with the patient, and without a user', async () => {
  const { patientId } = await buildPatient(app.db, { clientId });
  const theirs = await buildPatient(app.db, { clientId: (await buildClient(app.db)).clientId });
  for (const patient of [patientId, theirs.patientId])
    await recordImported(app.db, { action: 'care_team.pcp_changed', patientId: patient, details: { isPcp: true } });
  const { items } = await reader.ok(listAudit, { patientId });
  expect(items).toMatchObject([{ who: null, what: 'Changed the primary care provider', patient: { patientId } }]);
  expect((await reader.ok(listAudit, { patientId: theirs.patientId })).items).toEqual([]);
  const { body } = await reader.call(exportAudit, { patientId });
  expect((body as unknown as { bytes: Buffer }).bytes.toString()).toContain(`,${systemActor},,`);
});

test('reading the audit is audited, with its filters', async () => {
  await reader.ok(listAudit, { userId: reader.userId, kind: 'change' });
  const { rows } = await sql`select details from audit_event where user_id = ${reader.userId}
    and action = ${listAudit.path} order by audit_event_id desc limit 1`.execute(app.db);
  expect(rows).toMatchObject([{ details: { userId: reader.userId, kind: 'change', shown: 0 } }]);
  const { items } = await reader.ok(listAudit, { userId: reader.userId });
  expect(items[0]?.what).toBe('The audit');
});

test('pages continue where the last one ended, to the microsecond', async () => {
  const { userId } = await buildUser(app.db, { clientId });
  await sql`insert into audit_event (kind, action, outcome, user_id, occurred_at)
    select 'change', 'task.created', 'ok', ${userId}, now() - (n / 3) * interval '1 microsecond'
    from generate_series(1, 120) as n`.execute(app.db);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await reader.ok(listAudit, { userId, cursor });
    expect(items.every(({ what }) => what === 'Task created')).toBe(true);
    seen.push(...items.map(({ auditEventId }) => auditEventId));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
});

test('a file contains the filtered rows, and is audited too', async () => {
  const { userId } = await buildUser(app.db, { clientId, firstName: '=Sum', lastName: '=Formula' });
  await sql`insert into audit_event (kind, action, outcome, user_id) values ('change', 'task.created', 'ok', ${userId})`.execute(
    app.db,
  );
  const { body } = await reader.call(exportAudit, { userId, timeZone: 'America/New_York' });
  const { bytes } = body as unknown as { bytes: Buffer };
  const [heading, line, end] = bytes.toString().split('\r\n');
  expect(heading).toBe('\uFEFFWhen,Time zone,Who,For whom,What,Kind,Patient,Patient id,Patients,Outcome,Address,Entry');
  expect(line).toContain(`"'=Formula, =Sum",,Task created,Changed,,,0,Done,`);
  expect(end).toBe('');
});

test('a file is named after the day in the reader’s time zone', async () => {
  // 25 hours apart, so never on the same day.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const { headers } = await app.app.http.inject({
      url: `/api${exportAudit.path}`,
      query: { timeZone },
      headers: { authorization: `Bearer ${reader.token}` },
    });
    const day = new Date().toLocaleDateString('en-CA', { timeZone });
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''Audit%20${day}.csv`);
  }
});

test('it needs the permission, and one’s own name', async () => {
  const other = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageUsers'] }));
  for (const by of [other, app.nobody]) {
    expect([401, 403]).toContain((await by.fail(listAudit, {})).status);
    expect([401, 403]).toContain((await by.fail(exportAudit, {})).status);
  }
  const elsewhere = await buildClient(app.db);
  const person = await app.as(await buildUser(app.db, { clientId: elsewhere.clientId, permissions: ['ManageUsers'] }));
  await addProxy(app.db, person, reader);
  await person.ok(listManagedUsers, {});
  const inTheirName = { userId: person.userId, onBehalfOfUserId: person.userId };
  expect((await reader.fail(listAudit, inTheirName)).validationErrors).toEqual({
    onBehalfOfUserId: fallbackTexts.undeclared,
  });
  expect((await reader.ok(listAudit, { userId: person.userId })).items).toEqual([]);
});

test('each filter uses an index range', async () => {
  const plan = async (where: string) => {
    const { rows } = await sql<Record<string, string>>`explain select * from audit_event e where ${sql.raw(where)}
      order by e.occurred_at desc, e.audit_event_id desc limit 50`.execute(app.db);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  };
  await sql`set enable_seqscan = off`.execute(app.db);
  for (const where of ['e.user_id = 1', 'e.on_behalf_of_user_id = 1', 'e.patient_id = 1', "e.kind = 'security'"])
    expect(await plan(where)).toContain('Index');
});
