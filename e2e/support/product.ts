import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';

const root = path.join(import.meta.dirname, '..', '..');
const startTime = 120_000;
const stopTime = 20_000;

/** The product as `npm start` runs it. */
export interface Product {
  /** As in http://127.0.0.1:41234 */
  address: string;
  /** Where it keeps its documents, and its database unless it was given one. */
  dataDir: string;
  /** Ends it; answers what it logged: at `warn`, a quiet run logs nothing. */
  stop(): Promise<string[]>;
}

export interface ProductOptions {
  /** What is set beside, or in place of, what the journeys run with. */
  env?: Record<string, string>;
  /** Where it listens, for who must know before it runs; default: a free one. */
  port?: number;
}

/** A new folder for one product. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'careloop-journeys-'));
  // Started by root, the database runs as another user, who must reach its files.
  await chmod(dataDir, 0o755);
  return dataDir;
}

/**
 * Starts the real server on a free port, and waits until it says that it is ready.
 * @throws Error with what it wrote, when it ends before that
 */
export async function startProduct(dataDir: string, options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await findFreePort());
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settings, ...options.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  server.stderr.setEncoding('utf8').on('data', (text: string) => log.push(...text.split('\n').filter(Boolean)));
  const stop = async () => {
    await end(server);
    return log;
  };
  const address = `http://127.0.0.1:${port}`;
  try {
    await untilReady(server, address);
  } catch (error) {
    throw new Error(`${String(error)}\n${(await stop()).join('\n')}`, { cause: error });
  }
  return { address, dataDir, stop };
}

/** Empty is absent: whatever the developer's shell has set, the journeys run on a database of their own. */
const settings = {
  HOST: '127.0.0.1',
  DEMO: '1',
  LOG_LEVEL: 'warn',
  ROLE: '',
  DATABASE_URL: '',
  PUBLIC_URL: '',
  SESSION_SECRET: '',
  ENVIRONMENT_NAME: '',
  PRODUCT_NAME: '',
  SMTP_URL: '',
  SUPPORT_EMAIL: '',
  SUPPORT_PORTAL_URL: '',
  PORTAL_TYPE: '',
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  OIDC_LABEL: '',
  OIDC_IDENTITY_TYPE: '',
};

/** Below those that outgoing connections take: one of them could take it before the product listens there. */
const ports = { first: 20_000, count: 10_000 };

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = ports.first + randomInt(ports.count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

async function untilReady(server: ChildProcess, address: string): Promise<void> {
  let said = '';
  const ready = new Promise<void>((resolve) => {
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes(`is ready: ${address}`)) resolve();
    });
  });
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`The product ended with ${String(code)} while starting\n${said}`);
  });
  const tooLong = after(startTime, undefined, { ref: false }).then(() => {
    throw new Error(`The product was not ready after ${startTime / 1000} s\n${said}`);
  });
  ended.catch(() => undefined);
  await Promise.race([ready, ended, tooLong]);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  const tooLong = after(stopTime, 'too long' as const, { ref: false });
  if ((await Promise.race([exited, tooLong])) !== 'too long') return;
  server.kill('SIGKILL');
  await exited;
}
