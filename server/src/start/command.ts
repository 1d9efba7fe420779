import { ConfigError, readConfig } from '../config.ts';
import type { Log } from '../db/log.ts';
import { openCommandDatabase } from './commandDatabase.ts';
import type { CommandDatabase } from './commandDatabase.ts';

/** Commands speak through their own output; of the database's log only what went wrong is shown. */
const warnings: Log = {
  info() {},
  warn: (_details, message) => console.error(message),
  error: (_details, message) => console.error(message),
};

/** What the person who typed the command can mend; shown as one line, without a stack. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Runs a command on the product's database, and ends the process with 0, or with 1 and the reason. */
export async function runCommand(name: string, work: (database: CommandDatabase) => Promise<void>): Promise<void> {
  let database: CommandDatabase | undefined;
  try {
    database = await openCommandDatabase(readConfig(process.env, { keepsSessions: false }), name, warnings);
    await work(database);
  } catch (error) {
    const isPlain = error instanceof CommandError || error instanceof ConfigError;
    console.error(isPlain ? error.message : error);
    process.exitCode = 1;
  } finally {
    await database?.close();
  }
}
