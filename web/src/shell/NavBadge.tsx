import type { ReactNode } from 'react';
import classes from './Shell.module.css';

export interface NavBadgeProps {
  count: number;
  /** What is counted, for screen readers. */
  of: string;
}

const most = 999;

/** Number of pending items on a link of the main navigation; hidden at zero. */
export function NavBadge({ count, of }: NavBadgeProps): ReactNode {
  if (count === 0) return null;
  return (
    <span className={classes['badge']}>
      {count > most ? `${most}+` : count}
      <span className="visually-hidden"> {of}</span>
    </span>
  );
}
