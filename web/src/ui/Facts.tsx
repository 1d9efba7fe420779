import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  /** Nothing (null, undefined, '') is shown as the word in `unknown`. */
  value: ReactNode;
  /** "Unknown" when left out. */
  unknown?: string;
}

export interface FactsProps {
  facts: readonly Fact[];
  /** Columns on a wide screen. */
  columns?: 1 | 2 | 3;
}

/** Labels and values. What is not known is a word, not a gap. */
export function Facts({ facts }: FactsProps): ReactNode {
  return (
    <dl>
      {facts.map(({ label, value, unknown = 'Unknown' }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? unknown : value}</dd>
        </div>
      ))}
    </dl>
  );
}
