import type { Database } from '../db/client.ts';
import type { Log } from '../db/log.ts';
import { sealAudit } from './chain.ts';

/** Milliseconds between two rounds of sealing. */
const intervalMs = 1_000;

/** Seals the audit as it grows, in one process at a time however many run. */
export function startSealer(db: Database, log: Log): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  const seal = async () => {
    try {
      await sealAudit(db);
    } catch (error) {
      log.warn({ err: error }, 'The audit could not be sealed now; it is tried again');
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
