import type { MeasuredResult } from '@careloop/contracts/clinical-record/results';
import type { ReactNode } from 'react';
import { PlaceTimeText } from '../../../ui/DateText.tsx';
import { formatDateIn, formatDateTimeIn } from '../../../ui/dates.ts';
import { formatPartialDay } from './words.ts';

type Effective = Pick<MeasuredResult, 'effectiveAt' | 'effectivePrecision' | 'timeZone'>;

const lengths = { year: 4, month: 7, day: 10 } as const;

/** The day on which a result is shown; null without a time. */
export function effectiveDay({ effectiveAt, effectivePrecision, timeZone }: Effective): string | null {
  if (effectiveAt === null) return null;
  if (effectivePrecision === 'minute') return formatDateIn(effectiveAt, timeZone);
  return formatPartialDay(effectiveAt.slice(0, lengths[effectivePrecision]));
}

/** The same with the time of day, if it was stated. */
export function effectiveWords(of: Effective): string | null {
  const { effectiveAt, effectivePrecision, timeZone } = of;
  if (effectiveAt === null || effectivePrecision !== 'minute') return effectiveDay(of);
  return formatDateTimeIn(effectiveAt, timeZone);
}

/** The time of a result, as exact as it was stated. */
export function EffectiveTime({ of: { effectiveAt, effectivePrecision, timeZone } }: { of: Effective }): ReactNode {
  if (effectiveAt === null) return 'Time not stated';
  if (effectivePrecision === 'minute') return <PlaceTimeText at={effectiveAt} timeZone={timeZone} />;
  return <time dateTime={effectiveAt}>{effectiveDay({ effectiveAt, effectivePrecision, timeZone })}</time>;
}
