import type { Db } from '../db/client.ts';
import { insertAccessEntries } from './record.ts';
import type { AccessEntry } from './record.ts';

export interface AccessAudit {
  /** Resolves when the entry is in the database: an answer leaves only after its audit row is kept. */
  write(entry: AccessEntry): Promise<void>;
}

interface Waiting {
  entry: AccessEntry;
  done: () => void;
  failed: (error: unknown) => void;
}

/** Entries in one statement at most. */
const batchSize = 200;

/**
 * Group commit for the access audit: entries of requests that run at the same time share one INSERT. While one
 * is under way the next ones gather; under no load an entry goes out at once.
 */
export function createAccessAudit(db: Db): AccessAudit {
  const waiting: Waiting[] = [];
  let running = 0;

  async function writeBatch(): Promise<void> {
    const batch = waiting.splice(0, batchSize);
    try {
      await insertAccessEntries(
        db,
        batch.map((item) => item.entry),
      );
      for (const item of batch) item.done();
    } catch (error) {
      for (const item of batch) item.failed(error);
    }
  }

  async function drain(): Promise<void> {
    running += 1;
    // What arrives in this turn of the event loop shares the first statement.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await writeBatch();
    running -= 1;
  }

  return {
    write(entry) {
      return new Promise((done, failed) => {
        waiting.push({ entry, done, failed });
        if (running === 0) void drain();
      });
    },
  };
}
