import type { ReactNode } from 'react';
import classes from './Facts.module.css';

export interface Fact {
  label: string;
  /** Empty values (null, undefined, '') show `unknown` instead. */
  value: ReactNode;
  /** Defaults to "Not stated". */
  unknown?: string;
  /** Takes the full width, for long texts. */
  isWide?: boolean;
  /** Not printed: for checking what is on screen. */
  isOnScreenOnly?: boolean;
}

export interface FactsProps {
  facts: readonly Fact[];
  /** 1: label beside value. 2 (default) and 3: label above value, in up to that many columns as space allows. */
  columns?: 1 | 2 | 3;
}

/** Whether a fact has no value. */
export const isMissing = (value: ReactNode) => value === null || value === undefined || value === '';

/** Labels and values; missing values are shown as a word, never as blanks. */
export function Facts({ facts, columns = 2 }: FactsProps): ReactNode {
  return (
    <dl className={classes['facts']} data-columns={columns}>
      {facts.map(({ label, value, unknown = 'Not stated', isWide = false, isOnScreenOnly = false }) => (
        <div
          key={label}
          className={classes['fact']}
          data-wide={isWide || undefined}
          data-screen={isOnScreenOnly || undefined}
        >
          <dt>{label}</dt>
          <dd data-unknown={isMissing(value) || undefined}>{isMissing(value) ? unknown : value}</dd>
        </div>
      ))}
    </dl>
  );
}
