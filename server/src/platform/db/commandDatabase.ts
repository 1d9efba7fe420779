import { keptUrl, startEmbeddedPostgres } from './embedded.ts';
import { acquireInstanceLock, InstanceRunningError } from './instanceLock.ts';

import type { InstanceLock } from './instanceLock.ts';
import type { Log } from './log.ts';

export interface CommandDatabase {
  url: string;
  /** True if a running product uses it too; false if it was started for the command. */
  isShared: boolean;
  /** Stops the database if it was started for the command. */
  close(): Promise<void>;
}

/**
 * Opens the embedded database for a command such as an import. If the product is running on this DATA_DIR, its database is
 * shared; otherwise one is started for the duration of the command.
 * @param options.name name of the command in the message to a second start, as in "An import"
 * @throws InstanceRunningError if another command, or a product that is still starting, uses DATA_DIR
 */
export async function openCommandDatabase(options: {
  dataDir: string;
  name: string;
  log: Log;
}): Promise<CommandDatabase> {
  const lock = lockUnlessServed(options.dataDir, options.name);
  if (lock === undefined) {
    return { url: keptUrl(options.dataDir), isShared: true, close: () => Promise.resolve() };
  }
  try {
    const postgres = await startEmbeddedPostgres(options);
    const close = async () => {
      await postgres.stop();
      lock.release();
    };
    return { url: postgres.url, isShared: false, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** @returns undefined if a running product holds the lock; it has an address by then */
function lockUnlessServed(dataDir: string, name: string): InstanceLock | undefined {
  try {
    return acquireInstanceLock(dataDir, { name });
  } catch (error) {
    if (error instanceof InstanceRunningError && error.running?.address !== undefined) return undefined;
    throw error;
  }
}
