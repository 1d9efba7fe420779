import { once } from 'node:events';
import { connect as tcpConnect } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { startRealtimeServer } from '../../../test/realtimeServer.ts';
import { clientRoom, userRoom } from './rooms.ts';
import { longestMessage, receiveLimit, signalrTiming } from './signalr.ts';

import type { RealtimeServer, RealtimeServerOptions, Sessions } from '../../../test/realtimeServer.ts';
import type { Subscription } from './hub.ts';

// Tests frames that the official client never sends. realtime.test.ts uses the client itself.

const end = '\x1e';
const handshake = `{"protocol":"json","version":1}${end}`;
const nothing: Subscription = { rooms: [], permissions: new Set() };

let sessions: Sessions;
let server: RealtimeServer;

beforeEach(async () => {
  sessions = new Map([['coordinator', { userId: 1, sessionId: 11, rooms: [] }]]);
  server = await startRealtimeServer({ sessions });
});

afterEach(async () => {
  await server.stop();
});

/** Restarts the server with other options. */
async function restart(options: Partial<RealtimeServerOptions>): Promise<void> {
  await server.stop();
  server = await startRealtimeServer({ sessions, ...options });
}

/** An open WebSocket, and every message it has received. */
async function open(query = '?access_token=coordinator', headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${query}`, { headers });
  const received: unknown[] = [];
  socket.on('message', (data: Buffer) => {
    const messages = data.toString().split(end).slice(0, -1);
    received.push(...messages.map((message): unknown => JSON.parse(message)));
  });
  await once(socket, 'open');
  return {
    socket,
    received,
    reach: async (count: number) => await expect.poll(() => received.length).toBe(count),
    closed: async () => {
      if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close');
    },
  };
}

async function connect(token = 'coordinator') {
  const client = await open(`?access_token=${token}`);
  client.socket.send(handshake);
  await expect.poll(() => client.received[0]).toEqual({});
  return client;
}

/** The HTTP status with which an upgrade is refused. */
async function refusal(query: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${query}`, { headers });
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }];
  socket.on('error', () => {});
  socket.terminate();
  return response.statusCode;
}

describe('negotiate', () => {
  const negotiate = async (headers: Record<string, string>) =>
    await fetch(`${server.url}/negotiate?negotiateVersion=1`, { method: 'POST', headers });

  test('offers WebSockets with text transfer to a session', async () => {
    const answer = await negotiate({ authorization: 'Bearer coordinator' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      negotiateVersion: 1,
      connectionId: expect.any(String) as string,
      connectionToken: expect.any(String) as string,
      availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
    });
  });

  test('returns 401 without a session', async () => {
    expect((await negotiate({})).status).toBe(401);
    expect((await negotiate({ authorization: 'Bearer nobody' })).status).toBe(401);
  });

  test.each([
    ['?negotiateVersion=1&misspelled=1', "Unknown parameter 'misspelled'"],
    ['?readForMs=1&readForMs=2', "The parameter 'readForMs' was sent twice"],
    ['?readForMs=x', "The parameter 'readForMs' is not a number"],
  ])('and the upgrade refuse the parameters %s', async (query, error) => {
    const headers = { authorization: 'Bearer coordinator' };
    const answer = await fetch(`${server.url}/negotiate${query}`, { method: 'POST', headers });
    expect([answer.status, await answer.json()]).toEqual([400, { error }]);
    expect(await refusal(query, headers)).toBe(400);
  });

  test('closes the connection of a client that keeps sending', async () => {
    const socket = tcpConnect(server.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', () => {});
    socket.write('POST /signalr/negotiate HTTP/1.1\r\nhost: here\r\ncontent-length: 1000000\r\n\r\n');
    const sending = setInterval(() => socket.write('x'), 20);
    // Not `once()`, which rejects if a write meets the closed connection first.
    await new Promise((resolve) => socket.once('close', resolve)).finally(() => clearInterval(sending));
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
  });

  test('leaves every other request to the server', async () => {
    expect(await (await fetch(`${server.url}/negotiate`)).text()).toBe('something else');
  });
});

describe('the upgrade', () => {
  test('is refused without a session, and on any other path', async () => {
    expect(await refusal('')).toBe(401);
    expect(await refusal('?access_token=nobody')).toBe(401);
    expect(await refusal('/elsewhere?access_token=coordinator')).toBe(404);
  });

  test('with a cookie must come from a page of the same host', async () => {
    const cookie = 'session=coordinator';
    expect(await refusal('', { cookie })).toBe(403);
    expect(await refusal('', { cookie, origin: 'https://elsewhere.example' })).toBe(403);
    const client = await open('', { cookie, origin: `http://127.0.0.1:${server.port}` });
    client.socket.terminate();
  });
});

describe('the handshake', () => {
  test.each([
    ['another protocol', `{"protocol":"messagepack","version":1}${end}`, 'messagepack'],
    ['another version', `{"protocol":"json","version":9}${end}`, '9'],
    ['something else', `{"hello":"there"}${end}`, 'not understood'],
    ['no JSON', `hello${end}`, 'not JSON'],
  ])('with %s is answered with an error, and the end', async (_what, text, reason) => {
    const client = await open();
    client.socket.send(text);
    await client.closed();
    expect(client.received).toEqual([{ error: expect.stringContaining(reason) as string }]);
  });

  test('must arrive in time, or the connection ends', async () => {
    await restart({ timing: { ...signalrTiming, handshakeWithinMs: 20 } });
    const client = await open();
    await client.closed();
    expect(client.received).toEqual([{ error: 'The handshake took too long' }]);
  });

  test('is confirmed once the rooms are loaded, and no event arrives before', async () => {
    let know = () => {};
    const known = new Promise<void>((resolve) => (know = resolve));
    await restart({ findSubscription: async () => await known.then(() => nothing) });
    const client = await open();
    client.socket.send(handshake);
    await expect.poll(() => server.hub.counts().connections).toBe(1);
    server.hub.dispatch([userRoom(1)], 'PatientChangedEvent', { patientId: 1 });
    know();
    await client.reach(1);
    server.hub.dispatch([userRoom(1)], 'PatientChangedEvent', { patientId: 2 });
    await client.reach(2);
    expect(client.received).toEqual([{}, { type: 1, target: 'PatientChangedEvent', arguments: [{ patientId: 2 }] }]);
    client.socket.terminate();
  });

  test('is refused when the session ended meanwhile', async () => {
    const client = await open();
    sessions.clear();
    client.socket.send(handshake);
    await client.closed();
    expect(client.received).toEqual([{ error: 'The session ended' }]);
    expect(server.hub.counts().connections).toBe(0);
  });
});

describe('while the database is unavailable', () => {
  const away = async () => {
    throw new Error('the database is away');
  };

  test('connections are refused, and clients may retry', async () => {
    await restart({ findSession: away });
    expect((await fetch(`${server.url}/negotiate`, { method: 'POST' })).status).toBe(503);
    expect(await refusal('?access_token=coordinator')).toBe(503);
  });

  test('a connection whose access cannot be checked ends, and may reconnect', async () => {
    let findSubscription = async (): Promise<Subscription> => nothing;
    await restart({ findSubscription: async () => await findSubscription() });
    const client = await connect();
    findSubscription = away;
    await server.hub.refreshRooms(1);
    await client.closed();
    expect(client.received[1]).toEqual({
      type: 7,
      error: 'The server could not check your access',
      allowReconnect: true,
    });
  });
});

test('of two concurrent refreshes of a connection the later one wins', async () => {
  const answers: ((subscription: Subscription) => void)[] = [];
  await restart({ findSubscription: async () => await new Promise((resolve) => answers.push(resolve)) });
  const client = await open();
  client.socket.send(handshake);
  await expect.poll(() => answers.length).toBe(1);
  const checks = Promise.all([server.hub.refreshRooms(1), server.hub.refreshRooms(1)]);
  for (const rooms of [[clientRoom(5)], [clientRoom(6)], [clientRoom(7)]]) {
    await expect.poll(() => answers.length).toBe(1);
    answers.pop()?.({ ...nothing, rooms });
  }
  await checks;
  for (const clientId of [5, 6, 7]) {
    server.hub.dispatch([clientRoom(clientId)], 'PatientChangedEvent', { patientId: clientId });
  }
  // After the handshake and two events about the refreshes.
  await client.reach(4);
  expect(client.received[3]).toMatchObject({ arguments: [{ patientId: 7 }] });
  client.socket.terminate();
});

describe('messages', () => {
  const unknownMethod = (invocationId: string) => ({
    type: 3,
    invocationId,
    error: "Unknown hub method 'Shout'",
  });
  const invocation = (invocationId: string) =>
    `{"type":1,"invocationId":"${invocationId}","target":"Shout","arguments":[]}${end}`;

  test('may share one frame, including the handshake', async () => {
    const client = await open();
    client.socket.send(handshake + invocation('1') + `{"type":6}${end}` + invocation('2'));
    await client.reach(3);
    expect(client.received).toEqual([{}, unknownMethod('1'), unknownMethod('2')]);
    client.socket.terminate();
  });

  test('may be split over frames, even within a character', async () => {
    const client = await connect();
    for (const part of invocation('ä1').split(/(?<=t)/)) client.socket.send(part);
    await client.reach(2);
    expect(client.received[1]).toEqual(unknownMethod('ä1'));
    client.socket.terminate();
  });

  test('of unknown types are ignored', async () => {
    const client = await connect();
    client.socket.send(`{"type":99}${end}${invocation('1')}`);
    await client.reach(2);
    expect(client.received[1]).toEqual(unknownMethod('1'));
    client.socket.terminate();
  });

  test.each([
    ['no JSON', `{"type":1${end}`, 'not JSON'],
    ['no type', `{"target":"Shout"}${end}`, 'no type'],
    ['an unknown method and no id', `{"type":1,"target":"Shout","arguments":[]}${end}`, "Unknown hub method 'Shout'"],
    ['no end', 'x'.repeat(longestMessage / 2 + 1), 'too long'],
  ])('with %s end the connection for good', async (_what, text, reason) => {
    const client = await connect();
    client.socket.send(text);
    client.socket.send(text);
    await client.closed();
    expect(client.received[1]).toEqual({
      type: 7,
      error: expect.stringContaining(reason) as string,
      allowReconnect: false,
    });
    expect(server.hub.counts().connections).toBe(0);
  });

  test('that are binary or too long do not harm the server', async () => {
    const binary = await connect();
    binary.socket.send(Buffer.from(handshake));
    await binary.closed();
    expect(binary.received[1]).toMatchObject({ type: 7, error: 'Only text is understood' });
    const long = await connect();
    long.socket.send('x'.repeat(longestMessage + 1));
    await long.closed();
    const well = await connect();
    well.socket.terminate();
  });

  test('of type close end the connection', async () => {
    const client = await connect();
    client.socket.send(`{"type":7}${end}`);
    await client.closed();
    expect(server.hub.counts().connections).toBe(0);
  });
});

describe('a flood', () => {
  const silence = () => new Promise((resolve) => setImmediate(resolve));

  test.each([
    ['of messages', () => `{"type":6}${end}`, receiveLimit.messages],
    ['of bytes', () => `{"type":6,"x":"${'x'.repeat(20_000)}"}${end}`, Math.ceil(receiveLimit.bytes / 20_000)],
  ])('%s closes its connection, and nobody else’s', async (_name, message, allowed) => {
    const [client, other] = [await connect(), await connect()];
    const closed = client.closed();
    for (let count = 0; count <= allowed * 3; count += 1) {
      client.socket.send(message());
      if (count % 50 === 0) await silence();
    }
    await closed;
    expect(client.received.at(-1)).toEqual({ type: 7, error: 'Too many messages', allowReconnect: false });
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  test('may also consist of pings', async () => {
    const client = await connect();
    const closed = client.closed();
    for (let count = 0; count <= receiveLimit.messages; count += 1) client.socket.ping('x');
    await closed;
    expect(client.socket.readyState).toBe(WebSocket.CLOSED);
  });
});

describe('connections without a handshake', () => {
  const limits = { open: { ofNetwork: 10, ofAll: 10 }, joining: { ofNetwork: 2, ofAll: 10 } };

  test('are limited per network, and free their place when they join or close', async () => {
    await restart({ limits });
    const [first, second] = [await open(), await open()];
    expect(await refusal('?access_token=coordinator')).toBe(503);
    first.socket.send(handshake);
    await expect.poll(() => first.received[0]).toEqual({});
    const third = await open();
    expect(await refusal('?access_token=coordinator')).toBe(503);
    for (const { socket } of [second, third]) socket.terminate();
    await expect.poll(async () => await open().then(() => 'open')).toBe('open');
  });

  test('count towards the limit of open connections', async () => {
    await restart({ limits: { ...limits, open: { ofNetwork: 2, ofAll: 2 } } });
    const [first] = [await connect(), await connect()];
    expect(await refusal('?access_token=coordinator')).toBe(503);
    first?.socket.close();
    await first?.closed();
    await expect.poll(async () => await connect().then(() => 'open')).toBe('open');
  });

  test('are closed when refused, even if the client does not close', async () => {
    const socket = tcpConnect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.resume();
    socket.on('error', () => {});
    const head = 'GET /signalr HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\nupgrade: websocket\r\n';
    socket.write(`${head}sec-websocket-version: 13\r\nsec-websocket-key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n\r\n`);
    await once(socket, 'end');
    // Writing to a closed connection causes a reset.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const writing = setInterval(() => socket.write('x'), 20);
    await closed.finally(() => clearInterval(writing));
    expect(socket.destroyed).toBe(true);
  });
});

describe('keeping alive', () => {
  test('the server pings', async () => {
    await restart({ timing: { ...signalrTiming, pingEveryMs: 20 } });
    const client = await connect();
    await expect.poll(() => client.received.length).toBeGreaterThan(2);
    expect(client.received[1]).toEqual({ type: 6 });
    client.socket.terminate();
  });

  test('a silent client is dropped, one that pings stays', async () => {
    await restart({ timing: { ...signalrTiming, pingEveryMs: 20, clientTimeoutMs: 500 } });
    const silent = await connect();
    const lively = await connect();
    lively.socket.on('message', () => lively.socket.send(`{"type":6}${end}`));
    await silent.closed();
    expect(server.hub.counts().connections).toBe(1);
    lively.socket.terminate();
  });

  test('a client that does not read is disconnected, without affecting others', async () => {
    sessions.set('outsider', { userId: 2, sessionId: 21, rooms: [] });
    const [deaf, well] = [await connect(), await connect('outsider')];
    deaf.socket.pause();
    const large = { text: 'x'.repeat(256 * 1024) };
    const sendMuch = () => {
      for (let i = 0; i < 16; i += 1) server.hub.dispatch([userRoom(1)], 'PatientChangedEvent', large);
      return server.hub.counts().connections;
    };
    await expect.poll(sendMuch, { timeout: 20_000 }).toBe(1);
    server.hub.dispatch([userRoom(2)], 'ResyncEvent', {});
    await expect.poll(() => well.received).toContainEqual({ type: 1, target: 'ResyncEvent', arguments: [{}] });
    deaf.socket.terminate();
    well.socket.terminate();
  });
});

test('the connection ends when its token expires, so that the client reconnects with a newer one', async () => {
  sessions.set('brief', { userId: 1, sessionId: 12, rooms: [], expiresAt: new Date(Date.now() + 1_000) });
  const client = await open('?access_token=brief');
  client.socket.send(handshake);
  await client.closed();
  expect(client.received).toEqual([{}, { type: 7, error: 'The session must be renewed', allowReconnect: true }]);
});

test('a connection beyond the limit per user closes the oldest', async () => {
  sessions.set('assistant', { userId: 2, sessionId: 21, rooms: [userRoom(1)] });
  await restart({ maxConnectionsPerUser: 2 });
  const actsForUser = await connect('assistant');
  const [first, second, third] = [await connect(), await connect(), await connect()];
  await first.closed();
  expect(first.received[1]).toEqual({ type: 7, error: 'Too many connections', allowReconnect: false });
  expect(server.hub.counts()).toEqual({ connections: 3, users: 2 });
  actsForUser.socket.terminate();
  second.socket.terminate();
  third.socket.terminate();
});
