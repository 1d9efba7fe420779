import { chartTexts } from '@careloop/contracts/charts';
import { getDocumentText, type DocumentAddress, type DocumentInfo } from '@careloop/contracts/charts/viewer';
import { Box } from '@mantine/core';
import { IconFileText, IconFileUnknown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { inWords } from '../../../ui/errorWords.ts';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import classes from './Viewer.module.css';

/** The text of a document as it is written. */
export function TextView({
  info,
  referralId,
}: { info: DocumentInfo } & Pick<DocumentAddress, 'referralId'>): ReactNode {
  return (
    // Reachable by keyboard so that a long text can be scrolled without a mouse.
    <Box className={classes.body} tabIndex={0} role="region" aria-label={`Text of ${info.documentName}`}>
      <Content info={info} referralId={referralId} />
    </Box>
  );
}

function Content({ info, referralId }: { info: DocumentInfo } & Pick<DocumentAddress, 'referralId'>): ReactNode {
  const { patientDocumentId } = info;
  const isPdf = info.pageSizes.length > 0;
  const query = useQuery(queryOf(getDocumentText, { patientDocumentId, referralId, returnRawData: !isPdf }));
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
