import type { PatientDocument } from '@careloop/contracts/charts';
import type { ReactNode } from 'react';
import { ChartViewer } from './ChartViewer.tsx';

export interface DocumentReaderProps {
  /** The document to show; nothing chosen shows how to choose. */
  document: Pick<PatientDocument, 'patientDocumentId'> | null;
  /** Opens it as part of this referral: a receiver may read it before joining the care team. */
  referralId?: number;
}

/** A document of a chart to read. */
export function DocumentReader({ document, referralId }: DocumentReaderProps): ReactNode {
  const item = document && { associationType: 3 as const, patientDocumentId: document.patientDocumentId, referralId };
  return <ChartViewer item={item} />;
}
