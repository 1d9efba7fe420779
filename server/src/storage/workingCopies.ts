import { rm } from 'node:fs/promises';

interface Copy {
  path: Promise<string>;
  users: number;
  removal?: NodeJS.Timeout;
}

/** How long a copy stays after its last use: somebody who reads a document asks for its next page soon. */
const lingerMs = 30_000;

/** Files of this machine with documents that lie elsewhere, or are encrypted, for as long as they are used. */
export class WorkingCopies {
  readonly #copies = new Map<string, Copy>();

  /** @param make writes the copy and answers where it is; called once for all who use it */
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
