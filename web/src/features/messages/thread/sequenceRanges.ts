/** Consecutive sequence numbers in a conversation, both ends included. */
export interface Range {
  from: number;
  through: number;
}

/** Adds a range; those that overlap or touch are joined. In ascending order. */
export function addRange(ranges: readonly Range[], { from, through }: Range): readonly Range[] {
  const touches = (one: Range) => one.from <= through + 1 && one.through >= from - 1;
  const joined = ranges.filter(touches);
  const all = {
    from: Math.min(from, ...joined.map((one) => one.from)),
    through: Math.max(through, ...joined.map((one) => one.through)),
  };
  return [...ranges.filter((one) => !touches(one)), all].toSorted((one, other) => one.from - other.from);
}

export function isIn(ranges: readonly Range[], sequence: number): boolean {
  return ranges.some(({ from, through }) => sequence >= from && sequence <= through);
}
