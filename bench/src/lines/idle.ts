import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { sendMessage } from '@careloop/contracts/messages/sending';

import { mostMemory } from '../goals.ts';
import { LoadProcess } from '../load/loadProcess.ts';
import { openSessions } from '../world/sessions.ts';
import type { OpenSession } from '../world/sessions.ts';
import type { World } from '../world/world.ts';

export interface IdleSize {
  sockets: number;
  /** Longer than the timeouts of both sides, so that any connection that times out has done so by then. */
  seconds: number;
}

const usualSize: IdleSize = { sockets: 2_000, seconds: 65 };

export const idleTitle = `${usualSize.sockets.toLocaleString('en-US')} idle sockets on one process`;

export interface IdleResult {
  title: string;
  goal: string;
  sockets: number;
  seconds: number;
  /** Resident memory of the server process in bytes: without the sockets, once connected, and after the idle time. */
  resident: { before: number; connected: number; idle: number };
  /** Processor time of the server process while idle, in milliseconds per second. */
  cpuMsPerSecond: number;
  problems: string[];
}

/** Maximum number of recipients of one message. */
const mostRecipients = 50;

/** Measures the cost of many open connections, and whether each of them still receives events. */
export async function measureIdle(world: World, { sockets, seconds } = usualSize): Promise<IdleResult> {
  requireOpenFiles(sockets);
  const people = await signInMany(world, sockets);
  const before = await world.product.usage();
  const load = new LoadProcess();
  try {
    await load.assign({ kind: 'idle', port: world.product.port, listeners: people });
    const connected = await world.product.usage();
    await sleep(seconds * 1_000);
    const idle = await world.product.usage();
    const problems = await writeToAll(world, people);
    const report = await load.idle();
    if (report.open < sockets) problems.push(`idle: ${sockets - report.open} of ${sockets} sockets were closed`);
    if (report.missed > 0) problems.push(`idle: ${report.missed} sockets did not hear of a message`);
    if (report.doubled > 0) problems.push(`idle: ${report.doubled} sockets heard of a message more than once`);
    return {
      title: idleTitle,
      goal: `≤ ${mostMemory} MB, each alive`,
      sockets,
      seconds,
      resident: { before: before.residentBytes, connected: connected.residentBytes, idle: idle.residentBytes },
      cpuMsPerSecond: ((idle.cpuSeconds - connected.cpuSeconds) * 1_000) / seconds,
      problems,
    };
  } finally {
    load.stop();
  }
}

/** Files a process has open besides the sockets. */
const otherFiles = 100;

/** The product and the process with the client ends have the same limit on open files as this process. */
function requireOpenFiles(sockets: number): void {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const most = userLimits?.open_files?.soft;
  if (typeof most !== 'number' || most >= sockets + otherFiles) return;
  throw new Error(`${sockets} sockets need more open files than the ${most} a process may have here: see ulimit -n`);
}

/** The given number of new users of the first client, each signed in. */
async function signInMany({ client, sessionSecret }: World, count: number): Promise<OpenSession[]> {
  const { rows } = await client.query<{ user_id: number }>(
    `with made as (
       insert into user_account (username, user_type, first_name, last_name, email, origin_client_id)
       select 'idle' || n, 'provider', 'Idle', 'Number ' || n, 'idle' || n || '@example.org', 1
       from generate_series(1, $1::int) as n returning user_id),
     clients as (insert into user_client (user_id, client_id) select user_id, 1 from made),
     permissions as (insert into user_permission (user_id, permission) select user_id, 'Messages' from made)
     select user_id from made order by user_id`,
    [count],
  );
  return openSessions(
    client,
    sessionSecret,
    rows.map((row) => row.user_id),
  );
}

/** One message to each. */
async function writeToAll({ client, product, sessionSecret }: World, people: readonly OpenSession[]) {
  const [sender] = await openSessions(client, sessionSecret, [1]);
  const problems: string[] = [];
  for (let index = 0; index < people.length; index += mostRecipients) {
    const recipientUserIds = people.slice(index, index + mostRecipients).map(({ userId }) => userId);
    const answer = await fetch(`http://127.0.0.1:${product.port}/api${sendMessage.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sender?.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ message: 'The clinic opens at nine tomorrow.', recipientUserIds }),
    });
    const text = await answer.text();
    if (!answer.ok || !text.startsWith('{"wasSuccessful":true')) problems.push(`idle: ${answer.status} ${text}`);
  }
  return problems;
}
