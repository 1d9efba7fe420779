import type { ReactNode } from 'react';
import { formatCommentTime, formatDate, formatDateTime, formatRelative } from './dates.ts';

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
