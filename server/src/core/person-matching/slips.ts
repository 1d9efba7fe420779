// Typing slips: one character wrong, missing or too many, or two neighbors exchanged.

/** Whether two different words may be one with a typing slip; long words may have two. */
export function isOneSlip(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  if (length < 3) return false;
  return distance(one, other) <= (length >= 8 ? 2 : 1);
}

/** Whether two different dates (YYYY-MM-DD) may be one with a typing slip, or with month and day exchanged. */
export function isOneDateSlip(one: string, other: string): boolean {
  const [year, month, day] = one.split('-');
  if (other === `${year}-${day}-${month}`) return true;
  const [first, second] = [one.replaceAll('-', ''), other.replaceAll('-', '')];
  if (first.length !== second.length) return false;
  const wrong = Array.from(first, (digit, index) => (digit === second[index] ? -1 : index)).filter(
    (index) => index >= 0,
  );
  const [left = 0, right = 0] = wrong;
  if (wrong.length === 1) return true;
  return wrong.length === 2 && right === left + 1 && first[left] === second[right] && first[right] === second[left];
}

/** Insertions, deletions, substitutions and exchanged neighbors (optimal string alignment). */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_none, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isEqual = one[row - 1] === other[column - 1];
      const isExchanged =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
        isExchanged ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
