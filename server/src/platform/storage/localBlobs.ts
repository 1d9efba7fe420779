import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { codeOf } from '../db/errors.ts';
import type { Blobs } from './blobs.ts';

/** Files in a local folder, or on a disk shared by all processes: folder/ab/abcdef... */
export function localBlobs(folder: string): Blobs {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    pathOf,
    async open(name) {
      const file = await open(pathOf(name)).catch(nullIfMissing);
      return file === null ? null : file.createReadStream();
    },
    async sizeOf(name) {
      return (await stat(pathOf(name)).catch(nullIfMissing))?.size ?? null;
    },
    /** Atomic, and durable after a power cut. */
    async keep(name, path) {
      const target = pathOf(name);
      const created = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(path, target);
      await syncFolder(dirname(target));
      if (created !== undefined) await syncFolder(folder);
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
    },
    async *list(start) {
      const parts = (await readdir(folder).catch(nullIfMissing)) ?? [];
      for (const part of parts) {
        if (part.length !== 2 || !(part.startsWith(start) || start.startsWith(part))) continue;
        for (const name of await readdir(join(folder, part))) {
          const found = name.startsWith(start) ? await stat(pathOf(name)).catch(nullIfMissing) : null;
          if (found?.isFile() === true) yield { name, byteCount: found.size, storedAt: found.mtime };
        }
      }
    },
    async move(name, to) {
      // The time first: after a crash between the two, the file seems newly stored.
      const now = new Date();
      await utimes(pathOf(name), now, now);
      await rename(pathOf(name), pathOf(to));
      await syncFolder(dirname(pathOf(to)));
    },
  };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function nullIfMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}
