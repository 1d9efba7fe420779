import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Skeletons.module.css';

// Slightly different widths look like text about to appear; fixed ones do not flicker between renders.
const widths = ['62%', '48%', '71%', '55%', '66%', '43%', '58%', '69%'] as const;

function Loading({ children, className }: { children: ReactNode; className: string | undefined }): ReactNode {
  return (
    <div className={className} role="status" aria-busy="true" aria-label="Loading">
      {children}
    </div>
  );
}

/** Placeholder of a list while it loads. */
export function ListSkeleton({ count = 8 }: { count?: number }): ReactNode {
  return (
    <Loading className={classes['list']}>
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={classes['row']}>
          <Skeleton height={12} width={widths[row % widths.length]} />
          <Skeleton height={10} width={widths[(row + 3) % widths.length]} />
        </div>
      ))}
    </Loading>
  );
}

/** Placeholder of a detail page while it loads. */
export function DetailSkeleton(): ReactNode {
  return (
    <Loading className={classes['detail']}>
      <Skeleton height={20} width="38%" />
      <Skeleton height={12} width="62%" />
      <div className={classes['facts']}>
        {widths.slice(0, 6).map((width) => (
          <div key={width} className={classes['fact']}>
            <Skeleton height={10} width="40%" />
            <Skeleton height={14} width={width} />
          </div>
        ))}
      </div>
      <Skeleton height={14} width="24%" />
      <Skeleton height={96} />
      <Skeleton height={14} width="30%" />
      <Skeleton height={64} />
    </Loading>
  );
}
