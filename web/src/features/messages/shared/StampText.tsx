import type { ReactNode } from 'react';
import { formatDateTime, formatStamp } from '../../../ui/dates.ts';

/** 3:05PM, 7/4 or 7/4/25, with the full moment on hover. */
export function StampText({ at }: { at: string }): ReactNode {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatStamp(at)}
    </time>
  );
}
