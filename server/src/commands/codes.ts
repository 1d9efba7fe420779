import { existsSync } from 'node:fs';

import { loadDiagnoses } from '../features/directory/diagnoses/loadDiagnoses.ts';
import { CommandError } from '../platform/commandError.ts';
import { runCommand } from './startup/command.ts';

import type { CommandDatabase } from './startup/commandDatabase.ts';

async function loadCodes(file: string, { db }: CommandDatabase): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  const { read, written, retired, edition } = await loadDiagnoses(db, file).catch((error: unknown) => {
    throw new CommandError(`${file}: ${(error as Error).message}. Nothing was changed.`);
  });
  console.log(`${read} codes read, ${written} new or changed, ${read - written} unchanged, ${retired} retired.`);
  if (edition === null) console.log('The file name does not contain the year of its edition, so no code was retired.');
}

// npm run codes -- FILE: loads an ICD-10-CM order file.
const [file, ...others] = process.argv.slice(2);
if (file === undefined || others.length > 0) {
  console.error('Usage: npm run codes -- FILE');
  process.exitCode = 2;
} else {
  await runCommand('codes', (database) => loadCodes(file, database));
}
