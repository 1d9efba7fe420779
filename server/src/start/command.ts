import { BackupError } from '../backup/manifest.ts';
import { ConfigError } from '../configError.ts';
import { readConfig } from '../config.ts';
import type { Log } from '../db/log.ts';
import { openCommandDatabase } from './commandDatabase.ts';
import type { CommandDatabase, CommandOptions } from './commandDatabase.ts';

/** Commands print their own output; only warnings and errors of the database's log are shown. */
const warnings: Log = {
  info() {},
  warn: (_details, message) => console.error(message),
  error: (_details, message) => console.error(message),
};

/** An error the operator can fix; printed as one line, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Runs a command on the product's database. Exits with 0, or prints the reason and exits with 1. */
export async function runCommand(
  name: string,
  work: (database: CommandDatabase, log: Log) => Promise<void>,
  options: CommandOptions = {},
): Promise<void> {
  let database: CommandDatabase | undefined;
  try {
    database = await openCommandDatabase(readConfig(process.env, { keepsSessions: false }), name, warnings, options);
    await work(database, warnings);
  } catch (error) {
    const isPlain = [CommandError, ConfigError, BackupError].some((kind) => error instanceof kind);
    console.error(isPlain ? (error as Error).message : error);
    process.exitCode = 1;
  } finally {
    await database?.close();
  }
}
