import type { ReactNode } from 'react';
import classes from './DetailHead.module.css';

interface DetailHeadProps {
  className: string | undefined;
  /** What the item is, then its actions. */
  children: ReactNode;
}

/** Top of an item's detail: title and facts, with the actions beside them or, if there is no room, below. */
export function DetailHead({ className = '', children }: DetailHeadProps): ReactNode {
  return <header className={`${classes['head']} ${className}`}>{children}</header>;
}
