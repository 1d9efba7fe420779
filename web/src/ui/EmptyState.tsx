import type { ReactNode } from 'react';
import classes from './States.module.css';

export interface EmptyStateProps {
  /** A Tabler icon, 24 px. */
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** A button or link that names the next step. */
  action?: ReactNode;
}

/** Nothing to show: a picture, a sentence and the next step. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps): ReactNode {
  return (
    <div className={classes['state']}>
      {icon !== undefined && (
        <span className={classes['icon']} aria-hidden>
          {icon}
        </span>
      )}
      <p className={classes['title']}>{title}</p>
      {text !== undefined && <p className={classes['text']}>{text}</p>}
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
