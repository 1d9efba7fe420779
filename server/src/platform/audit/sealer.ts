import type { Database } from '../db/client.ts';
import type { Log } from '../db/log.ts';
import { sealAudit } from './chain.ts';

/** Interval between two sealing rounds. */
const intervalMs = 1_000;

/** Seals new audit rows periodically. If several processes run, only one seals at a time. */
export function startSealer(db: Database, log: Log): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const seal = async () => {
    try {
      await sealAudit(db);
    } catch (error) {
      log.warn({ err: error }, 'The audit could not be sealed; trying again');
    }
    if (!isStopped) timer = setTimeout(start, intervalMs);
  };
  const start = () => {
    running = seal();
  };
  start();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
