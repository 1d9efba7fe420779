import type { ReactNode } from 'react';
import classes from './Section.module.css';
import { formatNumber } from '../ui/numbers.ts';

export interface SectionProps {
  title: string;
  /** Number of rows in the section. */
  count?: number;
  /** Use `h2` when the section is directly below the page's own heading; defaults to `h3`. */
  heading?: 'h2' | 'h3';
  /** Right of the title. */
  action?: ReactNode;
  children: ReactNode;
}

/** A titled section of a detail. */
export function Section({ title, count, heading: Heading = 'h3', action, children }: SectionProps): ReactNode {
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <Heading className={classes.title}>
          {title}
          {count !== undefined && <span className={classes.count}> {formatNumber(count)}</span>}
        </Heading>
        {action}
      </div>
      {children}
    </section>
  );
}
