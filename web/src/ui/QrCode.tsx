import type { ReactNode } from 'react';
import { encode } from 'uqr';
import classes from './QrCode.module.css';

/** The dark squares of a code as one outline, row by row. */
export function outlineOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark && row[x - 1] !== true ? bar(row, x, y) : '')))
    .join('');
}

/** A run of dark squares, from the one at `x` on. */
function bar(row: readonly boolean[], x: number, y: number): string {
  const end = row.indexOf(false, x);
  const width = (end === -1 ? row.length : end) - x;
  return `M${x} ${y}h${width}v1h-${width}z`;
}

export interface QrCodeProps {
  /** What a camera reads. It does not leave the page. */
  text: string;
  label: string;
}

/** A code for the camera of a phone: dark on white in both schemes, as cameras want it. */
export function QrCode({ text, label }: QrCodeProps): ReactNode {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  return (
    <svg
      className={classes['code']}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={outlineOf(data)} />
    </svg>
  );
}
