import { getSentChart } from '@careloop/contracts/charts/generated';
import { getDocument } from '@careloop/contracts/charts/viewer';
import type { MessageAttachment } from '@careloop/contracts/messages';
import type { PatientSummary } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { DocumentReader } from '../../charts/shared/DocumentReader.tsx';
import { GeneratedChart } from '../../charts/shared/GeneratedChart.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import classes from '../Messages.module.css';

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
  if (query.data !== undefined) return <DocumentReader document={query.data} />;
  return <QueryState query={query} />;
}
