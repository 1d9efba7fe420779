import type { ReactNode } from 'react';
import classes from './DecisionDetail.module.css';

interface DecisionDetailProps {
  /** Below the heading of the screen: h2, or h3 within a tab. */
  heading?: 'h2' | 'h3';
  title: ReactNode;
  meta: ReactNode;
  /** What can be decided; stays in sight with the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The detail of an item that somebody decides on. */
export function DecisionDetail({ heading: Heading = 'h2', title, meta, actions, children }: DecisionDetailProps) {
  return (
    <article className={classes['detail']}>
      <header className={classes['top']}>
        <div>
          <Heading className={classes['title']}>{title}</Heading>
          <p className={classes['meta']}>{meta}</p>
        </div>
        {actions}
      </header>
      {children}
    </article>
  );
}

/** What somebody wrote, as they wrote it. */
export function Quote({ children }: { children: string }): ReactNode {
  return <blockquote className={classes['words']}>{children}</blockquote>;
}
