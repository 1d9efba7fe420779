import type { ReactNode } from 'react';
import { DateTimeText } from './DateText.tsx';
import type { Tone } from './tones.ts';

export interface TimelineEntry {
  key: string | number;
  /** When, ISO 8601. */
  at: string;
  /** Who. */
  who: string;
  /** What happened, in a few words: "Accepted". */
  title: ReactNode;
  /** Old and new state in words. */
  from?: string | null;
  to?: string | null;
  /** Reason or comment. */
  text?: ReactNode;
  tone?: Tone;
  icon?: ReactNode;
}

/** What happened, who did it and when. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }): ReactNode {
  return (
    <ol aria-label={label}>
      {entries.map((entry) => (
        <li key={entry.key}>
          {entry.title} {entry.who} <DateTimeText at={entry.at} /> {entry.text}
        </li>
      ))}
    </ol>
  );
}
