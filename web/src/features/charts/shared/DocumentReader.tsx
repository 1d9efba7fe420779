import { chartTexts, downloadDocument, getDocumentText, type PatientDocument } from '@careloop/contracts/charts';
import { Box, Button, Group, Text, Title } from '@mantine/core';
import { IconDownload, IconFileText, IconFileUnknown } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { downloadFile } from '../../../api/download.ts';
import { queryOf } from '../../../api/query.ts';
import { presentError } from '../../../api/presentError.ts';
import { formatDate } from '../../../ui/dates.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { inWords } from '../../../ui/errorWords.ts';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import classes from './DocumentReader.module.css';
import { sourceOf, visitLabel } from './chartGroups.ts';

export interface DocumentReaderProps {
  /** The document to show; nothing chosen shows how to choose. */
  document: PatientDocument | null;
  /** Opens it as part of this referral: a receiver may read it before joining the care team. */
  referralId?: number;
}

/** XML is shown as the text it is (specification 3, section 2). */
const isText = (contentType: string) => /^(?:text\/(?:plain|xml)|application\/xml)\b/.test(contentType);

function DocumentText({ document, referralId }: { document: PatientDocument; referralId?: number }): ReactNode {
  const { patientDocumentId } = document;
  const query = useQuery(queryOf(getDocumentText, { patientDocumentId, referralId }));
  if (query.isPending) return <DetailSkeleton />;
  if (query.isError) {
    const { status, message } = query.error;
    // A refusal says why; what is too long to be shown can still be saved.
    if (status === 200) return <EmptyState icon={<IconFileUnknown size={32} />} title={message} />;
    return <ErrorState error={inWords(chartTexts.failed, query.error)} onRetry={() => void query.refetch()} />;
  }
  if (query.data.text.trim() === '') return <EmptyState icon={<IconFileText size={32} />} title={chartTexts.noText} />;
  return <div className={classes.text}>{query.data.text}</div>;
}

/** Saves the document as it came. */
function DownloadButton({ document, referralId }: { document: PatientDocument; referralId?: number }): ReactNode {
  const { patientDocumentId, documentName } = document;
  const download = useMutation({
    mutationFn: () => downloadFile(downloadDocument, { patientDocumentId, referralId }),
    onError: (error) => presentError(error, { prefix: 'The document was not downloaded.' }),
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      flex="none"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Download ${documentName}`}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Download
    </Button>
  );
}

/** "Progress Note · 7/4/26 · Anjali Patel, MD · Visit 7/4/26 · Office visit · Lakeside Clinic" */
function headOf(document: PatientDocument): string {
  const parts = [document.documentTypeName, formatDate(document.dateProvided), sourceOf(document)];
  if (document.patientEncounterId !== null) parts.push(`Visit ${visitLabel(document)}`);
  return parts.join(' · ');
}

/** A document of a chart, readable: who wrote what when, and its text as it was written. */
export function DocumentReader({ document, referralId }: DocumentReaderProps): ReactNode {
  if (document === null) return <EmptyState icon={<IconFileText size={32} />} title={chartTexts.noneSelected} />;
  return (
    <article className={classes.reader} aria-label={document.documentName}>
      <Box className={classes.head}>
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div className={classes.words}>
            <Title order={3}>{document.documentName}</Title>
            <Text c="dimmed" fz="sm">
              {headOf(document)}
            </Text>
          </div>
          <DownloadButton key={document.patientDocumentId} document={document} referralId={referralId} />
        </Group>
      </Box>
      {/* Reachable by keyboard so that a long text can be scrolled without a mouse. */}
      <Box className={classes.body} tabIndex={0} role="region" aria-label={`Text of ${document.documentName}`}>
        {isText(document.contentType) ? (
          <DocumentText key={document.patientDocumentId} document={document} referralId={referralId} />
        ) : (
          <EmptyState
            icon={<IconFileUnknown size={32} />}
            title={chartTexts.unsupported}
            text="It cannot be shown here. Download it to open it with a program of your own."
          />
        )}
      </Box>
    </article>
  );
}
