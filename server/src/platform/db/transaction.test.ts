import { sql } from 'kysely';
import { Connection } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { openEmptyDatabase } from '../../../test/openEmptyDatabase.ts';
import { ensureAppRole } from './appRole.ts';
import { withClient } from './connection.ts';
import { commitWith, holdChanges } from './driver.ts';
import { codeOf, isConnectionError } from './errors.ts';
import { silentLog } from './log.ts';
import { inTransaction, beforeCommit } from './transaction.ts';

import type { OpenDatabase } from '../../../test/openEmptyDatabase.ts';
import type { Database, Db } from './client.ts';
import type { BatchedWrite } from './transaction.ts';

let open: OpenDatabase;
let database: Database;

beforeAll(async () => {
  // One connection, so that each test gets it in the state the previous test left.
  open = await openEmptyDatabase({ applicationName: 'transaction-test' });
  ({ database } = open);
  await asOwner('select 1', (client) => ensureAppRole(client, silentLog));
  await asOwner(`create table parent (id int primary key);
    create table note (name text unique, parent_id int references parent deferrable initially deferred);
    grant all on parent, note to careloop_app`);
});
afterAll(() => open.close());
beforeEach(() => asOwner('truncate note, parent'));

type OwnerClient = Parameters<Parameters<typeof withClient>[1]>[0];

async function asOwner(statement: string, work?: (client: OwnerClient) => Promise<unknown>): Promise<void> {
  await withClient({ url: open.url, applicationName: 'owner' }, async (client) => {
    await client.query(statement);
    await work?.(client);
  });
}

const notes: BatchedWrite<string> = {
  name: 'notes',
  write: (names) => sql`insert into note (name) select unnest(${names}::text[]) returning 1`,
};

const insert = (db: Db, name: string, parentId: number | null = null) =>
  sql`insert into note values (${name}, ${parentId})`.execute(db);

async function kept(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from note order by name`.execute(database);
  return rows.map(({ name }) => name);
}

const failureOf = (work: (db: Db) => Promise<unknown>) =>
  inTransaction(database, work).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a transaction', () => {
  test('commits its own writes together with the batched ones', async () => {
    const answer = await inTransaction(database, async (db) => {
      await beforeCommit(db, notes, ['last']);
      await insert(db, 'first');
      await beforeCommit(db, notes, ['very last']);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await kept()).toEqual(['first', 'last', 'very last']);
  });

  test('rolls back if the work throws at any point', async () => {
    const problem = new Error('no');
    const failing = [
      () => Promise.reject(problem),
      async (db: Db) => {
        await insert(db, 'first');
        throw problem;
      },
      async (db: Db) => {
        await beforeCommit(db, notes, ['last']);
        throw problem;
      },
    ];
    for (const work of failing) expect(await failureOf(work)).toBe(problem);
    expect(await kept()).toEqual([]);
  });

  test('sends statements together that do not wait for each other, and executes them in order', async () => {
    const bind = vi.spyOn(Connection.prototype as unknown as { bind: () => void }, 'bind');
    await inTransaction(database, async (db) => {
      await sql`select 1`.execute(db);
      const slow = sql`select pg_sleep(${0.1}::float8)`.execute(db);
      const counted = Promise.all([
        insert(db, 'first'),
        sql<{ n: number }>`select count(*)::int as n from note where name <> ${''}`.execute(db),
      ]);
      await new Promise((resolve) => setImmediate(resolve));
      expect(bind).toHaveBeenCalledTimes(3);
      expect((await counted)[1].rows).toEqual([{ n: 1 }]);
      await slow;
    });
    bind.mockRestore();
    expect(await kept()).toEqual(['first']);
  });

  test('sends a read or a lock with its BEGIN, and a change only once it has begun: BEGIN may be canceled on its own', async () => {
    const bind = vi.spyOn(Connection.prototype as unknown as { bind: () => void }, 'bind');
    const sentAtOnce = async (work: (db: Db) => Promise<unknown>) =>
      await inTransaction(database, async (db) => {
        bind.mockClear();
        const done = work(db);
        // Results come in a later turn.
        await new Promise((resolve) => process.nextTick(resolve));
        const sent = bind.mock.calls.length;
        await done;
        return sent;
      });
    expect(await sentAtOnce((db) => sql`select ${1}::int`.execute(db))).toBe(1);
    expect(await sentAtOnce((db) => sql`select from note where name = ${''} for update`.execute(db))).toBe(1);
    expect(await sentAtOnce((db) => insert(db, 'first'))).toBe(0);
    bind.mockRestore();
    expect(await kept()).toEqual(['first']);
  });

  test('reports the statement that failed, as its sender explains it, and not those behind it', async () => {
    await insert(database, 'taken');
    const failure = await failureOf(async (db) => {
      await sql`select 1`.execute(db);
      const explained = async () => {
        await insert(db, 'taken').catch(() => {
          throw new Error('The name is taken');
        });
      };
      await Promise.all([explained(), insert(db, 'other'), sql`select ${1}::int`.execute(db)]);
    });
    expect(failure).toEqual(new Error('The name is taken'));
    const unexplained = await failureOf(async (db) => {
      await sql`select 1`.execute(db);
      await Promise.all([insert(db, 'taken').then(() => insert(db, 'more')), insert(db, 'other')]);
    });
    expect(codeOf(unexplained)).toBe('23505');
  });

  test('keeps nothing of what was sent beside a statement that failed, nor what would follow', async () => {
    let late: Promise<unknown> | undefined;
    const failure = await failureOf(async (db) => {
      const beside = insert(db, 'beside').then(() => {
        late = new Promise((resolve) => setImmediate(resolve)).then(() => insert(db, 'late'));
        return late;
      });
      await Promise.all([beside, insert(db, 'first'), insert(db, 'first'), insert(db, 'other')]);
    });
    expect(codeOf(failure)).toBe('23505');
    await expect(late).rejects.toThrow(/is over|already rolled back|duplicate key/);
    expect(await kept()).toEqual([]);
  });

  test('holds its changes until something else is known, and refuses them if it fails', async () => {
    const { promise: known, resolve } = Promise.withResolvers<void>();
    const done: string[] = [];
    await inTransaction(database, async (db) => {
      await holdChanges(db, known);
      const change = insert(db, 'first').then(() => done.push('changed'));
      done.push('known');
      resolve();
      await change;
    });
    expect(done).toEqual(['known', 'changed']);
    const problem = new Error('no');
    const failure = await failureOf(async (db) => {
      await holdChanges(db, Promise.reject(problem));
      await insert(db, 'second');
    });
    expect(failure).toBe(problem);
    // The connection is as good as before.
    expect(await kept()).toEqual(['first']);
  });

  test('refuses a change that is sent while its last statement waits', async () => {
    const { promise: known, resolve } = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    await inTransaction(database, async (db) => {
      await holdChanges(db, known);
      await beforeCommit(db, notes, ['last']);
      process.nextTick(() => {
        late = insert(db, 'late').catch((error: unknown) => error);
        resolve();
      });
    });
    expect(await late).toBeInstanceOf(Error);
    expect(await kept()).toEqual(['last']);
  });

  test('keeps no change that still waits to be sent when it ends', async () => {
    const problem = new Error('no');
    let waiting: Promise<unknown> | undefined;
    const failure = await failureOf(async (db) => {
      waiting = insert(db, 'late').catch((error: unknown) => error);
      // Let the statement come to where it waits for its BEGIN, whose result comes in a later turn.
      await new Promise((resolve) => process.nextTick(resolve));
      throw problem;
    });
    expect(failure).toBe(problem);
    expect(await waiting).toBeInstanceOf(Error);
    expect(await kept()).toEqual([]);
  });

  test('rolls back if its first statement fails', async () => {
    await insert(database, 'taken');
    expect(codeOf(await failureOf((db) => insert(db, 'taken')))).toBe('23505');
    expect(await kept()).toEqual(['taken']);
  });

  test('rolls back if a statement fails, even if the work catches the error', async () => {
    const failure = await failureOf(async (db) => {
      await insert(db, 'first');
      await insert(db, 'first').catch(() => {});
    });
    expect(failure).toBeInstanceOf(Error);
    expect(await kept()).toEqual([]);
  });

  test('rolls back if the batched write fails', async () => {
    const failure = await failureOf(async (db) => {
      await insert(db, 'first');
      await beforeCommit(db, notes, ['last', 'last']);
    });
    expect(codeOf(failure)).toBe('23505');
    expect(await kept()).toEqual([]);
  });

  test('rolls back if a value of the batched write cannot be serialized', async () => {
    const unserializable: BatchedWrite<bigint> = {
      name: 'notes',
      write: (items) => sql`select ${{ items }}::text`,
    };
    const failure = await failureOf(async (db) => {
      await insert(db, 'first');
      await beforeCommit(db, unserializable, [1n]);
    });
    expect(failure).toBeInstanceOf(TypeError);
    expect(await kept()).toEqual([]);
  });

  test('reports a deferred constraint that fails at COMMIT, without the row’s values', async () => {
    const withCollected = async (db: Db) => {
      await insert(db, 'orphan', 7);
      await beforeCommit(db, notes, ['last']);
    };
    for (const work of [withCollected, (db: Db) => insert(db, 'orphan', 7)]) {
      expect(await failureOf(work)).toMatchObject({ code: '23503', detail: undefined });
    }
    expect(await kept()).toEqual([]);
  });

  test('accepts no statement after the one sent with COMMIT', async () => {
    const failure = await failureOf(async (db) => {
      await commitWith(db, sql`insert into note (name) values ('last')`);
      await insert(db, 'too late');
    });
    expect(failure).toMatchObject({ message: 'The transaction is committed already' });
    expect(await kept()).toEqual(['last']);
  });

  test('may be empty', async () => {
    expect(await inTransaction(database, async () => 'done')).toBe('done');
    await insert(database, 'on its own');
    expect(await kept()).toEqual(['on its own']);
  });

  test('is not visible to others before it commits', async () => {
    await inTransaction(database, async (db) => {
      await insert(db, 'first');
      await asOwner('select 1', async (client) => {
        const { rows } = await client.query('select name from note');
        expect(rows).toEqual([]);
      });
    });
    expect(await kept()).toEqual(['first']);
  });

  test('that lost its connection fails, and the next one gets a new connection', async () => {
    const failure = await failureOf(async (db) => {
      await insert(db, 'first');
      await asOwner(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'transaction-test'`,
      );
      await beforeCommit(db, notes, ['last']);
    });
    expect(isConnectionError(failure)).toBe(true);
    await inTransaction(database, (db) => insert(db, 'next'));
    expect(await kept()).toEqual(['next']);
  });
});
