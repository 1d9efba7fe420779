import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

import { findFreePort } from './product.ts';

/** A relay between a product and its database. It can make the database unavailable for this product only. */
export interface Relay {
  /** Database URL through the relay. */
  url: string;
  /** Makes the database unreachable and closes existing connections. */
  cut(): Promise<void>;
  /** Makes the database reachable again at the same address. */
  mend(): Promise<void>;
}

export async function startRelay(databaseUrl: string): Promise<Relay> {
  const target = new URL(databaseUrl);
  const relayed = new URL(databaseUrl);
  const port = await findFreePort();
  const open = new Set<Socket>();
  const join = (client: Socket) => {
    const database = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  };
  let server: Server | undefined;
  const mend = async () => {
    server = createServer(join).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    const closing = server;
    server = undefined;
    if (closing === undefined) return;
    closing.close();
    for (const socket of open) socket.destroy();
    await once(closing, 'close');
  };
  await mend();
  relayed.hostname = '127.0.0.1';
  relayed.port = String(port);
  return { url: relayed.href, cut, mend };
}
