import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';

import { DatabaseStartError } from './startError.ts';

const host = '127.0.0.1';

/**
 * The port this database used last, or any free one if that is taken. Stored in the file.
 * @param wanted tried before the stored one
 */
export async function choosePort(file: string, wanted?: number): Promise<number> {
  const candidates = [wanted, keptPort(file)].filter((port) => port !== undefined);
  for (const candidate of candidates) {
    if ((await bind(candidate)) !== undefined) return keep(file, candidate);
  }
  return keep(file, await freePort());
}

export async function freePort(): Promise<number> {
  const port = await bind(0);
  if (port === undefined) throw new DatabaseStartError(`No free port on ${host}`);
  return port;
}

function keep(file: string, port: number): number {
  writeFileSync(file, `${port}\n`, { mode: 0o600 });
  return port;
}

function keptPort(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const port = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return port > 0 && port < 65_536 ? port : undefined;
}

/** @returns the port if it can be listened on */
async function bind(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : undefined;
  } catch {
    return undefined;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
