import type { MeasuredResult } from '@careloop/contracts/clinical-record/results';
import type { ReactNode } from 'react';
import { PlaceTimeText } from '../../../ui/DateText.tsx';
import { formatPartialDay } from './words.ts';

type Effective = Pick<MeasuredResult, 'effectiveAt' | 'effectivePrecision' | 'timeZone'>;

const lengths = { year: 4, month: 7, day: 10 } as const;

/** The time of a result, as exact as it was stated. */
export function EffectiveTime({ of: { effectiveAt, effectivePrecision, timeZone } }: { of: Effective }): ReactNode {
  if (effectiveAt === null) return 'Time not stated';
  if (effectivePrecision === 'minute') return <PlaceTimeText at={effectiveAt} timeZone={timeZone} />;
  return <time dateTime={effectiveAt}>{formatPartialDay(effectiveAt.slice(0, lengths[effectivePrecision]))}</time>;
}
