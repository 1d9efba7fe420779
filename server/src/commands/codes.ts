import { existsSync } from 'node:fs';

import { findAdapter, loadCodes } from '../features/clinical-record/codes/loadCodes.ts';
import { loadDiagnoses } from '../features/directory/diagnoses/loadDiagnoses.ts';
import { CommandError } from '../platform/commandError.ts';
import { runCommand } from './startup/command.ts';

import type { CommandDatabase } from './startup/commandDatabase.ts';

async function load(file: string, { db }: CommandDatabase): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  const adapter = findAdapter(file);
  const loading = adapter === undefined ? loadDiagnoses(db, file) : loadCodes(db, adapter, file);
  const loaded = await loading.catch((error: unknown) => {
    throw new CommandError(`${file}: ${(error as Error).message}. Nothing was changed.`);
  });
  const { read, written, retired } = loaded;
  console.log(`${read} codes read, ${written} new or changed, ${read - written} unchanged, ${retired} retired.`);
  if ('edition' in loaded && loaded.edition === null)
    console.log('The file name does not contain the year of its edition, so no code was retired.');
}

// npm run codes -- FILE: loads codes of ICD-10-CM, RxNorm, SNOMED CT or LOINC. The name of the file says which.
const [file, ...others] = process.argv.slice(2);
if (file === undefined || others.length > 0) {
  console.error('Usage: npm run codes -- FILE');
  process.exitCode = 2;
} else {
  await runCommand('codes', (database) => load(file, database));
}
