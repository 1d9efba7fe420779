import { getDocumentText } from '@careloop/contracts/charts/viewer';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { matchesIn } from './find.ts';
import type { TextViewProps } from './MarkupView.tsx';
import { tabularRuns, type TextRun } from './tabularRuns.ts';
import { TextState } from './TextState.tsx';
import classes from './Viewer.module.css';
import { hasRawText } from './views.ts';

/** The plain text of a document. */
export function TextView({ info, sentWith, find }: TextViewProps): ReactNode {
  const { patientDocumentId, documentName } = info;
  const query = useQuery(queryOf(getDocumentText, { patientDocumentId, ...sentWith, returnRawData: hasRawText(info) }));
  return (
    // Focusable, so that a long text or a wide table can be scrolled without a mouse.
    <Box className={classes.body} tabIndex={0} role="region" aria-label={`Text of ${documentName}`}>
      <TextState query={query}>{({ text }) => <MarkedText text={text} find={find} />}</TextState>
    </Box>
  );
}

/** A text with highlighted matches. */
function MarkedText({ text, find }: { text: string } & Pick<TextViewProps, 'find'>): ReactNode {
  const { term, current } = find;
  const root = useRef<HTMLDivElement>(null);
  const found = useMemo(() => matchesIn(text, term), [text, term]);
  const report = useEffectEvent((count: number) => find.report(count));
  useEffect(() => {
    if (term !== '') report(found.length);
  }, [term, found]);
  useEffect(() => {
    if (found.length > current) root.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'center' });
  }, [current, found]);
  const runs = useMemo(() => tabularRuns(text), [text]);
  return (
    <div ref={root} className={classes.text}>
      {runs.map((run) => (
        <span key={run.at} className={run.isTabular ? classes.tabular : undefined}>
          <MarkedRun run={run} found={found} length={term.length} current={current} />
        </span>
      ))}
    </div>
  );
}

interface MarkedRunProps {
  run: TextRun;
  /** Positions of the matches in the whole text. */
  found: readonly number[];
  /** Length of a match. */
  length: number;
  /** Index of the current match. */
  current: number;
}

function MarkedRun({ run, found, length, current }: MarkedRunProps): ReactNode {
  const end = run.at + run.text.length;
  const part = (from: number, to: number) => run.text.slice(from - run.at, to - run.at);
  const first = found.findIndex((at) => at >= run.at);
  const here = first < 0 ? [] : found.slice(first).filter((at) => at < end);
  return (
    <>
      {here.map((at, index) => (
        <Fragment key={at}>
          {part(index === 0 ? run.at : (here[index - 1] ?? 0) + length, at)}
          <mark data-current={first + index === current || undefined}>{part(at, at + length)}</mark>
        </Fragment>
      ))}
      {part(here.length === 0 ? run.at : (here.at(-1) ?? 0) + length, end)}
    </>
  );
}
