import { letterMark, type Letter as LetterText, type LetterBlock, type LetterBrand } from '@careloop/contracts/letters';
import { useEffect, type ReactNode } from 'react';
import classes from './Letter.module.css';
import { PaperHead } from './PaperHead.tsx';

interface LetterProps {
  letter: LetterText;
  brand: LetterBrand;
  /** Called when the logo is shown, or there is none. */
  onReady: () => void;
}

/** A letter, visible only when printed. The server sets the same one in a PDF. */
export function Letter({ letter, brand, onReady }: LetterProps): ReactNode {
  const { letterhead, title, meta, blocks, sections } = letter;
  return (
    <div className={classes['letter']}>
      <PaperHead
        mark={<Mark brand={brand} letterhead={letterhead} onReady={onReady} />}
        letterhead={letterhead}
        title={title}
        meta={meta}
      />
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

function Mark({
  brand,
  letterhead,
  onReady,
}: { letterhead: readonly string[] } & Omit<LetterProps, 'letter'>): ReactNode {
  const { logo, name } = letterMark(brand, letterhead);
  useEffect(() => {
    if (logo === null) onReady();
  }, [logo, onReady]);
  if (logo === null) return <div className={classes['name']}>{name}</div>;
  const shown = { className: classes['logo'], onLoad: onReady, onError: onReady };
  return <img src={`data:image/jpeg;base64,${logo}`} alt={brand.clientName} {...shown} />;
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
