import { chartTexts } from '@careloop/contracts/charts';
import {
  getAppointmentChart,
  getDemographicsChart,
  getReferralChart,
  getSummaryOfCare,
  type GeneratedChart as Chart,
} from '@careloop/contracts/charts/generated';
import { chartKeyOf, selectionTexts, type ShownChart } from '@careloop/contracts/charts/selection';
import type { SentWith } from '@careloop/contracts/charts/viewer';
import { chartAssociationType } from '@careloop/contracts/codes';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import type { ApiError } from '../../../api/errors.ts';
import { loadChunk } from '../../../lib/loadChunk.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { DocumentSteps } from '../viewer/StepTools.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { GeneratedChart } from './GeneratedChart.tsx';

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

/** Fetches a chart generated from rows. Documents have their own reader. */
function readChart(selection: ShownChart, signal: AbortSignal): Promise<Chart> {
  switch (selection.associationType) {
    case association.demographic:
      return call(getDemographicsChart, { patientId: selection.patientId }, { signal });
    case association.summary_of_care:
      return call(getSummaryOfCare, { patientId: selection.patientId }, { signal });
    case association.appointment:
      return call(getAppointmentChart, { patientAppointmentId: selection.patientAppointmentId }, { signal });
    case association.referral:
      return call(getReferralChart, { referralId: selection.referralId }, { signal });
    default:
      throw new Error(selectionTexts.unsupported);
  }
}

interface RowsChartProps {
  selection: ShownChart;
  steps?: DocumentSteps;
}

/** A chart generated from rows, in its current state. */
function RowsChart({ selection, steps }: RowsChartProps): ReactNode {
  const query = useQuery<Chart, ApiError>({
    queryKey: ['/document-viewer', selection],
    queryFn: ({ signal }) => readChart(selection, signal),
    // Generated each time it is opened, so that it shows what the database holds. Each response is recorded as an access.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return <GeneratedChart query={query} {...(steps && { steps })} />;
}
