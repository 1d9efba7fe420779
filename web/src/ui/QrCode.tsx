import type { ReactNode } from 'react';
import { encode } from 'uqr';
import classes from './QrCode.module.css';
import { outlineOf } from './qrOutline.ts';

export interface QrCodeProps {
  /** The encoded text. It never leaves the page. */
  text: string;
  label: string;
}

/** A QR code, dark on white in both color schemes, because many scanners need it. */
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
