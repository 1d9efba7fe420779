import type { ReactNode } from 'react';
import classes from './Callout.module.css';
import { toneIcons } from './StatusBadge.tsx';
import type { Tone } from './tones.ts';

export interface CalloutProps {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** A button or link that names the next step. */
  action?: ReactNode;
  /** An 18 px Tabler icon; the tone's own when left out. */
  icon?: ReactNode;
}

/** A message that belongs to a place on the page. Danger interrupts a screen reader, the others wait. */
export function Callout({ tone = 'info', title, children, action, icon }: CalloutProps): ReactNode {
  const ToneIcon = toneIcons[tone];
  return (
    <div className={classes['callout']} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <span className={classes['icon']}>{icon ?? <ToneIcon size={18} aria-hidden />}</span>
      <div className={classes['words']}>
        {title !== undefined && <strong className={classes['title']}>{title}</strong>}
        {children}
      </div>
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
