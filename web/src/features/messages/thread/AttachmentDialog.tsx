import { getSentChart } from '@careloop/contracts/charts/generated';
import { getDocument } from '@careloop/contracts/charts/viewer';
import type { MessageAttachment } from '@careloop/contracts/messages';
import type { PatientSummary } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.ts';
import { queryOf } from '../../../api/query.ts';
import { DocumentReader } from '../../charts/shared/DocumentReader.tsx';
import { GeneratedChart } from '../../charts/shared/GeneratedChart.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import classes from '../Messages.module.css';

/** Failures after which the document is no longer shown: the reader may not open it any more, or it is gone. */
const closingCodes: ReadonlySet<ApiError['code']> = new Set(['unauthorized_patient', 'no_access', 'not_found']);

interface AttachmentDialogProps {
  attachment: MessageAttachment;
  patient: PatientSummary | null;
  onClose: () => void;
}

/** Shows one document, with its patient on top. */
export function AttachmentDialog({ attachment, patient, onClose }: AttachmentDialogProps): ReactNode {
  return (
    <Dialog opened onClose={onClose} title="Attached document" size={900}>
      {patient !== null && <PatientLine patient={patient} />}
      <div className={classes['document']}>
        {attachment.patientDocumentId !== null && <Content patientDocumentId={attachment.patientDocumentId} />}
        {attachment.sentChartId !== null && <Sent sentChartId={attachment.sentChartId} />}
      </div>
    </Dialog>
  );
}

function Sent({ sentChartId }: { sentChartId: number }): ReactNode {
  return <GeneratedChart query={useQuery({ ...queryOf(getSentChart, { sentChartId }), staleTime: 0, gcTime: 0 })} />;
}

function Content({ patientDocumentId }: { patientDocumentId: number }): ReactNode {
  // Never from the cache: access is checked each time.
  const query = useQuery({ ...queryOf(getDocument, { patientDocumentId }), staleTime: 0, gcTime: 0 });
  const isClosed = query.error !== null && closingCodes.has(query.error.code);
  if (query.data !== undefined && !isClosed) return <DocumentReader document={query.data} />;
  return <QueryState query={query} showsRefetchError />;
}
