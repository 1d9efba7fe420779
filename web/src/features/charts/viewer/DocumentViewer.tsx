import { chartTexts } from '@careloop/contracts/charts';
import {
  getDocument,
  getDocumentText,
  viewerTexts,
  type DocumentInfo,
  type SentWith,
} from '@careloop/contracts/charts/viewer';
import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconClockHour4, IconFileUnknown, IconLock, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { documentDate, isNamedByType, sourceOf, visitLabel } from '../shared/documentWords.ts';
import { ArchivedNote } from './ArchiveTool.tsx';
import { DocumentTools } from './DocumentTools.tsx';
import { failureOf, PdfFrame } from './PdfFrame.tsx';
import { matchesIn, useFind, type Find } from './find.ts';
import { FindBar } from './FindBar.tsx';
import { MarkupView, type TextViewProps } from './MarkupView.tsx';
import { PagedDocument } from './PagedDocument.tsx';
import type { DocumentSteps } from './StepTools.tsx';
import { tabularRuns, type TextRun } from './tabularRuns.ts';
import { TextState } from './TextState.tsx';
import classes from './Viewer.module.css';
import { hasRawText, viewsOf, type View } from './views.ts';

export interface DocumentViewerProps {
  patientDocumentId: number;
  sentWith?: SentWith | undefined;
  /** The current page, if the screen keeps it in the address. */
  page?: number | undefined;
  onPage?: (page: number) => void;
  /** Steps to the documents before and after it. */
  steps?: DocumentSteps | undefined;
  /** Set in the reading room, which does not link to itself. */
  isRoom?: boolean;
}

/** A stored document: its header, and its pages or text. Showing it opens it. */
export function DocumentViewer(props: DocumentViewerProps): ReactNode {
  const { patientDocumentId, sentWith } = props;
  // Never from the cache: access is checked each time. Each response is recorded as an access, so it is not refetched
  // automatically.
  const query = useQuery({
    ...queryOf(getDocument, { patientDocumentId, ...sentWith }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (query.data === undefined) return <QueryState query={query} failure={failureOf(chartTexts.failed)} />;
  return <OpenDocument {...props} info={query.data} onRetry={() => void query.refetch()} />;
}

interface OpenDocumentProps extends DocumentViewerProps {
  info: DocumentInfo;
  onRetry: () => void;
}

/** "Progress Note · 7/4/26 · Anjali Patel, MD · Visit 7/4/26 · Office visit · Lakeside Clinic"; the name is above it. */
function headOf(document: DocumentInfo): string {
  const parts = [documentDate(document), sourceOf(document)];
  if (!isNamedByType(document)) parts.unshift(document.documentTypeName);
  if (document.patientEncounterId !== null) parts.push(`Visit ${visitLabel(document)}`);
  return parts.join(' · ');
}

function OpenDocument({ info, onRetry, steps, isRoom = false, ...props }: OpenDocumentProps): ReactNode {
  const views = viewsOf(info);
  const find = useFind();
  const [chosen, setChosen] = useState<View>();
  const [page, setPage] = useState(props.page ?? 1);
  const view = chosen ?? views[0]?.value;
  const address = { patientDocumentId: info.patientDocumentId, ...props.sentWith };
  const arrive = (shown: number) => {
    setPage(shown);
    props.onPage?.(shown);
  };
  return (
    <article className={classes.viewer} aria-label={info.documentName}>
      <Box className={classes.head}>
        <div className={classes.words}>
          <Title order={3}>{info.documentName}</Title>
          <Text c="dimmed" fz="sm">
            {headOf(info)}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap" flex="none">
          <DocumentTools
            info={info}
            address={address}
            view={view}
            onView={setChosen}
            find={find}
            steps={steps}
            linkPage={isRoom ? undefined : page}
          />
        </Group>
      </Box>
      {props.sentWith === undefined && <ArchivedNote info={info} />}
      <DocumentBody {...props} page={page} onPage={arrive} info={info} view={view} find={find} onRetry={onRetry} />
    </article>
  );
}

interface DocumentBodyProps extends OpenDocumentProps {
  view: View | undefined;
  find: Find;
}

function DocumentBody({ info, view, find, onRetry, ...props }: DocumentBodyProps): ReactNode {
  const { fileState, fileProblem } = info;
  const { sentWith } = props;
  if (fileState === 'checking') {
    return (
      <EmptyState
        icon={<IconClockHour4 size={32} />}
        title={viewerTexts.checking}
        action={
          <Button variant="default" onClick={onRetry}>
            Check again
          </Button>
        }
      />
    );
  }
  if (fileState === 'blocked') {
    return (
      <EmptyState icon={<IconShieldX size={32} />} title={viewerTexts.blocked} text={info.blockReason ?? undefined} />
    );
  }
  if (fileProblem !== null) {
    const icon = fileProblem === 'encrypted' ? <IconLock size={32} /> : <IconFileUnknown size={32} />;
    return <EmptyState icon={icon} title={viewerTexts[fileProblem]} />;
  }
  if (view === undefined) {
    return (
      <EmptyState
        icon={<IconFileUnknown size={32} />}
        title={chartTexts.unsupported}
        text="It cannot be shown here. Download it to open it in another program."
      />
    );
  }
  if (view === 'pages') return <PagedDocument info={info} find={find} {...props} />;
  return (
    <>
      {find.isOpen && (
        <div className={classes.tools}>
          <FindBar find={find} />
        </div>
      )}
      {view === 'pdf' && <PdfFrame info={info} sentWith={sentWith} />}
      {view === 'readable' && <MarkupView info={info} sentWith={sentWith} find={find} />}
      {view === 'text' && <TextView info={info} sentWith={sentWith} find={find} />}
    </>
  );
}

/** The plain text of a document. */
function TextView({ info, sentWith, find }: TextViewProps): ReactNode {
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
