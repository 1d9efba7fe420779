import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createTestDatabase } from '../../../test/database.ts';
import type { TestDatabase } from '../../../test/database.ts';
import { startFaxService } from '../../../test/faxService.ts';
import type { FaxService } from '../../../test/faxService.ts';
import { readConfig } from '../../config/config.ts';
import { createDatabase } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/client.ts';
import { silentLog } from '../../platform/db/log.ts';
import { deliver, giveUpAsking } from './deliveries.ts';
import { keepReport } from './deliveryRows.ts';
import { chooseSenders } from './senders.ts';
import type { FaxSender } from './fax/port.ts';

let testDatabase: TestDatabase;
let database: Database;
let service: FaxService;
let fax: FaxSender;
let keys = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase({ url: testDatabase.url, maxConnections: 5, applicationName: 'test', log: silentLog });
});
beforeEach(async () => {
  service = await startFaxService();
  ({ fax } = chooseSenders(readConfig(service.env), database, 'secret'));
});
afterEach(async () => await service.stop());
afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const content = {
  channel: 'fax' as const,
  clientId: null,
  patientId: null,
  referralId: null,
  recipientUserId: null,
  recipientAddress: '6175550123',
  senderAddress: '+16175550199',
  subject: 'Charts',
  body: '',
};
const packet = { fileName: 'charts.pdf', bytes: new TextEncoder().encode('%PDF'), sha256: 'a'.repeat(64) };
const send = async (key: string) =>
  await deliver(database, fax, content, key, { run: { isLastAttempt: true }, packet });
const newKey = () => `fax ${(keys += 1)}`;

async function ledger(key: string) {
  const { delivery_id, status } = await database
    .selectFrom('delivery')
    .select(['delivery_id', 'status'])
    .where('dedupe_key', '=', key)
    .executeTakeFirstOrThrow();
  const attempts = await database
    .selectFrom('delivery_attempt')
    .selectAll()
    .where('delivery_id', '=', delivery_id)
    .orderBy('delivery_attempt_id')
    .execute();
  return { status, outcomes: attempts.map(({ outcome }) => outcome), attempts };
}

/** Moves the attempts back, so that a fax the service does not list was never accepted. */
async function wait(key: string): Promise<void> {
  for (const { delivery_attempt_id: id, attempted_at: at } of (await ledger(key)).attempts) {
    const earlier = { attempted_at: new Date(at.getTime() - 240_000) };
    await database.updateTable('delivery_attempt').set(earlier).where('delivery_attempt_id', '=', id).execute();
  }
}

test('a fax is in status sending until the vendor reports it delivered', async () => {
  const key = newKey();
  await expect(send(key)).resolves.toBe('sending');
  expect(service.faxes).toMatchObject([{ to: '+16175550123', file: Buffer.from('%PDF').toString('base64') }]);
  const { status, attempts } = await ledger(key);
  expect([status, attempts[0]?.outcome, attempts[0]?.vendor_reference]).toEqual(['sending', 'accepted', 'fax-1']);
  const report = { vendorReference: 'fax-1', state: 'delivered' as const, error: null };
  const attemptId = attempts[0]?.delivery_attempt_id ?? 0;
  await expect(keepReport(database, attemptId, report)).resolves.toMatchObject({ channel: 'fax' });
  await expect(keepReport(database, attemptId, report), 'the same callback twice').resolves.toBeNull();
  expect(await ledger(key)).toMatchObject({ status: 'delivered', outcomes: ['delivered'] });
  await expect(send(key)).resolves.toBe('delivered');
  expect(service.faxes).toHaveLength(1);
});

test('a busy line fails it; a retry sends the same bytes, and a late report about the first attempt changes nothing', async () => {
  const key = newKey();
  await send(key);
  const [first] = (await ledger(key)).attempts;
  const busy = { vendorReference: 'fax-1', state: 'failed' as const, error: 'The line is busy' };
  await keepReport(database, first?.delivery_attempt_id ?? 0, busy);
  expect(await ledger(key)).toMatchObject({ status: 'failed', attempts: [{ error: 'The line is busy' }] });
  await expect(send(key)).resolves.toBe('sending');
  expect(service.faxes.map(({ file }) => file)).toEqual([service.faxes[0]?.file, service.faxes[0]?.file]);
  await keepReport(database, first?.delivery_attempt_id ?? 0, { ...busy, error: 'late' });
  expect(await ledger(key)).toMatchObject({ status: 'sending', outcomes: ['failed', 'accepted'] });
});

describe('it is sent once', () => {
  test.each([
    ['the vendor is too busy', { before: 429 }, ['failed', 'accepted']],
    ['the vendor fails before it takes it', { before: 500 }, ['failed', 'accepted']],
    ['the vendor fails after it has taken it', { after: 500 }, ['accepted']],
    ['the answer is lost', 'lost' as const, ['accepted']],
  ])('when %s', async (_what, mishap, outcomes) => {
    const key = newKey();
    service.mishaps.push(mishap);
    await expect(send(key)).rejects.toThrow(/.+/);
    await wait(key);
    await expect(send(key)).resolves.toBe('sending');
    expect(service.faxes).toHaveLength(1);
    expect((await ledger(key)).outcomes).toEqual(outcomes);
  });

  test('when the vendor lists it only some time after it has taken it', async () => {
    const key = newKey();
    service.mishaps.push('lost');
    await expect(send(key)).rejects.toThrow('did not answer');
    const taken = service.faxes.splice(0);
    await expect(send(key)).rejects.toThrow('may not list it yet');
    expect((await ledger(key)).outcomes).toEqual(['asked']);
    service.faxes.push(...taken);
    await expect(send(key)).resolves.toBe('sending');
    expect(service.faxes).toHaveLength(1);
  });

  test('if the process was killed during the vendor call', async () => {
    const key = newKey();
    service.mishaps.push('lost');
    await expect(send(key)).rejects.toThrow('did not answer');
    service.isAnswering = false;
    await expect(send(key), 'nobody knows yet').rejects.toThrow('503');
    expect((await ledger(key)).outcomes).toEqual(['asked']);
    service.isAnswering = true;
    await expect(send(key)).resolves.toBe('sending');
    expect(service.faxes).toHaveLength(1);
  });

  test('if another worker has just stored the attempt', async () => {
    const key = newKey();
    service.mishaps.push('lost');
    await expect(send(key)).rejects.toThrow('did not answer');
    const [asked] = (await ledger(key)).attempts;
    const attempts = database
      .updateTable('delivery_attempt')
      .where('delivery_attempt_id', '=', asked?.delivery_attempt_id ?? 0);
    await attempts.set({ error: null }).execute();
    await expect(send(key)).rejects.toThrow('is being sent elsewhere');
    await attempts.set({ attempted_at: new Date(Date.now() - 180_000) }).execute();
    await expect(send(key), 'its process is gone').resolves.toBe('sending');
    expect(service.faxes).toHaveLength(1);
  });

  test('if several workers try at once', async () => {
    const key = newKey();
    await Promise.allSettled(Array.from({ length: 5 }, async () => await send(key)));
    expect(service.faxes).toHaveLength(1);
  });
});

test('an outcome that cannot be determined is left to a person', async () => {
  const key = newKey();
  service.mishaps.push('lost');
  await expect(send(key)).rejects.toThrow('did not answer');
  service.isAnswering = false;
  await giveUpAsking(database, key, 'The fax service did not answer.');
  await expect(send(key)).resolves.toBe('unknown');
  expect(await ledger(key)).toMatchObject({ status: 'unknown', outcomes: ['unknown'] });
});

test('a number refused by the vendor fails permanently', async () => {
  const key = newKey();
  service.mishaps.push({ before: 400 });
  await expect(send(key)).resolves.toBe('failed');
  expect((await ledger(key)).attempts[0]?.error).toContain('400');
});

test('the content never changes', async () => {
  const key = newKey();
  await send(key);
  const change = database
    .updateTable('delivery')
    .set({ recipient_address: '6175550124' })
    .where('dedupe_key', '=', key);
  await expect(change.execute()).rejects.toThrow('What is sent does not change.');
});

test('numbers are rented by area code', async () => {
  await expect(fax.areaCodes()).resolves.toEqual(['508', '617']);
  await expect(fax.provision('508')).resolves.toBe('+15085550142');
  await expect(fax.provision('999')).rejects.toThrow('404');
});
