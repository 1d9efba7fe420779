import { existsSync } from 'node:fs';
import path from 'node:path';

const repository = path.join(import.meta.dirname, '..', '..');

/**
 * Path in the sample collection, which is not part of the repository: SAMPLES_DIR, otherwise `../shared/samples` next to the
 * repository.
 * @returns undefined, with a warning, if it does not exist; the tests that need it are then skipped
 */
export function sample(...parts: string[]): string | undefined {
  const root = process.env.SAMPLES_DIR ?? path.join(repository, '..', 'shared', 'samples');
  const found = path.join(root, ...parts);
  if (existsSync(found)) return found;
  console.warn(`Skipped: ${path.join(...parts)} is not among the samples in ${root} (set SAMPLES_DIR)`);
  return undefined;
}
