import type { ReactNode } from 'react';
import { encode } from 'uqr';
import classes from './QrCode.module.css';
import { outlineOf } from './qrOutline.ts';

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
