import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';

import { WebSocketServer } from 'ws';

import { connectingMs } from '@careloop/contracts/realtime';

import { isSameOrigin } from '../http/origin.ts';
import { createPlaces } from './places.ts';
import { longestMessage, negotiation, serveSignalr, signalrTiming } from './signalr.ts';

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '../db/log.ts';
import type { Hub } from './hub.ts';
import type { PlaceLimits, Places } from './places.ts';
import type { SignalrTiming } from './signalr.ts';

/** The session of a request, from the bearer header, `access_token` in the query, or the cookie. */
export interface RealtimeSession {
  userId: number;
  sessionId: number;
  /** When the token expires. */
  expiresAt: Date;
  /** Browsers attach cookies to requests that other sites start, so the Origin must then be ours. */
  viaCookie: boolean;
}

export interface AttachOptions {
  server: Server;
  hub: Hub;
  /** Null without a live session. */
  authenticate: (request: IncomingMessage) => Promise<RealtimeSession | null>;
  /** Called for a refused request from another site's page that carried a user's cookie. */
  onCrossSiteCall?: (session: RealtimeSession, request: IncomingMessage) => Promise<void>;
  log: Log;
  /** Public URL, if it differs from the Host header of requests. */
  publicUrl?: string | undefined;
  /** Client address of a request. */
  clientAddress: (request: IncomingMessage) => string | null;
  /** Default `signalrTiming`. */
  timing?: SignalrTiming | undefined;
  /** Default `connectionLimits`. */
  limits?: ConnectionLimits | undefined;
}

/** Limits of open connections, and of those that have not completed the handshake. */
export interface ConnectionLimits {
  open: PlaceLimits;
  joining: PlaceLimits;
}

/** Generous per network, because a hospital shares one address and each browser tab has a connection. */
const connectionLimits: ConnectionLimits = {
  open: { ofNetwork: 5_000, ofAll: 20_000 },
  joining: { ofNetwork: 200, ofAll: 2_000 },
};

export interface AttachedRealtime {
  /** Closes every connection (clients reconnect elsewhere) and accepts no more. Call before server.close(), which waits. */
  close(): void;
}

const closeWithinMs = 2_000;

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves realtime at /signalr: a POST to negotiate, then a WebSocket. Other requests go to the server's existing handlers.
 */
export function attachRealtime(options: AttachOptions): AttachedRealtime {
  const { server, hub } = options;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestMessage });
  const { open, joining } = options.limits ?? connectionLimits;
  const places = { open: createPlaces(open), joining: createPlaces(joining) };
  const others = server.listeners('request') as RequestListener[];
  const onRequest: RequestListener = (request, response) => {
    if (isNegotiation(request)) void negotiate(options, request, response);
    else for (const listener of others) listener.call(server, request, response);
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (pathOf(request) === '/signalr') {
      const place = takePlace(places, options.clientAddress(request), socket);
      if (place === null) refuse(socket, 503);
      else void accept(options, sockets, place, { request, socket, head });
    } else if (server.listenerCount('upgrade') === 1) refuse(socket, 404);
  };
  server.removeAllListeners('request');
  server.on('request', onRequest);
  server.on('upgrade', onUpgrade);
  return {
    close() {
      server.off('upgrade', onUpgrade);
      hub.closeAll();
      sockets.close();
      // For clients that do not respond to the close, or never sent a handshake.
      setTimeout(() => sockets.clients.forEach((client) => client.terminate()), closeWithinMs).unref();
    },
  };
}

function isNegotiation(request: IncomingMessage): boolean {
  return request.method === 'POST' && pathOf(request) === '/signalr/negotiate';
}

function pathOf(request: IncomingMessage): string {
  return request.url?.split('?', 1)[0] ?? '';
}

/** Parameters of the address: those of the protocol, and `readForMs`. */
const parameters = new Set(['id', 'access_token', 'negotiateVersion', 'readForMs']);

/** Why the parameters of a request are refused, or null: one that is unknown, sent twice or not readable. */
function parameterProblem(request: IncomingMessage): string | null {
  const given = new URLSearchParams(request.url?.split('?', 2)[1]);
  for (const name of given.keys()) {
    if (!parameters.has(name)) return `Unknown parameter '${name}'`;
    if (given.getAll(name).length > 1) return `The parameter '${name}' was sent twice`;
  }
  const readForMs = given.get('readForMs');
  return readForMs === null || /^\d{1,12}$/.test(readForMs) ? null : "The parameter 'readForMs' is not a number";
}

/**
 * Epoch ms since when the client's data may be out of date, if the client reports it. It sends a duration, because its
 * clock may be wrong; up to `connectingMs` is added for the time the request took to arrive.
 */
function readSinceOf(request: IncomingMessage): number | undefined {
  const readForMs = new URLSearchParams(request.url?.split('?', 2)[1]).get('readForMs');
  return readForMs === null ? undefined : Date.now() - Number(readForMs) - connectingMs;
}

async function negotiate(options: AttachOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.resume();
  // No body is expected: a client that keeps sending would hold the connection until the upload time limit.
  response.once('finish', () => {
    if (!request.complete) request.destroy();
  });
  const session = await findSession(options, request);
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  const problem = parameterProblem(request);
  if (typeof session === 'number') response.writeHead(session, headers).end('{}');
  else if (problem !== null) response.writeHead(400, headers).end(JSON.stringify({ error: problem }));
  else response.writeHead(200, headers).end(JSON.stringify(negotiation(randomUUID(), randomUUID())));
}

/** Counts the connection as open until the socket closes, and as joining until `joined()`. Null if a limit is reached. */
function takePlace(places: { open: Places; joining: Places }, address: string | null, socket: Duplex) {
  const leave = places.open.take(address);
  if (leave === null) return null;
  const joined = places.joining.take(address);
  if (joined === null) {
    leave();
    return null;
  }
  socket.once('close', () => {
    leave();
    joined();
  });
  return { joined };
}

interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}

async function accept(
  options: AttachOptions,
  sockets: WebSocketServer,
  place: { joined: () => void },
  { request, socket, head }: Upgrade,
): Promise<void> {
  const session = await findSession(options, request);
  if (typeof session === 'number') return refuse(socket, session);
  const problem = parameterProblem(request);
  if (problem !== null) return refuse(socket, 400, problem);
  const readSince = readSinceOf(request);
  if (session.viaCookie && !isSameOrigin(request.headers, options.publicUrl)) {
    refuse(socket, 403);
    return await options.onCrossSiteCall?.(session, request);
  }
  if (socket.destroyed) return;
  const { hub, timing = signalrTiming } = options;
  sockets.handleUpgrade(request, socket, head, (webSocket) => {
    serveSignalr(webSocket, {
      ...session,
      timing,
      onReady: async (connection) => {
        await hub.join(connection);
        place.joined();
      },
      onOpen: (connection) => {
        if (readSince !== undefined) hub.catchUp(connection, readSince);
      },
      onEnd: (connection) => hub.leave(connection),
    });
  });
}

/** The session, or the HTTP status with which to refuse the request. */
async function findSession(options: AttachOptions, request: IncomingMessage): Promise<RealtimeSession | 401 | 503> {
  try {
    return (await options.authenticate(request)) ?? 401;
  } catch (error) {
    options.log.warn({ err: error }, 'The session of a realtime connection could not be found');
    return 503;
  }
}

function refuse(socket: Duplex, status: number, text = ''): void {
  // A client that does not close its side would hold the connection.
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
