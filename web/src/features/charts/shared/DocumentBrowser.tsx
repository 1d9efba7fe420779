import type { PatientDocument } from '@careloop/contracts/charts';
import type { ReactNode } from 'react';
import classes from './DocumentBrowser.module.css';
import { DocumentList } from './DocumentList.tsx';
import { DocumentReader } from './DocumentReader.tsx';

export interface DocumentBrowserProps {
  documents: readonly PatientDocument[];
  shownId: number | null;
  onShow: (patientDocumentId: number) => void;
  label: string;
  referralId?: number;
}

/** Documents and the one that is read, side by side or one above the other where it is narrow. */
export function DocumentBrowser({ documents, shownId, onShow, label, referralId }: DocumentBrowserProps): ReactNode {
  const shown = documents.find((document) => document.patientDocumentId === shownId) ?? null;
  return (
    <div className={classes.frame}>
      <div className={classes.browser}>
        <div className={classes.list}>
          <DocumentList documents={documents} shownId={shownId} onShow={onShow} label={label} />
        </div>
        <div className={classes.reader}>
          <DocumentReader document={shown} referralId={referralId} />
        </div>
      </div>
    </div>
  );
}
