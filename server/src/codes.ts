import { existsSync } from 'node:fs';

import { loadDiagnoses } from './features/directory/diagnoses/loadDiagnoses.ts';
import { CommandError, runCommand } from './start/command.ts';

// npm run codes -- FILE: loads an ICD-10-CM order file.
await runCommand('codes', async ({ db }) => {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || others.length > 0) throw new CommandError('Usage: npm run codes -- FILE');
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}`);
  const { read, written, retired, edition } = await loadDiagnoses(db, file).catch((error: unknown) => {
    throw new CommandError(`${file}: ${(error as Error).message}. Nothing was changed.`);
  });
  console.log(`${read} codes read, ${written} new or changed, ${read - written} unchanged, ${retired} retired.`);
  if (edition === null) console.log('The file name does not contain the year of its edition, so no code was retired.');
});
