import type { ReactNode } from 'react';
import classes from './Letter.module.css';
import { PrintLogo } from './PrintLogo.tsx';

interface LetterProps {
  /** The client whose letter it is. */
  clientId: number;
  /** Lines beside the logo: name, address and phone of who writes. */
  letterhead: readonly string[];
  title: string;
  /** Below the title: "Routine · Sent 11/16/26". */
  meta: string;
  /** Called when the logo is shown, or is known to be missing. */
  onLogoReady: () => void;
  children: ReactNode;
}

/** The frame of everything that leaves on paper: logo and letterhead, title, then the content. Visible only when printed. */
export function Letter({ clientId, letterhead, title, meta, onLogoReady, children }: LetterProps): ReactNode {
  return (
    <div className={classes['letter']}>
      <header className={classes['head']}>
        <PrintLogo clientId={clientId} onReady={onLogoReady} />
        <address className={classes['letterhead']}>
          {letterhead.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
      </header>
      <h1 className={classes['title']}>{title}</h1>
      <p className={classes['meta']}>{meta}</p>
      {children}
    </div>
  );
}

/** Lines of a person or a patient under a label; empty ones are left out. */
export function LetterBlock({ label, lines }: { label: string; lines: readonly (string | null)[] }): ReactNode {
  const shown = lines.filter((line) => line !== null && line !== '');
  return (
    <section className={classes['block']}>
      <h2 className={classes['label']}>{label}</h2>
      {shown.map((line, index) => (
        <div key={line} data-first={index === 0 || undefined}>
          {line}
        </div>
      ))}
    </section>
  );
}

/** Blocks beside each other. */
export function LetterBlocks({ children }: { children: ReactNode }): ReactNode {
  return <div className={classes['blocks']}>{children}</div>;
}

/** A part of the content with its heading. */
export function LetterSection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={classes['section']}>
      <h2 className={classes['label']}>{title}</h2>
      <div className={classes['text']}>{children}</div>
    </section>
  );
}
