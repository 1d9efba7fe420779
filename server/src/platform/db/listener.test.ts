import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { createEmptyDatabase } from '../../../test/database.ts';
import { withClient } from './connection.ts';
import { createListener } from './listener.ts';
import { silentLog } from './log.ts';

import type { TestDatabase } from '../../../test/database.ts';
import type { Listener } from './listener.ts';

let database: TestDatabase;
let listener: Listener | undefined;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => listener?.close());
afterAll(() => database.drop());

async function run(sql: string): Promise<void> {
  await withClient({ url: database.url, applicationName: 'test' }, (client) => client.query(sql));
}

async function cutListeners(): Promise<void> {
  await run(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'careloop-listener' and datname = current_database()`,
  );
}

describe('listening for notifications', () => {
  test('each channel gets its own payloads', async () => {
    listener = createListener({ url: database.url, log: silentLog });
    const heard: string[] = [];
    const last = Promise.withResolvers<void>();
    await listener.listen('referrals', (payload) => heard.push(`referrals ${payload}`));
    await listener.listen('Odd "name"', (payload) => {
      heard.push(`odd ${payload}`);
      last.resolve();
    });
    await run(`notify referrals, '1'; notify "Odd ""name""", '2'`);
    await last.promise;
    expect(heard).toEqual(['referrals 1', 'odd 2']);
  });

  test('reconnects after its connection was cut, calls onReconnect, and listens again', async () => {
    const back = Promise.withResolvers<void>();
    const heard = Promise.withResolvers<string>();
    listener = createListener({ url: database.url, log: silentLog, onReconnect: back.resolve });
    await listener.listen('referrals', heard.resolve);
    await cutListeners();
    await back.promise;
    await run("notify referrals, 'after'");
    expect(await heard.promise).toBe('after');
  });

  test('a channel requested while the connection is being cut is listened to in the end', async () => {
    listener = createListener({ url: database.url, log: silentLog });
    await listener.listen('first', () => {});
    const heard = Promise.withResolvers<string>();
    await cutListeners();
    await listener.listen('second', heard.resolve);
    await run("notify second, 'yes'");
    expect(await heard.promise).toBe('yes');
  });

  test('a handler that fails does not silence the others', async () => {
    listener = createListener({ url: database.url, log: silentLog });
    const heard = Promise.withResolvers<string>();
    await listener.listen('referrals', () => {
      throw new Error('broken');
    });
    await listener.listen('referrals', heard.resolve);
    await run("notify referrals, 'still'");
    expect(await heard.promise).toBe('still');
  });

  test('closing ends a listener that never found its database', async () => {
    const lost = createListener({ url: 'postgres://nobody@127.0.0.1:1/none', log: silentLog });
    const listening = lost.listen('referrals', () => {}).catch(String);
    await lost.close();
    expect(await listening).toContain('closed');
  });
});
