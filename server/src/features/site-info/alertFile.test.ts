import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getSiteAlert, getSiteAlertSettings, saveSiteAlert, siteTexts } from '@careloop/contracts/site-info';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { AlertFileReader } from './alertFile.ts';

let app: TestApp;
let server: Server;
let address: string;
let answer: (response: ServerResponse) => void;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/alert.json?site=1`;
  answer = (response) => response.end(JSON.stringify(alert));
  app = await startTestApp({ SITE_ALERT_URL: address });
});
afterAll(async () => {
  await app.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const alert = { id: 7, enabled: true, message: 'Maintenance at 10 PM' };
const quiet = { warn: () => {} };
const reader = () => new AlertFileReader(address, quiet);
const user = (clientIds: number[] = [1]) => ({ clientIds }) as never;

test('the alert comes from the file, fetched with a timestamp', async () => {
  const caller = await app.as(await buildUser(app.db));
  await expect.poll(async () => (await caller.ok(getSiteAlert, {})).alert).toMatchObject({ ...alert, severity: 3 });
  expect(asked.at(-1)).toMatch(/^\/alert\.json\?site=1&timestamp=\d{13}$/);
});

test('the alert of the product cannot be set then', async () => {
  const permissions = ['ManageSite', 'ManageInstallation'] as const;
  const manager = await app.as(await buildUser(app.db, { permissions: [...permissions] }));
  const { can, rowVersion } = await manager.ok(getSiteAlertSettings, {});
  expect(can.save).toBe(siteTexts.alertFromFile);
  const input = {
    enabled: true,
    severity: 3 as const,
    header: 'x',
    message: 'x',
    isForAllClients: true,
    clientIds: [],
  };
  expect((await manager.fail(saveSiteAlert, { ...input, rowVersion })).message).toBe(siteTexts.alertFromFile);
});

test('it is shown to the clients it names only, and not while it is off', async () => {
  const file = reader();
  answer = (response) => response.end(JSON.stringify({ ...alert, clientIds: [1, 2], severity: 1, header: 'Tonight' }));
  await file.refresh();
  expect(file.alertFor(user([2, 3]))).toEqual({
    ...alert,
    clientIds: [2],
    severity: 1,
    header: 'Tonight',
  });
  expect(file.alertFor(user([3]))).toBeNull();
  answer = (response) => response.end(JSON.stringify({ ...alert, enabled: false }));
  await file.refresh();
  expect(file.alertFor(user())).toBeNull();
});

test.each<[string, (response: ServerResponse) => void]>([
  ['is not JSON', (response) => response.end('<html>')],
  ['is JSON but no alert', (response) => response.end('{"enabled": "yes"}')],
  ['is huge', (response) => response.end(JSON.stringify({ ...alert, more: 'x'.repeat(100_000) }))],
  ['does not exist', (response) => response.writeHead(404).end(JSON.stringify(alert))],
  ['is redirected', (response) => response.writeHead(302, { location: '/other' }).end()],
  ['breaks off', (response) => response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy())],
])('a file that %s leaves the last alert for 15 minutes, and then none', async (_what, broken) => {
  const file = reader();
  answer = (response) => response.end(JSON.stringify(alert));
  await file.refresh();
  answer = broken;
  await file.refresh();
  expect(file.alertFor(user())).toMatchObject(alert);
  expect(file.alertFor(user(), Date.now() + 16 * 60_000)).toBeNull();
});

test('a file that hangs is given up after five seconds, and no call waits for it', async () => {
  answer = () => {};
  const file = reader();
  const startedAt = Date.now();
  expect(file.alertFor(user())).toBeNull();
  expect(Date.now() - startedAt).toBeLessThan(100);
  await file.refresh();
  expect(Date.now() - startedAt).toBeLessThan(7_000);
  expect(file.alertFor(user())).toBeNull();
});
