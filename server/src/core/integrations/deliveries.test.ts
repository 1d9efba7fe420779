import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { untilWaiting } from '../../../test/attempts.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { startSmtpServer } from '../../../test/smtpServer.ts';
import { createDatabase } from '../../platform/db/client.ts';
import { createListener } from '../../platform/db/listener.ts';
import { silentLog } from '../../platform/db/log.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { deliver, failDelivery, giveUpAsking } from './deliveries.ts';
import { keepAttempt, keepReport, lockDelivery } from './deliveryRows.ts';
import { chooseEmailSender } from './email/chooseEmailSender.ts';
import { requiresTls, smtpSender } from './email/smtp.ts';

import type { TestDatabase } from '../../../test/database.ts';
import type { SmtpServer } from '../../../test/smtpServer.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import type { DeliveryResult } from './deliveries.ts';
import type { Attempt } from './deliveryRows.ts';
import type { DeliverySender } from './sender.ts';

let testDatabase: TestDatabase;
let database: Database;
let smtp: SmtpServer;
let sender: DeliverySender;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase({ url: testDatabase.url, maxConnections: 5, applicationName: 'test', log: silentLog });
});

beforeEach(async () => {
  smtp = await startSmtpServer();
  sender = chooseEmailSender({ smtpUrl: smtp.url });
});

afterEach(async () => {
  await smtp.stop();
});

afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const delivery = {
  channel: 'email' as const,
  clientId: null,
  patientId: null,
  referralId: null,
  recipientUserId: null,
  recipientAddress: 'patel@example.org',
  senderAddress: 'no-reply@careloop.example',
  subject: 'STAT referral to process – José',
  body: 'Dear Dr. Patel,\n\na new referral is waiting for your answer.\n.\nOpen it: http://localhost/',
};

let keys = 0;
const lastRun = { run: { isLastAttempt: true } };
const newKey = () => `key ${(keys += 1)}`;

async function attempt(key: string, by = sender, options = lastRun): Promise<DeliveryResult> {
  return await deliver(database, by, delivery, key, options);
}

async function ledger(key: string) {
  const { delivery_id, status, vendor, delivered_at } = await database
    .selectFrom('delivery')
    .selectAll()
    .where('dedupe_key', '=', key)
    .executeTakeFirstOrThrow();
  const attempts = await database
    .selectFrom('delivery_attempt')
    .select(['outcome', 'vendor', 'vendor_reference', 'error'])
    .where('delivery_id', '=', delivery_id)
    .orderBy('delivery_attempt_id')
    .execute();
  return { status, vendor, delivered_at, attempts };
}

const delivered = (reference: string | null, vendor: string) => ({
  outcome: 'delivered',
  vendor,
  vendor_reference: reference,
  error: null,
});
const failed = (error: string) => ({
  outcome: 'failed',
  vendor: 'smtp',
  vendor_reference: null,
  error: expect.stringContaining(error) as string,
});

describe('the content', () => {
  test('is written once per key, even by concurrent calls, and never changes', async () => {
    const key = newKey();
    smtp.fail('MESSAGE', '451 try later');
    await expect(attempt(key)).rejects.toThrow('451');
    await Promise.allSettled(
      Array.from(
        { length: 5 },
        async (_, i) => await deliver(database, sender, { ...delivery, body: `${i}` }, key, lastRun),
      ),
    );
    expect(smtp.messages.at(-1)?.text).toContain('a new referral is waiting for your answer.');
    expect(await ledger(key)).toMatchObject({ status: 'delivered' });
  });
});

describe('the outbox', () => {
  test('is used without SMTP_URL, and keeps the message in the ledger', async () => {
    const key = newKey();
    await expect(attempt(key, chooseEmailSender({ smtpUrl: undefined }))).resolves.toBe('delivered');
    expect(await ledger(key)).toEqual({
      status: 'delivered',
      vendor: 'outbox',
      delivered_at: expect.any(Date) as Date,
      attempts: [delivered(null, 'outbox')],
    });
    expect(smtp.messages).toEqual([]);
  });
});

describe('an attempt', () => {
  test('sends the message and stores the server’s reference', async () => {
    const key = newKey();
    await expect(attempt(key)).resolves.toBe('delivered');
    expect(await ledger(key)).toEqual({
      status: 'delivered',
      vendor: 'smtp',
      delivered_at: expect.any(Date) as Date,
      attempts: [delivered('250 taken as 4711', 'smtp')],
    });
    expect(smtp.messages).toMatchObject([{ from: 'no-reply@careloop.example', to: 'patel@example.org' }]);
    expect(smtp.messages[0]?.text).toContain('a new referral is waiting for your answer.');
  });

  test('for a delivered message sends nothing', async () => {
    const key = newKey();
    await attempt(key);
    await expect(attempt(key)).resolves.toBe('delivered');
    expect(smtp.messages).toHaveLength(1);
    expect((await ledger(key)).attempts).toHaveLength(1);
  });

  test('that runs concurrently with another does not send', async () => {
    const key = newKey();
    const results = await Promise.allSettled(Array.from({ length: 5 }, async () => await attempt(key)));
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(smtp.messages).toHaveLength(1);
    expect(await ledger(key)).toMatchObject({
      status: 'delivered',
      attempts: [delivered('250 taken as 4711', 'smtp')],
    });
  });

  test.each([
    ['the connection is refused', 'CONNECT', '421 too busy', '421'],
    ['the connection breaks', 'CONNECT', 'drop', 'closed'],
    ['the sender is put off', 'MAIL', '451 try later', '451'],
    ['the recipient is put off', 'RCPT', '450 mailbox busy', '450'],
    ['the connection breaks in the middle', 'MESSAGE', 'drop', 'closed'],
    ['the message is put off', 'MESSAGE', '452 disk full', '452'],
  ] as const)('fails when %s, says why, and succeeds later', async (_what, stage, mishap, reason) => {
    const key = newKey();
    smtp.fail(stage, mishap);
    await expect(attempt(key)).rejects.toThrow(reason);
    expect(await ledger(key)).toEqual({
      status: 'failed',
      vendor: null,
      delivered_at: null,
      attempts: [failed(reason)],
    });
    await expect(attempt(key)).resolves.toBe('delivered');
    expect(await ledger(key)).toMatchObject({
      status: 'delivered',
      attempts: [failed(reason), delivered('250 taken as 4711', 'smtp')],
    });
  });

  test('that failed leaves the delivery waiting until the last one has failed', async () => {
    const key = newKey();
    const run = (isLastAttempt: boolean) => attempt(key, sender, { run: { isLastAttempt } });
    for (const status of ['queued', 'failed']) {
      smtp.fail('MESSAGE', '451 try later');
      await expect(run(status === 'failed')).rejects.toThrow('451');
      expect(await ledger(key)).toMatchObject({ status, attempts: expect.arrayContaining([failed('451')]) as unknown });
    }
    const refused = newKey();
    smtp.fail('RCPT', '550 no such user');
    await attempt(refused, sender, { run: { isLastAttempt: false } });
    expect(await ledger(refused), 'it is not tried again').toMatchObject({ status: 'failed' });
  });

  test('is retried with exactly the same bytes', async () => {
    const key = newKey();
    smtp.fail('MESSAGE', '451 try later');
    smtp.fail('MESSAGE', 'drop');
    await expect(attempt(key)).rejects.toThrow('451');
    await expect(attempt(key)).rejects.toThrow('closed');
    await attempt(key);
    const [first, second, third] = smtp.messages;
    expect(first?.text).toMatch(/^Message-ID: <delivery-\d+-\d+@careloop\.example>\r$/m);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  test.each([
    ['the address does not exist', 'RCPT', '550 no such user'],
    ['the message is not taken', 'MESSAGE', '554 refused'],
  ] as const)('ends for good when %s', async (_what, stage, reply) => {
    const key = newKey();
    smtp.fail(stage, reply);
    await expect(attempt(key)).resolves.toBe('failed');
    expect(await ledger(key)).toMatchObject({ status: 'failed', attempts: [failed(reply)] });
  });

  test.each([
    ['greet', 'CONNECT', 'Greeting never received'],
    ['answer', 'MESSAGE', 'Timeout'],
    ['whole', 'MESSAGE', 'aborted'],
  ] as const)('waits no longer than it should for the server (%s)', async (limit, stage, reason) => {
    const key = newKey();
    smtp.fail(stage, 'silence');
    const patience = { connect: 10_000, greet: 10_000, answer: 10_000, whole: 10_000, [limit]: 100 };
    await expect(attempt(key, smtpSender(smtp.url, patience))).rejects.toThrow(reason);
    expect((await ledger(key)).attempts).toEqual([failed(reason)]);
  });

  test('fails while there is no server, and succeeds once there is one', async () => {
    const key = newKey();
    await smtp.stop();
    await expect(attempt(key)).rejects.toThrow('ECONNREFUSED');
    smtp = await startSmtpServer();
    await attempt(key, chooseEmailSender({ smtpUrl: smtp.url }));
    expect((await ledger(key)).attempts).toEqual([failed('ECONNREFUSED'), delivered('250 taken as 4711', 'smtp')]);
  });

  test('sends nothing to a server without TLS if TLS is required', async () => {
    const key = newKey();
    const careful = smtpSender(`${smtp.url}?requireTLS=true`);
    const before = smtp.messages.length;
    await expect(attempt(key, careful)).rejects.toThrow('STARTTLS');
    expect(smtp.messages).toHaveLength(before);
  });

  test.each([
    ['smtp://mail.example:587', true],
    ['smtp://mail.example?requireTLS=false', false],
    ['smtps://mail.example', true],
    ['smtp://127.0.0.1:1025', false],
    ['smtp://localhost?requireTLS=true', true],
  ])('with %s needs TLS: %s', (url, expected) => {
    expect(requiresTls(url)).toBe(expected);
  });
});

/** A service that answers when `answer` resolves. */
const slow = (answer: () => Promise<{ vendorReference: string | null; isPending?: boolean }>): DeliverySender => ({
  vendor: 'slow',
  mayRepeat: false,
  send: answer,
});

describe('while the service has not answered', () => {
  async function reportDelivered(key: string): Promise<void> {
    const { id } = await database
      .selectFrom('delivery_attempt')
      .innerJoin('delivery', 'delivery.delivery_id', 'delivery_attempt.delivery_id')
      .select('delivery_attempt_id as id')
      .where('dedupe_key', '=', key)
      .executeTakeFirstOrThrow();
    await keepReport(database, id, { vendorReference: 'x1', state: 'delivered', error: null });
  }

  test('no connection to the database is held', async () => {
    const single = createDatabase({
      url: testDatabase.url,
      maxConnections: 1,
      connectionTimeoutMs: 5_000,
      applicationName: 'test',
      log: silentLog,
    });
    const sender = slow(async () => {
      await sql`select 1`.execute(single);
      return { vendorReference: 'x1' };
    });
    await expect(deliver(single, sender, delivery, newKey(), lastRun)).resolves.toBe('delivered');
    await single.destroy();
  });

  test.each([
    ['accepts it', async () => ({ vendorReference: 'x1', isPending: true })],
    ['breaks the connection', async () => Promise.reject(new Error('closed'))],
  ] as const)('its report is kept, even if it then %s', async (_what, answer) => {
    const key = newKey();
    const sender = slow(async () => {
      await reportDelivered(key);
      return await answer();
    });
    await expect(attempt(key, sender)).resolves.toBe('delivered');
    expect(await ledger(key)).toMatchObject({ status: 'delivered', attempts: [delivered('x1', 'slow')] });
  });

  test('a worker that started it at the same time does not send', async () => {
    const key = newKey();
    const refused = Promise.withResolvers<void>();
    let sent = 0;
    const sender = slow(async () => {
      sent += 1;
      if (sent === 1) await refused.promise;
      return { vendorReference: 'x1' };
    });
    const work = async () => await attempt(key, sender).finally(refused.resolve);
    const results = await Promise.allSettled([work(), work()]);
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))).toSorted()).toEqual([
      expect.stringContaining('is being sent elsewhere'),
      'delivered',
    ]);
    expect(sent).toBe(1);
    expect((await ledger(key)).attempts).toEqual([delivered('x1', 'slow')]);
  });

  test('another worker neither sends it nor gives it up', async () => {
    const key = newKey();
    const sender = slow(async () => {
      await expect(attempt(key, sender)).rejects.toThrow('is being sent elsewhere');
      await giveUpAsking(database, key, 'No answer');
      return { vendorReference: 'x1' };
    });
    await expect(attempt(key, sender)).resolves.toBe('delivered');
    expect(await ledger(key)).toMatchObject({ status: 'delivered', attempts: [delivered('x1', 'slow')] });
  });
});

describe('if another transaction holds the delivery when its attempt has ended', () => {
  /** Sends, and makes a change while the end of the attempt waits for the lock. */
  async function sendDuring(
    key: string,
    change: (own: Db, attempt: Attempt | undefined) => Promise<unknown>,
  ): Promise<DeliveryResult> {
    const called = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const sender = slow(async () => {
      called.resolve();
      await answered.promise;
      return { vendorReference: 'x1' };
    });
    const holdAndChange = async () => {
      await called.promise;
      await inTransaction(database, async (own) => {
        const { latest } = await lockDelivery(own, key);
        answered.resolve();
        await untilWaiting(database, 1);
        // Fails if the waiting statement has locked the attempt before the delivery.
        await own.selectFrom('delivery_attempt').selectAll().forUpdate().noWait().execute();
        await change(own, latest);
      });
    };
    const [result] = await Promise.all([attempt(key, sender), holdAndChange()]);
    return result;
  }

  const endAs = (outcome: 'unknown' | 'failed') => async (own: Db, one: Attempt | undefined) =>
    one !== undefined && (await keepAttempt(own, one, { outcome, error: 'No answer' }));

  test('and ends the attempt, that end is kept', async () => {
    const key = newKey();
    await expect(sendDuring(key, endAs('unknown'))).resolves.toBe('unknown');
    expect(await ledger(key)).toEqual({
      status: 'unknown',
      vendor: null,
      delivered_at: null,
      attempts: [{ outcome: 'unknown', vendor: 'slow', vendor_reference: null, error: 'No answer' }],
    });
  });

  test('and ends the attempt as failed, the job runs again', async () => {
    const key = newKey();
    await expect(sendDuring(key, endAs('failed'))).rejects.toThrow('is being sent elsewhere');
    expect(await ledger(key)).toMatchObject({
      status: 'failed',
      attempts: [{ outcome: 'failed', vendor_reference: null, error: 'No answer' }],
    });
  });

  test('and changes only the delivery, both changes are kept', async () => {
    const key = newKey();
    const change = async (own: Db) =>
      await own.updateTable('delivery').set({ packet_pages: 3 }).where('dedupe_key', '=', key).execute();
    await expect(sendDuring(key, change)).resolves.toBe('delivered');
    expect(await ledger(key)).toMatchObject({ status: 'delivered', attempts: [delivered('x1', 'slow')] });
    const { packet_pages: pages } = await database
      .selectFrom('delivery')
      .select('packet_pages')
      .where('dedupe_key', '=', key)
      .executeTakeFirstOrThrow();
    expect(pages).toBe(3);
  });
});

test('an impossible delivery is stored as failed, once', async () => {
  const key = newKey();
  await failDelivery(database, delivery, key, 'The recipient has no email address.');
  await failDelivery(database, delivery, key, 'The recipient has no email address.');
  expect(await ledger(key)).toEqual({
    status: 'failed',
    vendor: null,
    delivered_at: null,
    attempts: [{ ...failed('no email address'), vendor: 'none' }],
  });
});

test('every change is published', async () => {
  const published: unknown[] = [];
  const listener = createListener({ url: testDatabase.url, log: silentLog });
  await listener.listen('careloop_realtime', (text) => published.push(JSON.parse(text)));
  const key = newKey();
  await deliver(database, sender, delivery, key, { ...lastRun, rooms: ['user:7'] });
  const { deliveryId } = await database
    .selectFrom('delivery')
    .select('delivery_id as deliveryId')
    .where('dedupe_key', '=', key)
    .executeTakeFirstOrThrow();
  const change = {
    kind: 'event',
    event: 'DeliveryChangedEvent',
    payload: { deliveryId, referralId: null },
    rooms: ['user:7'],
  };
  await expect.poll(() => published).toEqual([change, change]);
  await listener.close();
});
