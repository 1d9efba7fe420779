import { modifiedParts } from '../readParts.ts';
import { conceptIn, unusedOfMedication } from './values.ts';

import type { Key, Naming } from '../../shared/references.ts';
import type { CodeableConcept } from '../datatypes.ts';
import type { SourceResource } from '../source.ts';
import type { Concepts } from './values.ts';

interface Known {
  concept: CodeableConcept | null;
  isUsed: boolean;
}

/** What records are that have no rows of their own, such as Medication, and which of them nothing refers to. */
export class KnownConcepts implements Concepts {
  readonly #earlier: Concepts | undefined;
  readonly #known: Known[] = [];
  readonly #byKey = new Map<Key, Known>();

  /** @param earlier those of earlier units of the same import */
  constructor(earlier?: Concepts) {
    this.#earlier = earlier;
  }

  add(sources: readonly SourceResource[], type: 'Medication' | 'Specimen', naming: Naming): void {
    for (const source of sources) {
      if (type === 'Medication') source.unused = unusedOfMedication(source.json);
      const [modified] = modifiedParts(source.json);
      if (modified !== undefined) source.unread = [`left out: it ${modified.why}`];
      const known = { concept: modified === undefined ? conceptIn(source.json, type) : null, isUsed: false };
      this.#known.push(known);
      for (const key of naming.keysOf(source)) this.#byKey.set(key, known);
    }
  }

  get(key: Key): CodeableConcept | undefined {
    const known = this.#byKey.get(key);
    if (known === undefined) return this.#earlier?.get(key);
    known.isUsed = true;
    return known.concept ?? undefined;
  }

  countUnused(): number {
    return this.#known.filter(({ isUsed }) => !isUsed).length;
  }
}

/** How medications that nothing refers to are named among what is not kept. */
export const unusedMedications = 'Medication: no record of a patient refers to it';
