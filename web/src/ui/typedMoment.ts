import { momentHere, parseClockTime, parseDay, timeInWords, type DateAndTime } from '@careloop/contracts/fields/dates';
import { dayOf, formatTime } from './dates.ts';

/** A timestamp as the values of a `DateTimeInput`, in the viewer's time zone; empty for null. */
export function typedMoment(at: string | null): DateAndTime {
  if (at === null) return { date: '', time: '' };
  return { date: dayOf(at), time: formatTime(at) };
}

/**
 * The timestamp of a typed date and time, in the viewer's time zone; null if they are invalid or skipped by daylight saving.
 * @param onFile returned if it is the same minute, so that an hour that occurs twice keeps its meaning
 */
export function momentTyped({ date, time }: DateAndTime, onFile: string | null): string | null {
  const [day, clock] = [parseDay(date), parseClockTime(time)];
  if (day === null || clock === null) return null;
  const before = typedMoment(onFile);
  if (before.date === day && before.time === timeInWords(clock)) return onFile;
  return momentHere(day, clock)?.toISOString() ?? null;
}
