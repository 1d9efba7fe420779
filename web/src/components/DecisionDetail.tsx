import type { ReactNode } from 'react';
import { DetailHead } from './DetailHead.tsx';
import classes from './DecisionDetail.module.css';

interface DecisionDetailProps {
  /** Level below the screen's heading: h2, or h3 within a tab. */
  heading?: 'h2' | 'h3';
  title: ReactNode;
  meta: ReactNode;
  /** The possible decisions; stay visible with the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Detail of an item that the user decides on. */
export function DecisionDetail({ heading: Heading = 'h2', title, meta, actions, children }: DecisionDetailProps) {
  return (
    <article className={classes['detail']}>
      <DetailHead className={classes['top']}>
        <div>
          <Heading className={classes['title']}>{title}</Heading>
          <p className={classes['meta']}>{meta}</p>
        </div>
        {actions}
      </DetailHead>
      {children}
    </article>
  );
}

/** A quoted text, exactly as it was written. */
export function Quote({ children }: { children: string }): ReactNode {
  return <blockquote className={classes['words']}>{children}</blockquote>;
}
