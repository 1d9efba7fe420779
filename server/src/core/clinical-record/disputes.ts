/** A statement as far as another one can contradict it. */
export interface Disputable {
  description: string;
  code: string | null;
  codeSystem: string | null;
  sourceSystem: string | null;
  /** Whether it says that it holds now, that it no longer does, or neither. */
  holds: boolean | null;
}

const namesOf = ({ description, code, codeSystem }: Disputable): string[] => [
  `name ${description.trim().toLowerCase()}`,
  ...(code === null ? [] : [`code ${codeSystem ?? ''} ${code}`]),
];

/**
 * Finds the statements that another source contradicts: of the same code or name, one says that it holds and the other that
 * it does not. A later statement of the same source is its history and no contradiction. They are moved together, to the
 * place of the first.
 */
export function standTogether<Row>(
  rows: readonly Row[],
  of: (row: Row) => Disputable,
): { row: Row; isDisputed: boolean }[] {
  const byName = new Map<string, { row: Row; stated: Disputable }[]>();
  const listed = rows.map((row) => ({ row, stated: of(row) }));
  for (const one of listed) {
    for (const name of namesOf(one.stated)) byName.set(name, [...(byName.get(name) ?? []), one]);
  }
  const placed = new Set<Row>();
  return listed.flatMap((one) => {
    if (placed.has(one.row)) return [];
    const others = namesOf(one.stated)
      .flatMap((name) => byName.get(name) ?? [])
      .filter((other) => contradict(one.stated, other.stated) && !placed.has(other.row));
    const together = [...new Set([one, ...others])];
    for (const { row } of together) placed.add(row);
    return together.map(({ row }) => ({ row, isDisputed: together.length > 1 }));
  });
}

function contradict(one: Disputable, other: Disputable): boolean {
  if (one.holds === null || other.holds === null || one.holds === other.holds) return false;
  return one.sourceSystem !== other.sourceSystem;
}
