import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { startRealtimeServer } from '@careloop/server/test/realtimeServer';
import type { Sessions } from '@careloop/server/test/realtimeServer';

import { RealtimeSocket } from './load/realtimeSocket.ts';

// Measures memory that the realtime channel retains after connections close: the heap after garbage collection, over
// several rounds. The resident memory of the process stays larger because the allocator keeps the pages. node
// --expose-gc bench/src/socketMemory.ts [connections]

const rounds = 3;
/** Connections opened at the same time. */
const width = 50;
/** Allowed growth over all rounds: compiled code, tables that have grown. */
const mostLeftBytes = 5_000_000;

const tokenOf = (index: number) => `token-${index}`;

/** Runs in a separate process, so that the client ends of the connections are not measured. */
async function runClients(port: number, count: number): Promise<void> {
  let sockets: RealtimeSocket[] = [];
  const open = async (index: number) => {
    const socket = new RealtimeSocket(port, { userId: index, token: tokenOf(index) }, () => {});
    await socket.ready();
    sockets.push(socket);
  };
  for await (const [command] of on(process)) {
    if (command === 'open') {
      for (let first = 0; first < count; first += width) {
        const indexes = Array.from({ length: Math.min(width, count - first) }, (_, offset) => first + offset + 1);
        await Promise.all(indexes.map(open));
      }
    } else {
      for (const socket of sockets) socket.close();
      sockets = [];
    }
    process.send?.('done');
  }
}

async function* on(parent: NodeJS.Process): AsyncGenerator<[string]> {
  for (;;) yield (await once(parent, 'message')) as [string];
}

async function tell(client: ChildProcess, command: 'open' | 'close'): Promise<void> {
  const done = once(client, 'message');
  client.send(command);
  await done;
}

async function heapBytes(): Promise<number> {
  for (let time = 0; time < 5; time += 1) {
    globalThis.gc?.();
    await sleep(50);
  }
  return process.memoryUsage().heapUsed;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function measure(count: number): Promise<void> {
  if (globalThis.gc === undefined) throw new Error('Run this script with --expose-gc');
  const people = Array.from({ length: count }, (_, index) => index + 1);
  const sessions: Sessions = new Map(
    people.map((id) => [tokenOf(id), { userId: id, sessionId: id, rooms: [] }] as const),
  );
  const server = await startRealtimeServer({ sessions });
  const client = fork(import.meta.filename, ['--clients', String(server.port), String(count)], { execArgv: [] });
  const before = await heapBytes();
  console.log(`without connections: ${megabytes(before)}`);
  let after = before;
  for (let round = 1; round <= rounds; round += 1) {
    await tell(client, 'open');
    const open = await heapBytes();
    await tell(client, 'close');
    while (server.hub.counts().connections > 0) await sleep(50);
    after = await heapBytes();
    console.log(
      `round ${round}: ${megabytes(open)} with ${count} connections, ${megabytes(after)} when they are closed`,
    );
  }
  client.kill();
  await server.stop();
  if (after - before > mostLeftBytes)
    throw new Error(`${megabytes(after - before)} are still held after all connections closed`);
}

const [first, port, count] = process.argv.slice(2);
if (first === '--clients') await runClients(Number(port), Number(count));
else await measure(Number(first ?? 2_000));
