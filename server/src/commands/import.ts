import { parseArgs } from 'node:util';

import { checkNewDocuments } from '../features/charts/jobs.ts';
import { ImportRefused, findClient } from '../features/interop/clients.ts';
import { importFiles } from '../features/interop/importFiles.ts';
import { terminalProgress } from '../features/interop/progress.ts';
import { summaryOf } from '../features/interop/summary.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { CommandError } from '../platform/commandError.ts';
import { runCommand } from './startup/command.ts';

import type { Progress } from '../features/interop/importFiles.ts';
import type { CommandDatabase } from './startup/commandDatabase.ts';

const usage = `npm run import -- PATH... [--client NAME] [--source NAME]

Imports files and folders of FHIR R4 (bundles, single resources, NDJSON), HL7 v2 messages, C-CDA documents, and of the
national provider registry (NPPES files, API answers, NUCC taxonomy), plain or gzip. Importing the same files again
changes nothing.

  --client NAME  whose patients they become (default: the first client)
  --source NAME  the system that numbers the records (default: fhir); name it when two systems send records with the
                 same ids`;

interface Request {
  paths: string[];
  client: string | undefined;
  source: string;
}

function readRequest(): Request | null {
  const options = {
    client: { type: 'string' },
    source: { type: 'string', default: 'fhir' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help || positionals.length === 0) return null;
  if (!/^[\w .:/-]{1,100}$/.test(values.source))
    throw new ImportRefused('--source: letters, digits and .:/-_ only, please.');
  return { paths: positionals, client: values.client, source: values.source };
}

/** Exits with 0 if every file could be read and nothing was rejected, otherwise with 1. */
async function run(request: Request, database: CommandDatabase): Promise<void> {
  const progress = terminalProgress();
  stopOnSignals(async () => {
    progress.stop();
    await database.close();
  });
  try {
    process.exitCode = await importInto(database, request, progress);
  } catch (error) {
    throw error instanceof ImportRefused ? new CommandError(error.message, { cause: error }) : error;
  }
}

/** The current transaction is rolled back. Records imported before stay, and the next import finds them unchanged. */
function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.error('\nStopped. Import the same files again to go on.');
      stop()
        .catch(() => {})
        .finally(() => process.exit(130));
    });
  }
}

/** @returns the exit code */
async function importInto(database: CommandDatabase, request: Request, progress: Progress): Promise<number> {
  const startedAt = performance.now();
  const { clientId, displayName, timeZone } = await findClient(database.db, request.client);
  console.log(`Importing for ${displayName}${database.isShared ? ', beside the running product' : ''}`);
  const report = await importFiles({
    db: database.db,
    storage: database.storage,
    clientId,
    sender: request.source,
    paths: request.paths,
    timeZone,
    progress,
  });
  console.log(`\n${summaryOf(report)}`);
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  // A running product checks the new documents now; otherwise it does so at its next start.
  if (database.isShared) await enqueue(database.db, checkNewDocuments, {});
  return report.problems.length === 0 && report.notYetRead.length === 0 ? 0 : 1;
}

/** Null if the arguments are wrong, or ask for the usage. */
function requestOf(): Request | null {
  try {
    const request = readRequest();
    if (request === null) console.log(usage);
    return request;
  } catch (error) {
    console.error((error as Error).message);
    return null;
  }
}

const request = requestOf();
if (request === null) process.exitCode = 2;
else await runCommand('import', (database) => run(request, database), { failureCode: 2 });
