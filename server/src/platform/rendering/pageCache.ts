import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Cache of rendered pages, keyed by source. Losing a page or failing to write one only costs rendering it again. */
export interface PageCache {
  get(key: string, name: string): Promise<Buffer | null>;
  put(key: string, name: string, bytes: Uint8Array): Promise<void>;
}

const defaultMostBytes = 2 * 1024 * 1024 * 1024;
/** Number of writes between cleanups. */
const writesBetweenSweeps = 500;

/** Caches pages in a local folder: folder/ab/abcdef...-name. Evicts the least recently read. */
export function createPageCache(folder: string, mostBytes = defaultMostBytes): PageCache {
  let writes = 0;

  async function sweep(): Promise<void> {
    const files: { path: string; size: number; at: number }[] = [];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const found = await stat(path).catch(() => null);
      if (found !== null) files.push({ path, size: found.size, at: found.mtimeMs });
    }
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of files.toSorted((one, other) => one.at - other.at)) {
      // Down to 90%, so that the next write does not trigger another sweep.
      if (total <= mostBytes * 0.9) return;
      await rm(path, { force: true });
      total -= size;
    }
  }

  const pathOf = (key: string, name: string) => join(folder, key.slice(0, 2), `${key}-${name}`);
  return {
    async get(key, name) {
      const path = pathOf(key, name);
      const bytes = await readFile(path).catch(() => null);
      const now = new Date();
      if (bytes !== null) await utimes(path, now, now).catch(() => {});
      return bytes;
    },
    async put(key, name, bytes) {
      try {
        const path = pathOf(key, name);
        await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 });
        const temporary = `${path}.${randomUUID()}`;
        await writeFile(temporary, bytes, { mode: 0o600 });
        await rename(temporary, path);
        writes += 1;
        if (writes % writesBetweenSweeps === 0) await sweep();
      } catch {
        // Not cached; it is rendered again next time.
      }
    },
  };
}
