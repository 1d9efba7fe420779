import { chartTexts } from '@careloop/contracts/charts';
import { getDocumentText, type DocumentInfo, type SentWith } from '@careloop/contracts/charts/viewer';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { MarkupFrame } from '../shared/MarkupFrame.tsx';
import type { Find } from './find.ts';
import { markIn, showMark } from './markIn.ts';
import { NoText, TextFailure } from './TextFailure.tsx';
import classes from './Viewer.module.css';

export interface TextViewProps {
  sentWith?: SentWith | undefined;
  info: DocumentInfo;
  find: Find;
}

/** A document that is markup, or was made into it: sanitised, in a frame of its own. */
export function MarkupView({ info, sentWith, find }: TextViewProps): ReactNode {
  const { patientDocumentId, documentName } = info;
  const query = useQuery(queryOf(getDocumentText, { patientDocumentId, ...sentWith, returnRawData: false }));
  const frame = useRef<HTMLIFrameElement>(null);
  const { term, current } = find;
  const mark = useEffectEvent((wanted: string) => {
    const body = frame.current?.contentDocument?.body;
    if (body === undefined) return;
    const count = markIn(body, wanted);
    if (wanted !== '') find.report(count);
    showMark(body, current);
  });
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    if (loads > 0) mark(term);
  }, [term, loads]);
  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    if (body !== undefined) showMark(body, current);
  }, [current]);
  if (query.isPending) return <DetailSkeleton />;
  if (query.isError) return <TextFailure error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.text.trim() === '') return <NoText title={chartTexts.noText} />;
  return (
    <div className={classes.pages}>
      <MarkupFrame
        ref={frame}
        html={query.data.text}
        title={`Text of ${documentName}`}
        onLoad={() => setLoads((count) => count + 1)}
      />
    </div>
  );
}
