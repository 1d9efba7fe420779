import {
  getAppointmentChart,
  getDemographicsChart,
  getReferralChart,
  getSummaryOfCare,
  type GeneratedChart as Chart,
} from '@careloop/contracts/charts/generated';
import { selectionTexts, type ShownChart } from '@careloop/contracts/charts/selection';
import { chartAssociationType } from '@careloop/contracts/codes';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import type { ApiError } from '../../../api/errors.ts';
import type { DocumentSteps } from '../viewer/StepTools.tsx';
import { GeneratedChart } from './GeneratedChart.tsx';

const association = chartAssociationType.table;

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
export function RowsChart({ selection, steps }: RowsChartProps): ReactNode {
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
