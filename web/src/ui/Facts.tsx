import type { ReactNode } from 'react';
import classes from './Facts.module.css';

export interface Fact {
  label: string;
  /** Nothing (null, undefined, '') is shown as the word in `unknown`. */
  value: ReactNode;
  /** "Not stated" when left out. */
  unknown?: string;
  /** Takes the whole width: for long texts. */
  isWide?: boolean;
}

export interface FactsProps {
  facts: readonly Fact[];
  /** 1: label beside value. 2 and 3 (and 2 when left out): label above value, as many columns as fit. */
  columns?: 1 | 2 | 3;
}

const isMissing = (value: ReactNode) => value === null || value === undefined || value === '';

/** Labels and values; missing values are shown as a word. */
export function Facts({ facts, columns = 2 }: FactsProps): ReactNode {
  return (
    <dl className={classes['facts']} data-columns={columns}>
      {facts.map(({ label, value, unknown = 'Not stated', isWide = false }) => (
        <div key={label} className={classes['fact']} data-wide={isWide || undefined}>
          <dt>{label}</dt>
          <dd data-unknown={isMissing(value) || undefined}>{isMissing(value) ? unknown : value}</dd>
        </div>
      ))}
    </dl>
  );
}
