import type { ReactNode } from 'react';
import classes from './Shell.module.css';

export interface NavBadgeProps {
  count: number;
  /** What is counted, for screen readers, in the plural: "unread messages". */
  of: string;
  /** The singular: "unread message". Defaults to `of`. */
  one?: string;
}

const most = 999;

/** Number of pending items on a link of the main navigation; hidden at zero. */
export function NavBadge({ count, of, one = of }: NavBadgeProps): ReactNode {
  if (count === 0) return null;
  return (
    <span className={classes['badge']}>
      {count > most ? `${most}+` : count}
      <span className="visually-hidden"> {count === 1 ? one : of}</span>
    </span>
  );
}
