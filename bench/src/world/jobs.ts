import { setTimeout as sleep } from 'node:timers/promises';

import type { World } from './world.ts';

const patienceMs = 180_000;

/** The number of waiting jobs, and the time until all were done. */
export interface Backlog {
  waiting: number;
  seconds: number;
  isDone: boolean;
}

/** Waits for the jobs enqueued by the creates, so that they do not disturb later measurements. */
export async function workOffJobs(world: World): Promise<Backlog> {
  const startedAt = performance.now();
  const waiting = await countWaiting(world);
  let left = waiting;
  while (left > 0 && performance.now() - startedAt < patienceMs) {
    await sleep(200);
    left = await countWaiting(world);
  }
  return { waiting, seconds: (performance.now() - startedAt) / 1_000, isDone: left === 0 };
}

async function countWaiting({ client }: World): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) from pgboss.job where state < 'completed' and start_after <= now() + interval '1 minute'
       and name not like '\\_\\_pgboss%' and name not like '%.dead'`,
  );
  return rows[0]?.count ?? 0;
}
