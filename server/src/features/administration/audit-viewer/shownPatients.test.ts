import { exportAudit, listAudit } from '@careloop/contracts/administration/audit';
import { getDashboard } from '@careloop/contracts/dashboard';
import { findPatientsBeyond, searchPatients } from '@careloop/contracts/patients/find';
import { listReferrals } from '@careloop/contracts/referrals';
import { exportReferrals } from '@careloop/contracts/referrals/export';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { sealAudit } from '../../../platform/audit/chain.ts';
import { recordJob } from '../../../platform/audit/record.ts';
import {
  buildClient,
  buildCoordinator,
  buildPatient,
  buildReferral,
  buildReferralParties,
  buildUser,
} from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let clientId: number;
let reader: Caller;
let caller: Caller;
let patientIds: number[];
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  reader = await app.as(await buildUser(app.db, { clientId, permissions: ['ViewAuditLog'] }));
  caller = await app.as(await buildCoordinator(app.db, { clientId }));
  patientIds = [];
  for (const firstName of ['Rosa', 'Ines', 'Omar']) {
    const { patientId } = await buildPatient(app.db, { clientId, firstName, lastName: 'Okafor' });
    patientIds.push(patientId);
  }
});
afterAll(() => app.stop());

/** What the audit filtered by a patient lists, latest first. */
const seenOf = async (patientId: number, filters: { userId?: number; kind?: 'access' | 'change' } = {}, by = reader) =>
  (await by.ok(listAudit, { patientId, ...filters })).items.map(({ what, patient, patientCount }) => ({
    what,
    patientId: patient?.patientId,
    patientCount,
  }));

test('a search is found by every patient it showed', async () => {
  const [rosa = 0, ines = 0] = patientIds;
  await caller.ok(findPatientsBeyond, { phrase: 'Okafor, R' });
  await caller.ok(searchPatients, { phrase: 'Okafor' });
  expect(await seenOf(rosa)).toEqual([
    { what: 'Search for patients', patientId: rosa, patientCount: 3 },
    { what: 'Search for patients', patientId: rosa, patientCount: 1 },
  ]);
  expect(await seenOf(ines, { userId: caller.userId, kind: 'access' })).toHaveLength(1);
  // Both lists of Rosa's entries showed her name.
  expect(await seenOf(rosa, { userId: reader.userId })).toMatchObject([{ what: 'The audit', patientId: rosa }]);
});

test('lists and files of referrals and conversations are found, whoever acted', async () => {
  const parties = await buildReferralParties(app);
  await buildReferral(app, { parties });
  const { patientId } = parties.patient;
  const theirs = await app.as(
    await buildUser(app.db, { clientId: parties.patient.clientId, permissions: ['ViewAuditLog'] }),
  );
  const receiver = await app.as(parties.receiver);
  await receiver.ok(listReferrals, {});
  await receiver.call(exportReferrals, {});
  await receiver.ok(getDashboard, {});
  const found = await seenOf(patientId, { userId: receiver.userId }, theirs);
  expect(found.map(({ what }) => what)).toEqual(['Home', 'An export of referrals', 'List of referrals']);
  const { body } = await theirs.call(exportAudit, { patientId, userId: receiver.userId });
  expect((body as unknown as { bytes: Buffer }).bytes.toString().trim().split('\r\n')).toHaveLength(4);
  expect(await seenOf(patientId)).toEqual([]);
});

test('a change of several patients is found by each, once', async () => {
  const [rosa = 0, ines = 0] = patientIds;
  await recordJob(app.db, { action: 'duplicate.merged', patientId: rosa, details: { patientIds: [rosa, ines, ines] } });
  for (const patientId of [rosa, ines])
    expect(await seenOf(patientId, { kind: 'change' })).toMatchObject([{ patientId }]);
});

test('pages of a patient continue where the last one ended', async () => {
  const { patientId } = await buildPatient(app.db, { clientId });
  await sql`insert into audit_event (kind, action, outcome, user_id, patient_id, occurred_at, details)
    select 'access', 'test', 'ok', ${caller.userId}, case when n % 2 = 0 then ${patientId}::bigint end,
      now() - (n / 3) * interval '1 microsecond', jsonb_build_object('patientIds', array[${patientId}::bigint])
    from generate_series(1, 120) as n`.execute(app.db);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await reader.ok(listAudit, { patientId, userId: caller.userId, cursor });
    seen.push(...items.map(({ auditEventId }) => auditEventId));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
});

test('the index cannot be written past the audit', async () => {
  const [rosa = 0] = patientIds;
  for (const statement of [
    sql`insert into audit_patient (patient_id, occurred_at, audit_event_id) values (${rosa}, now(), 1)`,
    sql`update audit_patient set patient_id = 1`,
    sql`delete from audit_patient`,
    sql`truncate audit_patient`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow(/permission denied/);
  const partitions = await sql`select from pg_inherits
    where inhparent = 'audit_patient'::regclass and has_table_privilege(inhrelid, 'insert, update, delete, truncate')`.execute(
    app.db,
  );
  expect(partitions.rows).toEqual([]);
});

test('every response that shows patients is audited, and names them', () => {
  const showing = app.app.endpoints.filter(({ output }) =>
    JSON.stringify(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })).includes('"patientId":{'),
  );
  expect(showing.length).toBeGreaterThan(40);
  // These answer what the same user typed and has not sent.
  const own = ['/provider/messages/drafts', '/provider/messages/drafts/save', '/provider/referrals/draft/save'];
  const unaudited = showing.filter(({ audit }) => audit === 'none').map(({ path }) => path);
  expect(unaudited.toSorted()).toEqual(own);
});

test('a search is found by its patients before and after it is sealed', async () => {
  const { patientId } = await buildPatient(app.db, { clientId, lastName: 'Sealed' });
  const other = await buildPatient(app.db, { clientId, lastName: 'Sealed' });
  const searchesOf = () => seenOf(patientId, { userId: caller.userId });
  const indexed = () =>
    app.db.selectFrom('audit_patient').selectAll().where('patient_id', '=', other.patientId).execute();
  await caller.ok(searchPatients, { phrase: 'Sealed' });
  const before = await searchesOf();
  expect(before).toMatchObject([{ what: 'Search for patients', patientCount: 2 }]);
  expect(await indexed()).toEqual([]);
  // Rows wait for older transactions of the whole server, those of other tests too.
  const sealed = async () => {
    await sealAudit(app.db);
    return await indexed();
  };
  await expect.poll(sealed, { timeout: 20_000 }).toHaveLength(1);
  expect(await searchesOf()).toEqual(before);
  // One is sealed, and one is in the index though it is not sealed, as after a restore.
  await caller.ok(searchPatients, { phrase: 'Sealed' });
  await sql`select index_shown_patients('0', '9223372036854775807')`.execute(app.db);
  expect(await searchesOf()).toHaveLength(2);
});
