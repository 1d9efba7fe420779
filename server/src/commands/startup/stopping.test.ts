import { listPatients } from '@careloop/contracts/patients';
import { sql } from 'kysely';
import { connect } from 'node:net';
import { once } from 'node:events';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { createAccessAudit } from '../../platform/audit/accessAudit.ts';
import { createDatabase } from '../../platform/db/client.ts';
import { startWeb } from './web.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a stop waits until a call whose client disconnected is audited', async () => {
  const { databaseUrl: url, deps } = app;
  const db = createDatabase({ url, maxConnections: 4, applicationName: 'stopping', log: deps.log });
  const web = await startWeb({ ...deps, db, audit: createAccessAudit(db) }, url);
  const user = await buildUser(app.db);
  const caller = await app.as(user);
  const leaving = new AbortController();
  let stopped: Promise<void> | undefined;
  await app.db.transaction().execute(async (blocking) => {
    await sql`lock table patient in access exclusive mode`.execute(blocking);
    const headers = { authorization: `Bearer ${caller.token}` };
    const call = fetch(`${web.address}/api${listPatients.path}`, { headers, signal: leaving.signal }).catch(() => null);
    const waiting = async () => {
      const { rows } = await sql`select from pg_locks where relation = 'patient'::regclass and not granted`.execute(
        app.db,
      );
      return rows.length;
    };
    await expect.poll(waiting).toBeGreaterThan(0);
    leaving.abort();
    await call;
    // Like the product, close the database last.
    stopped = web.stop().then(() => db.destroy());
    await expect.poll(() => fetch(web.address).catch(() => null)).toBeNull();
  });
  await stopped;
  const audited = await app.db.selectFrom('audit_event').select('action').where('user_id', '=', user.userId).execute();
  expect(audited).toMatchObject([{ action: listPatients.path }]);
});

test('a stop does not wait for connections without a complete request', async () => {
  const { databaseUrl: url, deps } = app;
  const db = createDatabase({ url, maxConnections: 4, applicationName: 'stopping', log: deps.log });
  const web = await startWeb({ ...deps, db, audit: createAccessAudit(db) }, url);
  const port = Number(new URL(web.address).port);
  const open = async (sent: string) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    if (sent !== '') socket.write(sent);
    return socket;
  };
  // Opened in advance by a browser, and left in the middle of a head.
  const sockets = [await open(''), await open('GET /api/')];
  // One that has answered a request keeps the server up until both have arrived.
  await fetch(`${web.address}/api/health`);
  const startedAt = performance.now();
  const ends = sockets.map((socket) => once(socket, 'close'));
  await web.stop();
  await Promise.all(ends);
  await db.destroy();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('a stop gives a request that never arrives in full up to ten seconds', { timeout: 30_000 }, async () => {
  const { databaseUrl: url, deps } = app;
  const db = createDatabase({ url, maxConnections: 4, applicationName: 'stopping', log: deps.log });
  const web = await startWeb({ ...deps, db, audit: createAccessAudit(db) }, url);
  const socket = connect(Number(new URL(web.address).port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    'POST /api/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  );
  await once(web.app.http.server, 'request');
  const ended = once(socket, 'close');
  const startedAt = performance.now();
  await web.stop();
  await ended;
  await db.destroy();
  expect(performance.now() - startedAt).toBeLessThan(15_000);
});
