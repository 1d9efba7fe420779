import { dateTexts, parseDay } from '@careloop/contracts/fields/dates';
import { useState, type ReactNode } from 'react';
import { DateInput } from './DateInput.tsx';

interface Days {
  from?: string | undefined;
  until?: string | undefined;
}

interface DaysFilterProps extends Days {
  labels: { from: string; until: string };
  onChange: (days: Days) => void;
  /** Defaults to `xs`, for a filter bar above a list. */
  size?: 'xs' | 'sm';
}

/** First and last day of a filter. Text that is not a date stays in its field and does not filter. */
export function DaysFilter({ labels, from, until, onChange, size = 'xs' }: DaysFilterProps): ReactNode {
  const [typed, setTyped] = useState<Days>({});
  const [known, setKnown] = useState<Days>({ from, until });
  // Days from outside (Back, reset filters) replace text that is not a date.
  if (known.from !== from || known.until !== until) {
    setKnown({ from, until });
    setTyped({});
  }
  const shown = { from: typed.from ?? from ?? '', until: typed.until ?? until ?? '' };
  const isTurned = isDay(shown.from) && isDay(shown.until) && shown.from > shown.until;
  const change = (days: { from?: string; until?: string }) => {
    const next = { ...shown, ...days };
    setTyped(next);
    const isUsable = [next.from, next.until].every((day) => day === '' || isDay(day));
    if (!isUsable || (next.from !== '' && next.until !== '' && next.from > next.until)) return;
    setTyped({});
    onChange({ from: next.from || undefined, until: next.until || undefined });
  };
  return (
    <>
      <DateInput
        size={size}
        label={labels.from}
        value={shown.from}
        {...(isDay(shown.until) && { maxDate: shown.until })}
        onChange={(day) => change({ from: parseDay(day) ?? day })}
      />
      <DateInput
        size={size}
        label={labels.until}
        value={shown.until}
        error={isTurned ? dateTexts.order : undefined}
        {...(isDay(shown.from) && { minDate: shown.from })}
        onChange={(day) => change({ until: parseDay(day) ?? day })}
      />
    </>
  );
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseDay(text) !== null;
