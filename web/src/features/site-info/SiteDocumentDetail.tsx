import { siteDocumentType, siteDocumentTypeLabels } from '@careloop/contracts/codes';
import { getSiteDocument, saveSiteDocument, type SiteDocumentSummary } from '@careloop/contracts/site-info';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { formatReleaseDay } from '../../ui/dates.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { SiteDocumentDialog } from './SiteDocumentDialog.tsx';
import { SiteDocumentText } from '../../ui/SiteDocumentText.tsx';
import classes from './SitePage.module.css';

/** A document as readers see it, with a button to edit it. */
export function SiteDocumentDetail({ summary }: { summary: SiteDocumentSummary }): ReactNode {
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <ShownDocument summary={summary} onEdit={() => setEditing(true)} />
      {isEditing && <EditDialog summary={summary} onClose={() => setEditing(false)} />}
    </>
  );
}

function ShownDocument({ summary, onEdit }: { summary: SiteDocumentSummary; onEdit: () => void }): ReactNode {
  const { siteDocumentId, documentType } = summary;
  const shown = useQuery(queryOf(getSiteDocument, { siteDocumentId, documentType, parseMarkdown: true }));
  const mayChange = useSession().can(saveSiteDocument.access);
  if (shown.data === undefined) return <QueryState query={shown} />;
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
        {mayChange && (
          <Button variant="default" onClick={onEdit}>
            Edit
          </Button>
        )}
      </header>
      <SiteDocumentText html={documentText} />
    </article>
  );
}

interface EditDialogProps {
  summary: SiteDocumentSummary;
  onClose: () => void;
}

/** Fetches the Markdown first, always the newest, so that nobody edits an old version. */
function EditDialog({ summary, onClose }: EditDialogProps): ReactNode {
  // The type as it was: if a colleague changes it, reading the document anew would close the form and lose its input.
  const [{ siteDocumentId, documentType }] = useState(summary);
  const raw = useQuery({ ...queryOf(getSiteDocument, { siteDocumentId, documentType }), staleTime: 0, gcTime: 0 });
  if (raw.data !== undefined && raw.isFetchedAfterMount) {
    return <SiteDocumentDialog document={raw.data} onClose={onClose} onSaved={onClose} />;
  }
  return (
    <Dialog opened title="Edit Document" onClose={onClose}>
      <QueryState query={raw}>{() => <DetailSkeleton />}</QueryState>
    </Dialog>
  );
}

/** "Release notes" for type 1. */
export function typeLabel(documentType: SiteDocumentSummary['documentType']): string {
  return siteDocumentTypeLabels[siteDocumentType.nameOf(documentType) ?? 'release_note'];
}
