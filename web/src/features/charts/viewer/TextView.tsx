import { chartTexts } from '@careloop/contracts/charts';
import { getDocumentText } from '@careloop/contracts/charts/viewer';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { matchesIn } from './find.ts';
import type { TextViewProps } from './MarkupView.tsx';
import { NoText, TextFailure } from './TextFailure.tsx';
import classes from './Viewer.module.css';
import { hasRawText } from './views.ts';

/** The plain text of a document. */
export function TextView({ info, sentWith, find }: TextViewProps): ReactNode {
  const { patientDocumentId, documentName } = info;
  const query = useQuery(queryOf(getDocumentText, { patientDocumentId, ...sentWith, returnRawData: hasRawText(info) }));
  return (
    // Focusable, so that a long text can be scrolled without a mouse.
    <Box className={classes.body} tabIndex={0} role="region" aria-label={`Text of ${documentName}`}>
      {query.isPending && <DetailSkeleton />}
      {query.isError && <TextFailure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.text.trim() === '' && <NoText title={chartTexts.noText} />}
      {query.data !== undefined && <MarkedText text={query.data.text} find={find} />}
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
  const ends = found.map((at) => at + term.length);
  return (
    <div ref={root} className={classes.text}>
      {found.map((at, index) => (
        <span key={at}>
          {text.slice(ends[index - 1] ?? 0, at)}
          <mark data-current={index === current || undefined}>{text.slice(at, ends[index])}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </div>
  );
}
