import { backUp } from '../platform/backup/backUp.ts';
import { readConfig } from '../config/config.ts';
import { CommandError } from '../platform/commandError.ts';
import { runCommand } from './startup/command.ts';
import { knownSecretOf } from './startup/secret.ts';

import type { CommandDatabase } from './startup/commandDatabase.ts';

const usage = `Usage: npm run backup -- TO

Writes the database and its documents to the folder TO, which must be empty or not there yet. The product may be running.
The backup holds patient data in the clear. It does not hold the product's secret (SESSION_SECRET, or session-secret in
DATA_DIR) nor the keys of documents (DOCUMENT_KEYS): keep the secret too, in another place.`;

async function backUpTo(folder: string, { url, dataDir, storage }: CommandDatabase): Promise<void> {
  const sessionSecret = knownSecretOf(readConfig(process.env, { keepsSessions: false }), dataDir);
  const report = await backUp({ databaseUrl: url, storage, folder, sessionSecret });
  console.log(`Backed up to ${folder}: ${report.rowCount} rows, ${report.documentCount} documents.`);
  console.log(`Its digest, to be kept elsewhere: ${report.digest}`);
  if (report.missingDocuments.length === 0) return;
  const named = report.missingDocuments.join('\n');
  throw new CommandError(`These documents are missing or damaged here, and so in the backup:\n${named}`);
}

const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-') || others.length > 0) {
  console.error(usage);
  process.exitCode = 2;
} else {
  await runCommand('backup', (database) => backUpTo(folder, database), { isLeftAsItIs: true });
}
