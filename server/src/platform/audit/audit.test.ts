import { getPatientInfo } from '@careloop/contracts/patients';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { withClient } from '../db/connection.ts';
import { buildCoordinator, buildPatient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { sealAll } from '../../../test/sealing.ts';
import type { TestApp } from '../../../test/harness.ts';
import { verifyAudit } from './chain.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Changes the database with the owner's rights, bypassing triggers. */
function tamper(statement: string) {
  return withClient({ url: app.databaseUrl, applicationName: 'tamper' }, (client) =>
    client.query(`set session_replication_role = replica; ${statement}; set session_replication_role = default`),
  );
}

async function look(times: number): Promise<void> {
  const user = await buildCoordinator(app.db);
  const patient = await buildPatient(app.db, { clientId: user.clientId });
  const caller = await app.as(user);
  await Promise.all(Array.from({ length: times }, () => caller.ok(getPatientInfo, { patientId: patient.patientId })));
}

describe('the audit', () => {
  test('cannot be changed or removed, not even by the owner’s statements', async () => {
    await look(1);
    for (const statement of [
      sql`update audit_event set outcome = 'ok'`,
      sql`delete from audit_event`,
      sql`truncate audit_event`,
    ]) {
      await expect(statement.execute(app.db)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(
      withClient({ url: app.databaseUrl, applicationName: 'owner' }, (client) =>
        client.query('delete from audit_event'),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('records each of many concurrent reads', async () => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from audit_event where kind = 'access'`.execute(app.db)).rows[0]
        ?.n ?? 0;
    const before = await count();
    await look(60);
    expect((await count()) - before).toBe(60);
  });

  test('is sealed into a chain that detects an altered, a missing and an added row', async () => {
    await look(5);
    await sealAll(app.db);
    const verdict = await verifyAudit(app.db);
    const { rows } = await sql<{ n: number }>`select count(*) as n from audit_event`.execute(app.db);
    expect(verdict).toEqual({ isIntact: true, sealed: rows[0]?.n });

    const forged = `insert into audit_event (kind, action, outcome, tx_id) values ('change', 'referral.created', 'ok', '3')`;
    await tamper(forged);
    expect(await verifyAudit(app.db)).toMatchObject({ isIntact: false, problem: 'added' });
    await tamper(`delete from audit_event where tx_id = '3'`);

    const chosen = await app.db
      .selectFrom('audit_chain')
      .select(['sequence', 'audit_event_id'])
      .where('sequence', '=', 3)
      .executeTakeFirstOrThrow();
    await tamper(`update audit_event set user_id = user_id + 1 where audit_event_id = ${chosen.audit_event_id}`);
    expect(await verifyAudit(app.db)).toEqual({
      isIntact: false,
      sequence: 3,
      auditEventId: chosen.audit_event_id,
      problem: 'altered',
    });
    await tamper(`delete from audit_event where audit_event_id = ${chosen.audit_event_id}`);
    expect(await verifyAudit(app.db)).toEqual({
      isIntact: false,
      sequence: 3,
      auditEventId: chosen.audit_event_id,
      problem: 'missing',
    });
  });
});
