import { CommandError } from '../../platform/commandError.ts';
import { BackupError } from '../../platform/backup/manifest.ts';
import { ConfigError } from '../../config/configError.ts';
import { readConfig } from '../../config/config.ts';
import { InstanceRunningError } from '../../platform/db/instanceLock.ts';
import type { Log } from '../../platform/db/log.ts';
import { MigrationError } from '../../platform/db/migrate.ts';
import { openCommandDatabase } from './commandDatabase.ts';
import type { CommandDatabase, CommandOptions } from './commandDatabase.ts';

/** Commands print their own output; only warnings and errors of the database's log are shown. */
const warnings: Log = {
  info() {},
  warn: (_details, message) => console.error(message),
  error: (_details, message) => console.error(message),
};

const plainErrors = [CommandError, ConfigError, BackupError, InstanceRunningError, MigrationError];

/**
 * Runs a command on the product's database. Exits with 0 or the code that the command sets; if it fails, prints the reason
 * and exits with `failureCode`, 1 by default.
 */
export async function runCommand(
  name: string,
  work: (database: CommandDatabase, log: Log) => Promise<void>,
  { failureCode = 1, ...options }: CommandOptions & { failureCode?: number } = {},
): Promise<void> {
  let database: CommandDatabase | undefined;
  try {
    database = await openCommandDatabase(readConfig(process.env, { keepsSessions: false }), name, warnings, options);
    await work(database, warnings);
  } catch (error) {
    const isPlain = plainErrors.some((kind) => error instanceof kind);
    console.error(isPlain ? (error as Error).message : error);
    process.exitCode = failureCode;
  } finally {
    await database?.close();
  }
}
