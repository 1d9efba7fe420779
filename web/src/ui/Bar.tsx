import type { ReactNode } from 'react';
import classes from './Bar.module.css';

interface BarProps {
  /** An 18 px Tabler icon. */
  icon: ReactNode;
  /** A `compact-sm` button. */
  action: ReactNode;
  /** Whether it also stands on paper, because it says how far to trust what is printed. */
  isPrinted?: boolean;
  children: ReactNode;
}

/** A warning above everything else: across the page, or across a dialog. */
export function Bar({ icon, action, isPrinted = false, children }: BarProps): ReactNode {
  return (
    <div className={classes['bar']} data-tone="warning" data-printed={isPrinted || undefined}>
      {icon}
      <div className={classes['content']}>
        <span>{children}</span>
        {action}
      </div>
    </div>
  );
}
