/**
 * Deterministic random numbers: mulberry32, seeded by a name. Each patient, provider and referral has its own
 * generator, so that changing one does not affect the others.
 */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = fnv1a(seed);
  }

  /** A number from 0 to 1, excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer between two others, inclusive. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** A number between two others with this many decimals. */
  decimal(min: number, max: number, decimals: number): number {
    return Number((min + this.next() * (max - min)).toFixed(decimals));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of a list. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  }

  /** This many items of a list, in the list's order; all if it has fewer. */
  some<Item>(items: readonly Item[], count: number): Item[] {
    const left = items.map((_, index) => index);
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, items.length)) {
      chosen.add(left.splice(this.int(0, left.length - 1), 1)[0] as number);
    }
    return items.filter((_, index) => chosen.has(index));
  }
}

function fnv1a(text: string): number {
  let digest = 0x811c9dc5;
  for (const character of text) {
    digest = Math.imul(digest ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return digest;
}
