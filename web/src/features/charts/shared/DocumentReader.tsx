import type { PatientDocument } from '@careloop/contracts/charts';
import type { SentWith } from '@careloop/contracts/charts/viewer';
import type { ReactNode } from 'react';
import { ChartViewer } from './ChartViewer.tsx';

export interface DocumentReaderProps {
  /** The document to show; null shows how to select one. */
  document: Pick<PatientDocument, 'patientDocumentId'> | null;
  /** Opens it as part of this request: a receiver may read it before joining the care team. */
  sentWith?: SentWith;
}

/** Shows a document of a chart. */
export function DocumentReader({ document, sentWith }: DocumentReaderProps): ReactNode {
  const item = document && { associationType: 3 as const, patientDocumentId: document.patientDocumentId, sentWith };
  return <ChartViewer item={item} />;
}
