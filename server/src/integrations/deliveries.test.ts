import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createTestDatabase } from '../../test/database.ts';
import { startSmtpServer } from '../../test/smtpServer.ts';
import { createDatabase } from '../db/client.ts';
import { createListener } from '../db/listener.ts';
import { silentLog } from '../db/log.ts';
import { attemptDelivery, queueDelivery } from './deliveries.ts';
import { chooseEmailSender } from './email/chooseEmailSender.ts';
import { requiresTls, smtpSender } from './email/smtp.ts';

import type { TestDatabase } from '../../test/database.ts';
import type { SmtpServer } from '../../test/smtpServer.ts';
import type { Database } from '../db/client.ts';
import type { EmailSender } from './email/port.ts';

let testDatabase: TestDatabase;
let database: Database;
let smtp: SmtpServer;
let sender: EmailSender;

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

let keys = 0;
async function queue(overrides: { body?: string; dedupeKey?: string } = {}): Promise<number> {
  const delivery = {
    channel: 'email' as const,
    clientId: null,
    patientId: null,
    referralId: null,
    recipientUserId: null,
    recipientAddress: 'patel@example.org',
    senderAddress: 'no-reply@careloop.example',
    subject: 'STAT referral to process – José',
    body: overrides.body ?? 'Dear Dr. Patel,\n\na new referral waits for your answer.\n.\nOpen it: http://localhost/',
  };
  return await queueDelivery(database, delivery, overrides.dedupeKey ?? `key ${(keys += 1)}`);
}

async function ledger(deliveryId: number) {
  const { status, vendor, delivered_at } = await database
    .selectFrom('delivery')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow();
  const attempts = await database
    .selectFrom('delivery_attempt')
    .select(['outcome', 'vendor', 'vendor_reference', 'error'])
    .where('delivery_id', '=', deliveryId)
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

describe('queueing', () => {
  test('writes once for a key, whatever happens twice or at once, and never changes the content', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async (_, i) => await queue({ dedupeKey: 'same', body: `${i}` })),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await ledger(ids[0] ?? 0)).toEqual({ status: 'queued', vendor: null, delivered_at: null, attempts: [] });
  });
});

describe('the outbox', () => {
  test('is what a machine without SMTP_URL has, and keeps the message in the ledger', async () => {
    const deliveryId = await queue();
    await expect(attemptDelivery(database, chooseEmailSender({ smtpUrl: undefined }), deliveryId)).resolves.toBe(
      'delivered',
    );
    expect(await ledger(deliveryId)).toEqual({
      status: 'delivered',
      vendor: 'outbox',
      delivered_at: expect.any(Date) as Date,
      attempts: [delivered(null, 'outbox')],
    });
    expect(smtp.messages).toEqual([]);
  });
});

describe('an attempt', () => {
  test('sends the message and keeps what the server called it', async () => {
    const deliveryId = await queue();
    await expect(attemptDelivery(database, sender, deliveryId)).resolves.toBe('delivered');
    expect(await ledger(deliveryId)).toEqual({
      status: 'delivered',
      vendor: 'smtp',
      delivered_at: expect.any(Date) as Date,
      attempts: [delivered('250 taken as 4711', 'smtp')],
    });
    expect(smtp.messages).toMatchObject([{ from: 'no-reply@careloop.example', to: 'patel@example.org' }]);
    expect(smtp.messages[0]?.text).toContain('a new referral waits for your answer.');
  });

  test('of what was delivered sends nothing', async () => {
    const deliveryId = await queue();
    await attemptDelivery(database, sender, deliveryId);
    await expect(attemptDelivery(database, sender, deliveryId)).resolves.toBe('delivered');
    expect(smtp.messages).toHaveLength(1);
    expect((await ledger(deliveryId)).attempts).toHaveLength(1);
  });

  test('at the same time as another leaves it to that one', async () => {
    const deliveryId = await queue();
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, async () => await attemptDelivery(database, sender, deliveryId)),
    );
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(smtp.messages).toHaveLength(1);
    expect(await ledger(deliveryId)).toMatchObject({
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
    const deliveryId = await queue();
    smtp.fail(stage, mishap);
    await expect(attemptDelivery(database, sender, deliveryId)).rejects.toThrow(reason);
    expect(await ledger(deliveryId)).toEqual({
      status: 'failed',
      vendor: null,
      delivered_at: null,
      attempts: [failed(reason)],
    });
    await expect(attemptDelivery(database, sender, deliveryId)).resolves.toBe('delivered');
    expect(await ledger(deliveryId)).toMatchObject({
      status: 'delivered',
      attempts: [failed(reason), delivered('250 taken as 4711', 'smtp')],
    });
  });

  test('is repeated with exactly the same bytes', async () => {
    const deliveryId = await queue();
    smtp.fail('MESSAGE', '451 try later');
    smtp.fail('MESSAGE', 'drop');
    await expect(attemptDelivery(database, sender, deliveryId)).rejects.toThrow('451');
    await expect(attemptDelivery(database, sender, deliveryId)).rejects.toThrow('closed');
    await attemptDelivery(database, sender, deliveryId);
    const [first, second, third] = smtp.messages;
    expect(first?.text).toMatch(/^Message-ID: <delivery-\d+-\d+@careloop\.example>\r$/m);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  test.each([
    ['the address does not exist', 'RCPT', '550 no such user'],
    ['the message is not taken', 'MESSAGE', '554 refused'],
  ] as const)('ends for good when %s', async (_what, stage, reply) => {
    const deliveryId = await queue();
    smtp.fail(stage, reply);
    await expect(attemptDelivery(database, sender, deliveryId)).resolves.toBe('failed');
    expect(await ledger(deliveryId)).toMatchObject({ status: 'failed', attempts: [failed(reply)] });
  });

  test.each([
    ['greet', 'CONNECT', 'Greeting never received'],
    ['answer', 'MESSAGE', 'Timeout'],
    ['whole', 'MESSAGE', 'aborted'],
  ] as const)('waits no longer than it should for the server (%s)', async (limit, stage, reason) => {
    const deliveryId = await queue();
    smtp.fail(stage, 'silence');
    const patience = { connect: 10_000, greet: 10_000, answer: 10_000, whole: 10_000, [limit]: 100 };
    await expect(attemptDelivery(database, smtpSender(smtp.url, patience), deliveryId)).rejects.toThrow(reason);
    expect((await ledger(deliveryId)).attempts).toEqual([failed(reason)]);
  });

  test('without a server fails, and succeeds with one', async () => {
    const deliveryId = await queue();
    await smtp.stop();
    await expect(attemptDelivery(database, sender, deliveryId)).rejects.toThrow('ECONNREFUSED');
    smtp = await startSmtpServer();
    await attemptDelivery(database, chooseEmailSender({ smtpUrl: smtp.url }), deliveryId);
    expect((await ledger(deliveryId)).attempts).toEqual([
      failed('ECONNREFUSED'),
      delivered('250 taken as 4711', 'smtp'),
    ]);
  });

  test('says nothing to a server without TLS where TLS must be', async () => {
    const deliveryId = await queue();
    const careful = smtpSender(`${smtp.url}?requireTLS=true`);
    const before = smtp.messages.length;
    await expect(attemptDelivery(database, careful, deliveryId)).rejects.toThrow('STARTTLS');
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

  test('of nothing says so', async () => {
    await expect(attemptDelivery(database, sender, 999_999)).rejects.toThrow('does not exist');
  });
});

test('every change is told', async () => {
  const told: unknown[] = [];
  const listener = createListener({ url: testDatabase.url, log: silentLog });
  await listener.listen('careloop_realtime', (text) => told.push(JSON.parse(text)));
  const deliveryId = await queue();
  await attemptDelivery(database, sender, deliveryId, ['user:7']);
  const change = {
    kind: 'event',
    event: 'DeliveryChangedEvent',
    payload: { deliveryId, referralId: null },
    rooms: ['user:7'],
  };
  await expect.poll(() => told).toEqual([change, change]);
  await listener.close();
});
