import { lastUpdatedOf } from './fhir/source.ts';

import type { SourceResource } from './fhir/source.ts';

interface Copy {
  /** Sequence number among all resources of all files. */
  number: number;
  lastUpdated: number;
}

/**
 * The same record is often in several files, for example a hospital in each of its patients' bundles. If copies differ, the one
 * changed last wins, or else the one read last, so that repeated imports give the same result.
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

  /** Whether another copy of the record is newer. */
  isOutdated(resource: SourceResource, number: number): boolean {
    const newest = this.#copies.get(`${resource.type}/${resource.id}`);
    return newest !== undefined && newest.number !== number;
  }
}
