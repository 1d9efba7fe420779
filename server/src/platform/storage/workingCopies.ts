import { rm } from 'node:fs/promises';

interface Copy {
  path: Promise<string>;
  users: number;
  removal?: NodeJS.Timeout;
}

/** How long a copy is kept after its last use, because a reader soon requests the next page. */
const lingerMs = 30_000;

/** Temporary local copies of documents that are encrypted or stored elsewhere. */
export class WorkingCopies {
  readonly #copies = new Map<string, Copy>();

  /** @param make writes the copy and returns its path; called once for all concurrent users */
  async use<T>(key: string, make: () => Promise<string>, work: (path: string) => Promise<T>): Promise<T> {
    const copy = this.#copies.get(key) ?? this.#begin(key, make);
    clearTimeout(copy.removal);
    copy.users += 1;
    try {
      return await work(await copy.path);
    } finally {
      copy.users -= 1;
      if (copy.users === 0) copy.removal = setTimeout(() => this.#remove(key, copy), lingerMs).unref();
    }
  }

  #begin(key: string, make: () => Promise<string>): Copy {
    const copy: Copy = { path: make(), users: 0 };
    this.#copies.set(key, copy);
    copy.path.catch(() => this.#copies.delete(key));
    return copy;
  }

  #remove(key: string, copy: Copy): void {
    if (this.#copies.get(key) === copy) this.#copies.delete(key);
    void copy.path.then((path) => rm(path, { force: true })).catch(() => undefined);
  }
}
