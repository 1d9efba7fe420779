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
  /** Such as http://127.0.0.1:41234 */
  address: string;
  /** Folder of its documents, and of its database unless it was given one. */
  dataDir: string;
  /** Stops the product and returns its log lines. The level is `warn`, so a normal run logs nothing. */
  stop(): Promise<string[]>;
}

export type StartProduct = (dataDir: string, options: ProductOptions) => Promise<Product>;

export interface ProductOptions {
  /** Environment variables that are added to, or override, those of the journeys. */
  env?: Record<string, string>;
  /** Port, if it must be known before the start; default: a free port. */
  port?: number;
}

/** A new folder for one product. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'careloop-journeys-'));
  // If started by root, the database runs as another user, who must be able to access its files.
  await chmod(dataDir, 0o755);
  return dataDir;
}

/**
 * Starts the real server on a free port and waits until it reports that it is ready.
 * @throws Error with the server's output, if it ends before that
 */
export async function startProduct(dataDir: string, options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await findFreePort());
  const server = spawn(process.execPath, ['server/src/commands/start.ts'], {
    cwd: root,
    env: environmentOf(dataDir, port, options),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  server.stderr.setEncoding('utf8').on('data', (text: string) => log.push(...text.split('\n').filter(Boolean)));
  const stop = async () => {
    await end(server);
    return log;
  };
  const address = addressOf(port);
  try {
    await untilReady(server, address);
  } catch (error) {
    throw new Error(`${String(error)}\n${(await stop()).join('\n')}`, { cause: error });
  }
  return { address, dataDir, stop };
}

export const addressOf = (port: number) => `http://127.0.0.1:${port}`;

/** The environment variables of a product of the journeys. */
export function environmentOf(dataDir: string, port: number, { env }: ProductOptions): NodeJS.ProcessEnv {
  return { ...process.env, ...settings, ...env, PORT: String(port), DATA_DIR: dataDir };
}

/** Empty values count as unset, so that variables of the developer's shell do not affect the journeys. */
const settings = {
  HOST: '127.0.0.1',
  DEMO: '1',
  LOG_LEVEL: 'warn',
  ROLE: '',
  DATABASE_URL: '',
  // On a busy machine opening a connection can take longer than the default.
  DATABASE_TIMEOUT_MS: '20000',
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

/** Below the ephemeral ports, so that no outgoing connection takes the port before the product listens on it. */
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
