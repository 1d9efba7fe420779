import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { importNetwork } from '../features/directory/network/importNetwork.ts';
import type { ImportedNetwork } from '../features/directory/network/importNetwork.ts';
import { findClient } from '../features/interop/clients.ts';
import { UnreadableFile } from '../platform/files/unreadable.ts';
import { CommandError } from '../platform/commandError.ts';
import { runCommand } from './startup/command.ts';

import type { CommandDatabase } from './startup/commandDatabase.ts';

const usage = `Usage: npm run network -- FILE --client NAME

Imports affiliations of providers with a client, and the insurance plans they accept, from a CSV file with a header and
the columns npi, affiliation, primary (yes or no), carrier, plan. A provider may have several rows.
"none" as affiliation or carrier removes them all; an empty cell changes nothing.`;

/** Problems printed; more usually have one cause. */
const mostShown = 200;

interface Request {
  file: string;
  client: string;
}

function readRequest(): Request | null {
  try {
    const { values, positionals } = parseArgs({ options: { client: { type: 'string' } }, allowPositionals: true });
    const [file, ...others] = positionals;
    return file === undefined || values.client === undefined || others.length > 0
      ? null
      : { file, client: values.client };
  } catch {
    return null;
  }
}

function print({ found, changed, problems }: ImportedNetwork): void {
  console.log(`${found} providers found, ${changed} changed, ${found - changed} unchanged.`);
  if (problems.length === 0) return;
  console.log(
    `\n${problems.length} problem${problems.length === 1 ? '' : 's'}. What these rows state was not imported:`,
  );
  for (const { line, message } of problems.slice(0, mostShown)) console.log(`  line ${line}: ${message}`);
  if (problems.length > mostShown) console.log(`  and ${problems.length - mostShown} more`);
  process.exitCode = 1;
}

async function importFrom({ file, client }: Request, { db }: CommandDatabase): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  try {
    const { clientId, displayName } = await findClient(db, client);
    console.log(`Importing for ${displayName}`);
    print(await importNetwork(db, clientId, file));
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(error instanceof UnreadableFile ? `The file ${message}` : message, { cause: error });
  }
}

// npm run network -- FILE --client NAME: imports affiliations and insurance plans of providers.
const request = readRequest();
if (request === null) {
  console.error(usage);
  process.exitCode = 2;
} else {
  await runCommand('network', (database) => importFrom(request, database));
}
