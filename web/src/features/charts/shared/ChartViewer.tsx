import { chartTexts } from '@careloop/contracts/charts';
import { IconFileText } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { loadChunk } from '../../../lib/loadChunk.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { DocumentSteps } from '../viewer/DocumentTools.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';

/** What a chart holds that can be shown, by its association type (docs/domain/charts.md). */
export type ChartItem = { associationType: 3; patientDocumentId: number; referralId?: number | undefined };

export interface ChartViewerProps {
  /** Nothing chosen shows how to choose. */
  item: ChartItem | null;
  /** The page in view, where the address of the screen keeps it. */
  page?: number | undefined;
  onPage?: (page: number) => void;
  /** Where there are items before and after it. */
  steps?: DocumentSteps;
  isRoom?: boolean;
}

// Loaded when the first document is opened: it is large, and no part of any first screen.
const DocumentViewer = lazy(async () => {
  const { DocumentViewer: component } = await loadChunk(() => import('../viewer/DocumentViewer.tsx'));
  return { default: component };
});

/** Shows one item of a chart. */
export function ChartViewer({ item, ...props }: ChartViewerProps): ReactNode {
  if (item === null) return <EmptyState icon={<IconFileText size={32} />} title={chartTexts.noneSelected} />;
  switch (item.associationType) {
    case 3: {
      const { patientDocumentId, referralId } = item;
      return (
        <Suspense fallback={<DetailSkeleton />}>
          <DocumentViewer
            key={patientDocumentId}
            patientDocumentId={patientDocumentId}
            referralId={referralId}
            {...props}
          />
        </Suspense>
      );
    }
    default:
      throw new Error('Unsupported chart association type');
  }
}
