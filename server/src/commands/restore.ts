import { parseArgs } from 'node:util';

import { jobsOf } from '../core/feature.ts';
import { fingerprintOf } from '../platform/backup/backUp.ts';
import { checkBackup } from '../platform/backup/check.ts';
import { restore } from '../platform/backup/restore.ts';
import { readConfig } from '../config/config.ts';
import { CommandError } from '../platform/commandError.ts';
import { runCommand } from './startup/command.ts';
import { knownSecretOf } from './startup/secret.ts';

import type { Manifest } from '../platform/backup/manifest.ts';
import type { Log } from '../platform/db/log.ts';
import type { CommandDatabase } from './startup/commandDatabase.ts';

const usage = `Usage: npm run restore -- FROM [--check]

Brings the backup in the folder FROM back to the empty database of DATABASE_URL, or of a new DATA_DIR, and its documents
to DATA_DIR or the bucket of S3_BUCKET; then counts the rows, reads every document and walks the audit's chain. Nobody is signed in afterwards.

  --check  only reads the backup and says whether it is whole`;

function readRequest(): { folder: string; isCheck: boolean } | null {
  try {
    const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
    const [folder, ...others] = positionals;
    return folder === undefined || others.length > 0 ? null : { folder, isCheck: values.check === true };
  } catch {
    return null;
  }
}

const contentsOf = ({ tables, documents, missingDocuments }: Manifest) =>
  `${tables.reduce((sum, { rowCount }) => sum + rowCount, 0)} rows, ${documents.count - missingDocuments.length} documents`;

async function check(folder: string): Promise<void> {
  const manifest = await checkBackup(folder);
  console.log(`The backup of ${manifest.takenAt} is whole: ${contentsOf(manifest)}. Its digest: ${manifest.digest}`);
}

async function restoreFrom(folder: string, { url, dataDir, storage }: CommandDatabase, log: Log): Promise<void> {
  const { features } = await import('../features/index.ts');
  const report = await restore({ folder, databaseUrl: url, storage, jobs: jobsOf(features), log });
  console.log(`Restored the backup of ${report.manifest.takenAt}. Looked at again and found as they were:`);
  console.log(`${report.rowCount} rows in ${report.manifest.tables.length} tables, ${report.documentCount} documents.`);
  for (const key of report.manifest.missingDocuments) console.error(`The backup never had the document ${key}.`);
  warnOfOtherSecret(report.manifest, dataDir);
  const { audit } = report;
  if (audit.isIntact) return console.log(`The audit is intact: ${audit.sealed} sealed rows.`);
  throw new CommandError(`The audit row ${audit.auditEventId} (link ${audit.sequence}) is ${audit.problem}.`);
}

function warnOfOtherSecret({ secretFingerprint }: Manifest, dataDir: string): void {
  const secret = knownSecretOf(readConfig(process.env, { keepsSessions: false }), dataDir);
  if (secretFingerprint === null || (secret !== null && fingerprintOf(secret) === secretFingerprint)) return;
  console.error(
    'The secret here is not the one of the backup. Before the product is started, bring it (SESSION_SECRET, or the file ' +
      'session-secret in DATA_DIR): without it nobody’s second factor is accepted.',
  );
}

const request = readRequest();
if (request === null) {
  console.error(usage);
  process.exitCode = 2;
} else if (request.isCheck) {
  await check(request.folder).catch((error: unknown) => {
    console.error((error as Error).message);
    process.exitCode = 1;
  });
} else {
  await runCommand('restore', (database, log) => restoreFrom(request.folder, database, log), { isLeftAsItIs: true });
}
