import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { buildApp } from './app.ts';
import type { App, Deps } from '../../core/app.ts';
import { createClientAddress } from '../../platform/http/clientAddress.ts';
import { recordCrossSiteCall } from '../../platform/http/crossSiteCall.ts';
import { attachRealtime } from '../../platform/realtime/attach.ts';
import { features } from '../../features/index.ts';
import type { Completions } from '../../platform/realtime/completions.ts';
import { startFanout } from '../../platform/realtime/fanout.ts';
import { createHub } from '../../platform/realtime/hub.ts';
import { encodeInvocation } from '../../platform/realtime/signalr.ts';
import { authenticateRealtime, findSubscription } from '../../features/session/realtime.ts';

/** Maximum time a stop waits for requests; the database's time limit is shorter. */
const longestRunMs = 10_000;

/**
 * Connections on which no request has arrived. Browsers open some in advance; Node takes them for busy, so a server that closes
 * would wait until their client closes them.
 */
function trackUnused(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  const use = ({ socket }: IncomingMessage) => unused.delete(socket);
  server.on('request', use).on('upgrade', use);
  return unused;
}

export interface RunningWeb {
  app: App;
  /** Its address, such as http://127.0.0.1:3000 */
  address: string;
  stop: () => Promise<void>;
}

/** Starts the HTTP API, the portal and the realtime channel of a process. */
export async function startWeb(deps: Deps, databaseUrl: string): Promise<RunningWeb> {
  const { config, log } = deps;
  const app = await buildApp(deps);
  const hub = createHub({ findSubscription: (who) => findSubscription(deps.db, who), encode: encodeInvocation, log });
  const clientAddress = createClientAddress(config.trustProxy);
  await app.http.ready();
  const realtime = attachRealtime({
    server: app.http.server,
    hub,
    authenticate: (request) => authenticateRealtime(deps, request),
    onCrossSiteCall: async (session, request) => {
      const call = { path: '/signalr', headers: request.headers, ip: clientAddress(request), session };
      await recordCrossSiteCall(deps.db, call).catch((error: unknown) => {
        log.error({ err: error }, 'A refused realtime connection could not be audited');
      });
    },
    log,
    clientAddress,
    publicUrl: config.publicUrl,
  });
  const completions = Object.assign({}, ...features.map((feature) => feature.completions?.(deps.db))) as Completions;
  const fanout = await startFanout({ databaseUrl, hub, completions, log });
  const { server } = app.http;
  const unused = trackUnused(server);
  server.listen(config.port, config.host);
  // Rejects if the server emits an error instead.
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    app,
    address: `http://${config.host}:${port}`,
    async stop() {
      realtime.close();
      await fanout.close();
      for (const socket of unused) socket.destroy();
      // Also requests whose clients disconnected: they must be audited before the database closes.
      const closed = app.http.close();
      const finished = Promise.all([closed, deps.metrics.whenIdle()]);
      await Promise.race([finished, sleep(longestRunMs, undefined, { ref: false })]);
      // A client that stopped sending or reading would hold its connection as long as it likes.
      server.closeAllConnections();
      await closed;
    },
  };
}
