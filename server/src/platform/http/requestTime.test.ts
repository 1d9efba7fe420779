import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';

import { uploadDocuments } from '@careloop/contracts/charts/upload';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loggedLines, startTestApp } from '../../../test/harness.ts';
import { limitRequestTime, uploadTime } from './requestTime.ts';

const minute = 60_000;
let http: FastifyInstance;
beforeEach(async () => {
  http = Fastify({ requestTimeout: uploadTime });
  limitRequestTime(http);
  http.post('/words', () => ({}));
  http.get('/words', () => ({}));
  http.addContentTypeParser('text/file', (_request, _payload, done) => done(null));
  http.post('/files', { config: { takesFiles: true } }, () => new Promise(() => undefined));
  await http.listen({ port: 0, host: '127.0.0.1' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  http.server.closeAllConnections();
  await http.close();
});

/** Sends the beginning of a request and waits until the server has received it. */
async function begin(path: string, type: string, method = 'POST') {
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  const arrived = once(http.server, 'request');
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: here\r\ncontent-type: ${type}\r\ncontent-length: 100\r\n\r\n{`);
  await arrived;
  return socket;
}

test('a request whose body never completes is cut off', async () => {
  const socket = await begin('/words', 'application/json');
  const closed = once(socket, 'close');
  vi.advanceTimersByTime(2 * minute);
  await closed;
  expect(socket.destroyed).toBe(true);
});

test('a GET with an incomplete body is cut off', async () => {
  const socket = await begin('/words', 'application/json', 'GET');
  await once(socket, 'data');
  const closed = once(socket, 'close');
  vi.advanceTimersByTime(2 * minute);
  await closed;
  expect(socket.destroyed).toBe(true);
});

test('an upload without a session is cut off', async () => {
  const app = await startTestApp();
  await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.http.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const answered = once(socket, 'data');
  const path = `/api${uploadDocuments.path}`;
  const type = 'multipart/form-data; boundary=x';
  socket.write(`POST ${path} HTTP/1.1\r\nhost: here\r\ncontent-type: ${type}\r\ncontent-length: 100\r\n\r\n-`);
  await answered;
  const closed = once(socket, 'close');
  vi.advanceTimersByTime(2 * minute);
  await closed;
  expect(socket.destroyed).toBe(true);
  vi.useRealTimers();
  await app.stop();
});

test('a client that disconnects is not logged as an error', async () => {
  const app = await startTestApp();
  await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.app.http.server.address() as AddressInfo;
  const before = loggedLines.length;
  const socket = connect(port, '127.0.0.1');
  const arrived = once(app.app.http.server, 'request') as Promise<[IncomingMessage]>;
  const head = 'POST /api/sign-in HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 100';
  socket.write(`${head}\r\n\r\n{`);
  const [request] = await arrived;
  const closed = once(request, 'close');
  socket.destroy();
  await closed.catch(() => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  expect(loggedLines.slice(before).filter((line) => /"level":(?:50|60)/.test(line))).toEqual([]);
  vi.useRealTimers();
  await app.stop();
});

test('a request that arrived completely is not cut off', async () => {
  const socket = await begin('/words', 'application/json');
  const answered = once(socket, 'data');
  socket.write(`${' '.repeat(98)}}`);
  await answered;
  vi.advanceTimersByTime(2 * minute);
  expect(vi.getTimerCount()).toBe(0);
  socket.destroy();
});

test('an upload may take longer', async () => {
  const socket = await begin('/files', 'text/file');
  vi.advanceTimersByTime(19 * minute);
  expect(vi.getTimerCount()).toBe(0);
  expect(socket.destroyed).toBe(false);
  socket.destroy();
});
