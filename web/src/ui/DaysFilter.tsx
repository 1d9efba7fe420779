import { dateRangeProblems, dateTexts, parseDay, type DateRange } from '@careloop/contracts/fields/dates';
import { useState, type ReactNode } from 'react';
import { DateRangeInput } from './DateRangeInput.tsx';

interface Days {
  from?: string | undefined;
  until?: string | undefined;
}

interface DaysFilterProps extends Days {
  /** What happened in the period: "Sent". */
  label: string;
  /** Defaults to false: the label is then for screen readers only. */
  isLabelShown?: boolean;
  /** Both days are needed: a field that is left empty says so, and the previous days stay in use. */
  required?: boolean;
  /** The server's error about the period. */
  error?: string | undefined;
  onChange: (days: Days) => void;
  /** Defaults to `xs`, for a filter bar above a list. */
  size?: 'xs' | 'sm';
}

/** First and last day of a filter. Only a valid period is applied; of an invalid one, the fields say what is wrong. */
export function DaysFilter(props: DaysFilterProps): ReactNode {
  const { label, from = '', until = '', required = false, error, onChange, size = 'xs' } = props;
  const [typed, setTyped] = useState<DateRange>();
  const [known, setKnown] = useState({ from, until });
  const [isLeft, setLeft] = useState(false);
  // Days from outside (Back, reset filters) replace what was typed.
  if (known.from !== from || known.until !== until) {
    setKnown({ from, until });
    setTyped(undefined);
  }
  const value = typed ?? { start: from, end: until };
  const problems = dateRangeProblems(value, required);
  // A day that is being typed is not wrong yet.
  const shown = (problem: string | undefined) => (isLeft || problem === dateTexts.order ? problem : undefined);
  const change = ({ start, end }: DateRange) => {
    const next = { start: parseDay(start) ?? start, end: parseDay(end) ?? end };
    setLeft(false);
    setTyped(next);
    if (Object.keys(dateRangeProblems(next, required)).length > 0) return;
    onChange({ from: next.start || undefined, until: next.end || undefined });
  };
  return (
    <DateRangeInput
      label={label}
      isLabelShown={props.isLabelShown ?? false}
      size={size}
      required={required}
      value={value}
      onChange={change}
      onBlur={() => setLeft(true)}
      errors={{ start: shown(problems.start) ?? error, end: shown(problems.end) }}
    />
  );
}
