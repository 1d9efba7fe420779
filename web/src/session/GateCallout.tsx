import type { ReactNode } from 'react';
import type { Tone } from '../ui/tones.ts';
import classes from './Gate.module.css';
import type { TitledText } from './titledText.ts';
import { SignInFrame } from './SignInFrame.tsx';

export interface GateCalloutProps extends TitledText {
  /** A 24 px Tabler icon. */
  icon: ReactNode;
  tone?: Tone;
  /** Error code for support. */
  reference?: string | undefined;
  /** The next step. */
  action?: ReactNode;
}

/** Shown instead of the portal: why it is not available, and what to do. */
export function GateCallout({ icon, tone, title, text, reference, action }: GateCalloutProps): ReactNode {
  return (
    <SignInFrame title={title}>
      <div className={classes['state']} role={tone === 'danger' ? 'alert' : 'status'}>
        <span className={classes['icon']} data-tone={tone} aria-hidden>
          {icon}
        </span>
        <h1>{title}</h1>
        <p>{text}</p>
        {reference !== undefined && <p className={classes['reference']}>Error Code: {reference}</p>}
      </div>
      {action !== undefined && <div className={classes['actions']}>{action}</div>}
    </SignInFrame>
  );
}
