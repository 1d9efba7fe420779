import { once } from 'node:events';
import { createServer } from 'node:http';

import { silentLog } from '../src/platform/db/log.ts';
import { attachRealtime } from '../src/platform/realtime/attach.ts';
import { startFanout } from '../src/platform/realtime/fanout.ts';
import { createHub } from '../src/platform/realtime/hub.ts';
import { encodeInvocation } from '../src/platform/realtime/signalr.ts';

import type { Permission } from '@careloop/contracts/access';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Completions } from '../src/platform/realtime/completions.ts';
import type { AttachOptions, ConnectionLimits, RealtimeSession } from '../src/platform/realtime/attach.ts';
import type { Subscription, Hub, HubOptions } from '../src/platform/realtime/hub.ts';
import type { Room } from '../src/platform/realtime/rooms.ts';
import type { SignalrTiming } from '../src/platform/realtime/signalr.ts';

/** Sessions by token; tests can change it. */
export type Sessions = Map<
  string,
  { userId: number; sessionId: number; rooms: Room[]; permissions?: Permission[]; expiresAt?: Date }
>;

export interface RealtimeServerOptions {
  sessions: Sessions;
  /** URL of the database whose notifications it forwards; none if absent. */
  databaseUrl?: string;
  port?: number;
  timing?: SignalrTiming;
  limits?: ConnectionLimits;
  maxConnectionsPerUser?: number;
  findSubscription?: HubOptions['findSubscription'];
  findSession?: AttachOptions['authenticate'];
  completions?: Completions;
}

const noCompletions: Completions = {
  UnreadMessageCountChangedEvent: () => Promise.reject(new Error('Not in this test')),
};

export interface RealtimeServer {
  url: string;
  port: number;
  hub: Hub;
  stop(): Promise<void>;
}

/** Starts the realtime part of a web process. */
export async function startRealtimeServer(options: RealtimeServerOptions): Promise<RealtimeServer> {
  const { sessions, databaseUrl } = options;
  const hub = createHub({
    findSubscription: options.findSubscription ?? (async ({ sessionId }) => subscriptionOf(sessions, sessionId)),
    encode: encodeInvocation,
    log: silentLog,
    maxConnectionsPerUser: options.maxConnectionsPerUser,
  });
  const server = createServer((_request, response) => response.end('something else'));
  const realtime = attachRealtime({
    server,
    hub,
    authenticate: options.findSession ?? (async (request) => findSession(sessions, request)),
    clientAddress: (request) => request.socket.remoteAddress ?? null,
    log: silentLog,
    timing: options.timing,
    limits: options.limits,
  });
  const completions = options.completions ?? noCompletions;
  const fanout =
    databaseUrl === undefined ? undefined : await startFanout({ databaseUrl, hub, completions, log: silentLog });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/signalr`,
    port,
    hub,
    async stop() {
      realtime.close();
      await fanout?.close();
      server.closeIdleConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function subscriptionOf(sessions: Sessions, sessionId: number): Subscription | null {
  const found = [...sessions.values()].find((session) => session.sessionId === sessionId);
  return found === undefined ? null : { rooms: found.rooms, permissions: new Set(found.permissions) };
}

function findSession(sessions: Sessions, request: IncomingMessage): RealtimeSession | null {
  const bearer = request.headers.authorization?.replace(/^Bearer /, '');
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams.get('access_token');
  const cookie = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  const session = sessions.get(bearer ?? query ?? cookie ?? '');
  if (session === undefined) return null;
  const expiresAt = session.expiresAt ?? new Date(Date.now() + 3_600_000);
  return { ...session, expiresAt, viaCookie: bearer === undefined && query === null };
}
