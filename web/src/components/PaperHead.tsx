import type { ReactNode } from 'react';
import classes from './PaperHead.module.css';

interface PaperHeadProps {
  /** A logo or a name. */
  mark: ReactNode;
  /** Lines beside the logo: name, address and phone of who writes. */
  letterhead: readonly string[];
  title: string;
  /** Below the title: "Routine · Sent 11/16/26". */
  meta: string;
  /** Buttons, which stay on the screen. */
  children?: ReactNode;
}

/** The top of everything that leaves on paper: logo and letterhead, then the title. */
export function PaperHead({ mark, letterhead, title, meta, children }: PaperHeadProps): ReactNode {
  return (
    <header>
      <div className={classes['head']}>
        {mark}
        <address className={classes['letterhead']}>
          {letterhead.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
        {children !== undefined && <div className={classes['actions']}>{children}</div>}
      </div>
      <h1 className={classes['title']}>{title}</h1>
      <p className={classes['meta']}>{meta}</p>
    </header>
  );
}
