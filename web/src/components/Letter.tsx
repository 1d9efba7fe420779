import type { ComponentProps, ReactNode } from 'react';
import classes from './Letter.module.css';
import { PrintHead } from './PrintHead.tsx';

interface LetterProps extends ComponentProps<typeof PrintHead> {
  children: ReactNode;
}

/** A letter: its head, then the content. Visible only when printed. */
export function Letter({ children, ...head }: LetterProps): ReactNode {
  return (
    <div className={classes['letter']}>
      <PrintHead {...head} />
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
