import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { untilWaiting } from '../../../test/attempts.ts';
import { buildReferral } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { lockRows } from './lockRows.ts';
import { shape } from './shape.ts';
import { inTransaction } from './transaction.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const row = shape<{ status: string; events: number }, { r: 'referral' }>({
  status: 'r.status',
  events: sql`(select count(*)::int from referral_event v where v.referral_id = r.referral_id and v.action = 'commented')`,
});

/** Locks a referral while another transaction, which has changed it, commits. */
async function lockBeside(referralId: number, changes: RawBuilder<unknown>[], condition = sql``) {
  const statement = sql`referral r join patient p on p.patient_id = r.patient_id
    where r.referral_id = ${referralId} ${condition}`;
  const { late } = await app.db.transaction().execute(async (own) => {
    for (const change of changes) await change.execute(own);
    const waiting = inTransaction(app.db, (db) => lockRows(db, row, statement, { of: { r: 'referral' } }));
    await untilWaiting(app.db, 1);
    return { late: waiting };
  });
  return late;
}

const touch = (referralId: number) =>
  sql`update referral set version = version + 1, status = 'accepted' where referral_id = ${referralId}`;

describe('a row that was changed while its lock was waited for', () => {
  test('is read together with what was written beside it', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const comment = sql`insert into referral_event (referral_id, user_id, action)
      values (${referralId}, ${receiver.userId}, 'commented')`;
    expect(await lockBeside(referralId, [comment, touch(referralId)])).toEqual([{ status: 'accepted', events: 1 }]);
  });

  test('is not lost by a join to a row that changed with it', async () => {
    const [{ referralId }, { patient }] = [await buildReferral(app), await buildReferral(app)];
    const move = sql`update referral set patient_id = ${patient.patientId} where referral_id = ${referralId}`;
    expect(await lockBeside(referralId, [move])).toEqual([{ status: 'pending', events: 0 }]);
  });

  test('is missing if it no longer meets the condition', async () => {
    const { referralId } = await buildReferral(app);
    expect(await lockBeside(referralId, [touch(referralId)], sql`and r.status = 'pending'`)).toEqual([]);
  });
});
