import type { Letter as LetterText, LetterBlock } from '@careloop/contracts/letters';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Letter.module.css';
import { PrintHead } from './PrintHead.tsx';

interface LetterProps extends Pick<ComponentProps<typeof PrintHead>, 'clientId' | 'onLogoReady'> {
  letter: LetterText;
}

/** A letter, visible only when printed. The server sets the same one in a PDF. */
export function Letter({ letter, ...head }: LetterProps): ReactNode {
  const { letterhead, title, meta, blocks, sections } = letter;
  return (
    <div className={classes['letter']}>
      <PrintHead {...head} letterhead={letterhead} title={title} meta={meta} />
      {blocks.map((row) => (
        <div key={row.map(({ label }) => label).join()} className={classes['blocks']}>
          {row.map((block) => (
            <Block key={block.label} block={block} />
          ))}
        </div>
      ))}
      {sections.map(([heading, text]) => (
        <section key={heading} className={classes['section']}>
          <h2 className={classes['label']}>{heading}</h2>
          <div className={classes['text']}>{text}</div>
        </section>
      ))}
    </div>
  );
}

function Block({ block: { label, lines } }: { block: LetterBlock }): ReactNode {
  return (
    <section className={classes['block']}>
      <h2 className={classes['label']}>{label}</h2>
      {lines.map((line, index) => (
        <div key={line} data-first={index === 0 || undefined}>
          {line}
        </div>
      ))}
    </section>
  );
}
