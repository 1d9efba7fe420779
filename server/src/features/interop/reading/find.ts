import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export interface FoundFiles {
  /** Sorted by name, without duplicates. */
  files: string[];
  missing: string[];
}

/** The given files, and all files below the given folders. Hidden files are skipped and links are not followed. */
export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const files = new Set<string>();
  const missing: string[] = [];
  for (const given of paths) {
    const found = await stat(given).catch(() => undefined);
    if (found === undefined) missing.push(given);
    else if (found.isDirectory()) for (const file of await filesIn(given)) files.add(file);
    else files.add(given);
  }
  return { files: [...files], missing };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !path
          .relative(folder, file)
          .split(path.sep)
          .some((part) => part.startsWith('.')),
    )
    .toSorted();
}
