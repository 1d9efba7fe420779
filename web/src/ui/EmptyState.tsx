import type { ReactNode } from 'react';
import classes from './States.module.css';

export interface EmptyStateProps {
  /** A Tabler icon, 24 px. */
  icon?: ReactNode;
  title: string;
  /** Set to a heading level when the empty state is the whole page. */
  heading?: 'h1' | 'h2' | 'p';
  text?: ReactNode;
  /** A button or link that names the next step. */
  action?: ReactNode;
}

/** Shown when there is nothing to list: a picture, a sentence and the next step. */
export function EmptyState({ icon, title, heading: Heading = 'p', text, action }: EmptyStateProps): ReactNode {
  return (
    <div className={classes['state']}>
      {icon !== undefined && (
        <span className={classes['icon']} aria-hidden>
          {icon}
        </span>
      )}
      <Heading className={classes['title']}>{title}</Heading>
      {text !== undefined && <p className={classes['text']}>{text}</p>}
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
