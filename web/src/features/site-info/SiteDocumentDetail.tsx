import { getSiteDocument, type SiteDocumentSummary } from '@careloop/contracts/site-info';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { formatReleaseDay } from '../../ui/dates.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { SiteDocumentDialog } from './SiteDocumentDialog.tsx';
import { SiteDocumentText } from '../../ui/SiteDocumentText.tsx';
import { typeLabel } from './typeLabel.ts';
import classes from './SitePage.module.css';

/** A document as readers see it, with a button to edit it. */
export function SiteDocumentDetail({ summary }: { summary: SiteDocumentSummary }): ReactNode {
  const { siteDocumentId, documentType } = summary;
  const shown = useQuery(queryOf(getSiteDocument, { siteDocumentId, documentType, parseMarkdown: true }));
  const [isEditing, setEditing] = useState(false);
  if (shown.data === undefined) {
    return shown.error === null ? (
      <DetailSkeleton />
    ) : (
      <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
    );
  }
  const { version, releaseDate, documentText } = shown.data;
  return (
    <article className={classes['document']}>
      <header className={classes['documentHead']}>
        <div>
          <h2>
            {typeLabel(documentType)} {version}
          </h2>
          <p className={classes['changed']}>
            Released <time dateTime={releaseDate}>{formatReleaseDay(releaseDate)}</time>
          </p>
        </div>
        <Button variant="default" onClick={() => setEditing(true)}>
          Edit
        </Button>
      </header>
      <SiteDocumentText html={documentText} />
      {isEditing && (
        <EditDialog siteDocumentId={siteDocumentId} documentType={documentType} onClose={() => setEditing(false)} />
      )}
    </article>
  );
}

interface EditDialogProps extends Pick<SiteDocumentSummary, 'siteDocumentId' | 'documentType'> {
  onClose: () => void;
}

/** Fetches the Markdown first, always the newest, so that nobody edits an old version. */
function EditDialog({ siteDocumentId, documentType, onClose }: EditDialogProps): ReactNode {
  const raw = useQuery({ ...queryOf(getSiteDocument, { siteDocumentId, documentType }), staleTime: 0, gcTime: 0 });
  if (raw.data === undefined || !raw.isFetchedAfterMount) return null;
  return <SiteDocumentDialog document={raw.data} onClose={onClose} onSaved={onClose} />;
}
