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
  /** An 18 px Tabler icon; defaults to the tone's own. */
  icon?: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits; defaults by tone. */
  role?: 'alert' | 'status';
  /** Whether it says what an action did whose button may be gone: its title then takes the focus. */
  isOutcome?: boolean;
}

/** A message shown inline, at the place on the page that it is about. */
export function Callout(props: CalloutProps): ReactNode {
  const { tone = 'info', title, children, action, icon, role, isOutcome = false } = props;
  const ToneIcon = toneIcons[tone];
  const toneRole = tone === 'danger' ? 'alert' : 'status';
  return (
    <div className={classes['callout']} data-tone={tone} role={role ?? toneRole}>
      <span className={classes['icon']}>{icon ?? <ToneIcon size={18} aria-hidden />}</span>
      <div className={classes['words']}>
        {title !== undefined && (
          <strong className={classes['title']} {...(isOutcome && { 'data-outcome': true, tabIndex: -1 })}>
            {title}
          </strong>
        )}
        {children}
      </div>
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
