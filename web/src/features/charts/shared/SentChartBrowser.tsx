import { getSentChart } from '@careloop/contracts/charts/generated';
import type { SentChart } from '@careloop/contracts/charts/sent';
import type { SentWith } from '@careloop/contracts/charts/viewer';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import classes from './SentChartBrowser.module.css';
import { SentChartList } from './SentChartList.tsx';

// Most requests are decided without opening a chart.
const DocumentReader = lazyPart(async () => (await import('./DocumentReader.tsx')).DocumentReader);
const GeneratedChart = lazyPart(async () => (await import('./GeneratedChart.tsx')).GeneratedChart);

/** The charts, with the request they were sent with. */
export interface SentChartBrowserProps extends SentWith {
  charts: readonly SentChart[];
  shownId: number | null;
  onShow: (sentChartId: number) => void;
  label: string;
  /** Only the list, for as long as the selected chart is shown elsewhere. */
  isListOnly?: boolean;
  /** Above the selected chart. */
  tools?: ReactNode;
}

/** Sent charts and the selected one, side by side, or stacked where space is narrow. */
export function SentChartBrowser(props: SentChartBrowserProps): ReactNode {
  const { charts, referralId, careCoordinatorRequestId, shownId, onShow, label, isListOnly = false, tools } = props;
  const shown = isListOnly ? undefined : charts.find(({ sentChartId }) => sentChartId === shownId);
  return (
    <div className={classes.frame} data-reading={shown !== undefined || undefined}>
      <div className={classes.browser}>
        <div className={classes.list}>
          <SentChartList charts={charts} shownId={shownId} onShow={onShow} label={label} />
        </div>
        {shown !== undefined && (
          <div className={classes.reader}>
            {tools}
            <div className={classes.shown}>
              {shown.patientDocumentId === null ? (
                <Generated key={shown.sentChartId} chart={shown} />
              ) : (
                <DocumentReader
                  document={{ patientDocumentId: shown.patientDocumentId }}
                  sentWith={{ referralId, careCoordinatorRequestId }}
                />
              )}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

function Generated({ chart: { sentChartId } }: { chart: SentChart }): ReactNode {
  // Never from the cache: access is checked each time.
  const query = useQuery({
    ...queryOf(getSentChart, { sentChartId }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return <GeneratedChart query={query} />;
}
