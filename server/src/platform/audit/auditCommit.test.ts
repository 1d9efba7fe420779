import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { buildUser } from '../../../test/factories.ts';
import { createDatabase } from '../db/client.ts';
import type { Database, Db } from '../db/client.ts';
import { withClient } from '../db/connection.ts';
import { codeOf, isConnectionError } from '../db/errors.ts';
import { silentLog } from '../db/log.ts';
import { inTransaction } from '../db/transaction.ts';
import { record } from './record.ts';
import type { Change } from './record.ts';

// The audit row is sent after the change, in one packet with COMMIT. Whatever fails, both are committed or neither.
let testDatabase: TestDatabase;
let database: Database;
let userId: number;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await asOwner(`
    create function fail_at_commit() returns trigger language plpgsql as 'begin raise check_violation; end';
    create function cut_at_commit() returns trigger language plpgsql security definer
      as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`);
});
beforeEach(async () => {
  database = createDatabase({
    url: testDatabase.url,
    maxConnections: 1,
    applicationName: 'shared-fate',
    log: silentLog,
  });
  ({ userId } = await buildUser(database));
});
afterEach(async () => {
  await asOwner('drop trigger if exists at_commit on user_account');
  await database.destroy();
});
afterAll(() => testDatabase.drop());

async function asOwner(statement: string): Promise<void> {
  await withClient({ url: testDatabase.url, applicationName: 'owner' }, (client) => client.query(statement));
}

const atCommit = (run: string) =>
  asOwner(`create constraint trigger at_commit after update on user_account
    deferrable initially deferred for each row execute function ${run}()`);

const cut = () =>
  asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shared-fate'`);

async function change(db: Db, more: Partial<Change> = {}): Promise<void> {
  await db.updateTable('user_account').set({ first_name: 'Changed' }).where('user_id', '=', userId).execute();
  const actor = { userId, onBehalfOfUserId: null, sessionId: 1, ip: null };
  await record(db, actor, { action: 'test.changed', subjectId: userId, ...more });
}

/** Whether the change and its audit row exist. */
async function kept(): Promise<{ change: boolean; audit: boolean }> {
  const changed = database.selectFrom('user_account').select('user_id').where('first_name', '=', 'Changed');
  const audited = database.selectFrom('audit_event').select('subject_id').where('action', '=', 'test.changed');
  return {
    change: (await changed.where('user_id', '=', userId).execute()).length > 0,
    audit: (await audited.where('subject_id', '=', userId).execute()).length > 0,
  };
}

const run = (work: (db: Db) => Promise<void>) => inTransaction(database, work).catch((error: unknown) => error);
const neither = { change: false, audit: false };

describe('a change and its audit row', () => {
  test('are committed together', async () => {
    expect(await run((db) => change(db))).toBeUndefined();
    expect(await kept()).toEqual({ change: true, audit: true });
  });

  test('are both rolled back if the handler fails after the change', async () => {
    const problem = new Error('no');
    const failure = run(async (db) => {
      await change(db);
      throw problem;
    });
    expect(await failure).toBe(problem);
    expect(await kept()).toEqual(neither);
  });

  test('are both rolled back if the audit row cannot be written', async () => {
    expect(codeOf(await run((db) => change(db, { details: { text: '\u0000' } })))).toBe('22P05');
    expect(await kept()).toEqual(neither);
  });

  test('are both rolled back if the commit fails', async () => {
    await atCommit('fail_at_commit');
    expect(codeOf(await run((db) => change(db)))).toBe('23514');
    expect(await kept()).toEqual(neither);
  });

  test('are both rolled back if the connection is lost before the audit row is sent', async () => {
    const failure = run(async (db) => {
      await change(db);
      await cut();
    });
    expect(isConnectionError(await failure)).toBe(true);
    expect(await kept()).toEqual(neither);
  });

  test('are both rolled back if the connection is lost during the commit', async () => {
    await atCommit('cut_at_commit');
    expect(isConnectionError(await run((db) => change(db)))).toBe(true);
    expect(await kept()).toEqual(neither);
  });
});
