import { chartTexts, getDocumentText, type PatientDocument } from '@careloop/contracts/charts';
import { Box, Text, Title } from '@mantine/core';
import { IconFileText, IconFileUnknown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { formatDate } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import classes from './DocumentReader.module.css';
import { visitLabel } from './chartGroups.ts';

export interface DocumentReaderProps {
  /** The document to show; nothing chosen shows how to choose. */
  document: PatientDocument | null;
  /** Opens it as part of this referral: a receiver may read it before joining the care team. */
  referralId?: number;
}

const isText = (contentType: string) => /^text\/plain\b/.test(contentType);

function DocumentText({ document, referralId }: { document: PatientDocument; referralId?: number }): ReactNode {
  const { patientDocumentId } = document;
  const query = useQuery(queryOf(getDocumentText, { patientDocumentId, referralId }));
  if (query.isPending) return <DetailSkeleton />;
  if (query.isError) {
    return (
      <ErrorState
        error={{ message: chartTexts.failed, reference: query.error.reference }}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data.text.trim() === '') return <EmptyState icon={<IconFileText size={32} />} title={chartTexts.noText} />;
  return <div className={classes.text}>{query.data.text}</div>;
}

/** "Progress Note · 7/4/26 · Anjali Patel, MD · Visit 7/4/26 · Office visit · Lakeside Clinic" */
function sourceOf(document: PatientDocument): string {
  const parts = [document.documentTypeName, formatDate(document.dateProvided), document.authorName ?? 'Author unknown'];
  if (document.patientEncounterId !== null) parts.push(`Visit ${visitLabel(document)}`);
  return parts.join(' · ');
}

/** A document of a chart, readable: who wrote what when, and its text as it was written. */
export function DocumentReader({ document, referralId }: DocumentReaderProps): ReactNode {
  if (document === null) return <EmptyState icon={<IconFileText size={32} />} title={chartTexts.noneSelected} />;
  return (
    <article className={classes.reader} aria-label={document.documentName}>
      <Box className={classes.head}>
        <Title order={3}>{document.documentName}</Title>
        <Text c="dimmed" fz="sm">
          {sourceOf(document)}
        </Text>
      </Box>
      {/* Reachable by keyboard so that a long text can be scrolled without a mouse. */}
      <Box className={classes.body} tabIndex={0} role="region" aria-label={`Text of ${document.documentName}`}>
        {isText(document.contentType) ? (
          <DocumentText key={document.patientDocumentId} document={document} referralId={referralId} />
        ) : (
          <EmptyState icon={<IconFileUnknown size={32} />} title={chartTexts.unsupported} />
        )}
      </Box>
    </article>
  );
}
