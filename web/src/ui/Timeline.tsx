import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DateTimeText } from './DateText.tsx';
import { toneIcons } from './StatusBadge.tsx';
import classes from './Timeline.module.css';
import type { Tone } from './tones.ts';

export interface TimelineEntry {
  key: string | number;
  /** ISO 8601 timestamp. */
  at: string;
  /** Author: "Dana Ortiz", or "Dana Ortiz for Raj Patel". */
  who: string;
  /** What happened, in a few words: "Accepted". */
  title: ReactNode;
  /** Beside the title: the thing it happened to, often a link. */
  about?: ReactNode;
  /** Old and new state, as texts. */
  from?: string | null;
  to?: string | null;
  /** Reason or comment. */
  text?: ReactNode;
  /** Defaults to "neutral". */
  tone?: Tone;
  /** A 14 px Tabler icon; defaults to the tone's own. */
  icon?: ReactNode;
}

function Entry({ entry }: { entry: TimelineEntry }): ReactNode {
  const tone = entry.tone ?? 'neutral';
  const ToneIcon = toneIcons[tone];
  return (
    <li className={classes['entry']}>
      <span className={classes['dot']} data-tone={tone}>
        {entry.icon ?? <ToneIcon size={14} aria-hidden />}
      </span>
      <div className={classes['words']}>
        <p className={classes['title']}>
          <strong>{entry.title}</strong>
          {entry.about && <span>{entry.about}</span>}
          {entry.from && entry.to && (
            <span className={classes['change']}>
              {entry.from} <IconArrowRight size={12} aria-label="to" /> {entry.to}
            </span>
          )}
        </p>
        <p className={classes['source']}>
          {entry.who} · <DateTimeText at={entry.at} />
        </p>
        {entry.text && <div className={classes['text']}>{entry.text}</div>}
      </div>
    </li>
  );
}

/** List of events, with author and time, in the order given. */
export function Timeline({ entries, label }: { entries: readonly TimelineEntry[]; label: string }): ReactNode {
  return (
    <ol className={classes['timeline']} aria-label={label}>
      {entries.map((entry) => (
        <Entry key={entry.key} entry={entry} />
      ))}
    </ol>
  );
}
