import { lastUpdatedOf } from './fhir/source.ts';

import type { SourceResource } from './fhir/source.ts';

interface Copy {
  /** Position among all resources of all files. */
  number: number;
  lastUpdated: number;
}

/**
 * One record often stands in several files, as each bundle brings its hospital. Where the copies differ, the one changed last
 * counts, else the one read last: the same one however often the files are imported.
 */
export class NewestCopies {
  readonly #copies = new Map<string, Copy>();

  note(resource: SourceResource, number: number): void {
    if (resource.id === null) return;
    this.#note(`${resource.type}/${resource.id}`, { number, lastUpdated: lastUpdatedOf(resource) ?? 0 });
  }

  add(later: NewestCopies): void {
    for (const [name, copy] of later.#copies) this.#note(name, copy);
  }

  #note(name: string, copy: Copy): void {
    const kept = this.#copies.get(name);
    if (kept === undefined || copy.lastUpdated >= kept.lastUpdated) this.#copies.set(name, copy);
  }

  /** Whether a newer copy of the record stands elsewhere. */
  isOutdated(resource: SourceResource, number: number): boolean {
    const newest = this.#copies.get(`${resource.type}/${resource.id}`);
    return newest !== undefined && newest.number !== number;
  }
}
