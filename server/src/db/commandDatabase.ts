import { keptUrl, startEmbeddedPostgres } from './embedded.ts';
import { acquireInstanceLock, InstanceRunningError } from './instanceLock.ts';

import type { InstanceLock } from './instanceLock.ts';
import type { Log } from './log.ts';

export interface CommandDatabase {
  url: string;
  /** Whether the product is running on it; otherwise it was started for the command. */
  isShared: boolean;
  /** Ends what was started for the command; leaves a running product's alone. */
  close(): Promise<void>;
}

/**
 * The embedded database for a command (an import, say), whether or not the product is running on this DATA_DIR: a running
 * product's is used beside it, else one is started for as long as the command lasts.
 * @param options.name what a second start is told runs here, as in "An import"
 * @throws InstanceRunningError when another command, or a product that is still starting, works on DATA_DIR
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

/** @returns undefined when a product serves from here, which it says by having an address */
function lockUnlessServed(dataDir: string, name: string): InstanceLock | undefined {
  try {
    return acquireInstanceLock(dataDir, { name });
  } catch (error) {
    if (error instanceof InstanceRunningError && error.running?.address !== undefined) return undefined;
    throw error;
  }
}
