import { chartTexts } from '@careloop/contracts/charts';
import { chartKeyOf, selectionTexts, type ShownChart } from '@careloop/contracts/charts/selection';
import type { SentWith } from '@careloop/contracts/charts/viewer';
import { chartAssociationType } from '@careloop/contracts/codes';
import { IconFileText } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { loadChunk } from '../../../lib/loadChunk.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { DocumentSteps } from '../viewer/StepTools.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { RowsChart } from './RowsChart.tsx';

/** A chart to show; a document also as part of the request it was sent with. */
type ViewedChart = ShownChart & { sentWith?: SentWith | undefined };

const association = chartAssociationType.table;

export interface ChartViewerProps {
  /** Null shows how to select one. */
  item: ViewedChart | null;
  /** The current page, if the screen keeps it in the address. */
  page?: number | undefined;
  onPage?: (page: number) => void;
  /** Steps to the items before and after it. */
  steps?: DocumentSteps;
  isRoom?: boolean;
}

// Loaded when the first document is opened: it is large, and no first screen needs it.
const DocumentViewer = lazy(async () => {
  const { DocumentViewer: component } = await loadChunk(() => import('../viewer/DocumentViewer.tsx'));
  return { default: component };
});

/** Shows one item of a chart. */
export function ChartViewer({ item, ...props }: ChartViewerProps): ReactNode {
  if (item === null) return <EmptyState icon={<IconFileText size={32} />} title={chartTexts.noneSelected} />;
  switch (item.associationType) {
    case association.document: {
      const { patientDocumentId, sentWith } = item;
      return (
        <Suspense fallback={<DetailSkeleton />}>
          <DocumentViewer
            key={patientDocumentId}
            patientDocumentId={patientDocumentId}
            sentWith={sentWith}
            {...props}
          />
        </Suspense>
      );
    }
    case association.demographic:
    case association.appointment:
    case association.referral:
    case association.summary_of_care:
      return <RowsChart key={chartKeyOf(item)} selection={item} {...(props.steps && { steps: props.steps })} />;
    default:
      throw new Error(selectionTexts.unsupported);
  }
}
