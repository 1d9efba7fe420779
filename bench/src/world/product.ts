import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The same options that `npm start` passes to the product's Node. */
const memory = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

export interface ProductOptions {
  /** Left out, the product runs a PostgreSQL of its own in its folder. */
  databaseUrl?: string;
  sessionSecret?: string;
  /** Additional Node arguments, for profiling. */
  nodeArguments?: readonly string[];
  role: string;
}

/** Resources a server process has used so far. */
interface Usage {
  cpuSeconds: number;
  residentBytes: number;
}

/** The product, running in a separate process. */
export interface Product {
  port: number;
  /** Its DATA_DIR. */
  data: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts the product as `npm start` does, without demo data, and waits until it serves. */
export async function startProduct({
  databaseUrl,
  sessionSecret,
  nodeArguments = [],
  role,
}: ProductOptions): Promise<Product> {
  const folder = await mkdtemp(path.join(tmpdir(), 'careloop-bench-'));
  const data = path.join(folder, 'data');
  // The user PostgreSQL runs as must be able to enter it, if root starts the bench.
  await chmod(folder, 0o711);
  const main = path.join(import.meta.dirname, '../../../server/src/commands/start.ts');
  const child = spawn(process.execPath, [...memory, ...nodeArguments, main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...(sessionSecret !== undefined && { SESSION_SECRET: sessionSecret }),
      DATA_DIR: data,
      DEMO: '0',
      LOG_LEVEL: 'error',
      // One user sends all searches of a line.
      LOOKUPS_PER_HOUR: '1000000000',
      UPLOAD_MEGABYTES_PER_DAY: '1000000000',
      PORT: '0',
      ROLE: role,
    },
  });
  // Also when the bench itself ends with an error or a signal.
  const endWithBench = () => child.kill('SIGKILL');
  process.once('exit', endWithBench);
  const port = await portOf(child);
  return {
    port,
    data,
    usage: () => readUsage(port),
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      process.off('exit', endWithBench);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The product prints its address when it is ready. */
async function portOf(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('The product has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /http:\/\/[\d.]+:(\d+)\/provider/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stdout.resume();
    return Number(port);
  }
  throw new Error('The product ended before it was ready');
}

async function readUsage(port: number): Promise<Usage> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await response.text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    cpuSeconds: valueOf('process_cpu_seconds_total'),
    residentBytes: valueOf('process_resident_memory_bytes'),
  };
}
