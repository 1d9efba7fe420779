import type { ReactNode } from 'react';
import {
  formatDateTimeIn,
  formatCommentTime,
  formatDate,
  formatDateIn,
  formatDateTime,
  formatRelative,
  formatTimeIn,
} from './dates.ts';

/** 7/4/26, with the full moment on hover. */
export function DateText({ at }: { at: string }): ReactNode {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatDate(at)}
    </time>
  );
}

/** 7/4/26 3:05 PM */
export function DateTimeText({ at }: { at: string }): ReactNode {
  return <time dateTime={at}>{formatDateTime(at)}</time>;
}

interface PlaceTimeTextProps {
  at: string;
  timeZone: string | null;
  /** Leaves out the date of today. */
  isToday?: boolean;
}

/**
 * 7/4/26 3:05 PM; at a place in another time zone 7/4/26 2:05 PM CDT, with the reader's own time on hover.
 * @param timeZone IANA name or offset of the place; null if it is not known
 */
export function PlaceTimeText({ at, timeZone, isToday = false }: PlaceTimeTextProps): ReactNode {
  const own = formatDateTime(at);
  const there = formatDateTimeIn(at, timeZone);
  return (
    <time dateTime={at} title={there === own ? undefined : `${own} your time`}>
      {isToday ? formatTimeIn(at, timeZone) : there}
    </time>
  );
}

/** 7/4/26 at the place, with the full moment there on hover. */
export function PlaceDateText({ at, timeZone }: Pick<PlaceTimeTextProps, 'at' | 'timeZone'>): ReactNode {
  return (
    <time dateTime={at} title={formatDateTimeIn(at, timeZone)}>
      {formatDateIn(at, timeZone)}
    </time>
  );
}

/** 7/4/26 3:05PM */
export function CommentTime({ at }: { at: string }): ReactNode {
  return <time dateTime={at}>{formatCommentTime(at)}</time>;
}

/** 5 min ago, with the full moment on hover. */
export function RelativeTime({ at }: { at: string }): ReactNode {
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatRelative(at)}
    </time>
  );
}
