/** The dark squares of a QR code as one SVG path, row by row. */
export function outlineOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark && row[x - 1] !== true ? bar(row, x, y) : '')))
    .join('');
}

/** A run of dark squares that starts at `x`. */
function bar(row: readonly boolean[], x: number, y: number): string {
  const end = row.indexOf(false, x);
  const width = (end === -1 ? row.length : end) - x;
  return `M${x} ${y}h${width}v1h-${width}z`;
}
