import { getPowerBiReport, powerBiKinds, type PowerBiReport } from '@careloop/contracts/reports/powerBi';
import { Select } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import classes from './ReportsPage.module.css';

const page = getRouteApi('/Reports');
const PowerBiFrame = lazyPart(async () => (await import('./PowerBiFrame.tsx')).PowerBiFrame);
const kindLabels = { general: 'General', internal: 'Internal' } as const;
/** A new token is fetched this long before the current one expires. */
const renewBeforeMs = 5 * 60_000;
const shortestWaitMs = 60_000;

const valueOf = ({ kind, reportId }: Pick<PowerBiReport, 'kind' | 'reportId'>) => `${kind} ${reportId}`;

/** The Power BI reports the user may open, one at a time. */
export function PowerBiReports({ reports }: { reports: readonly PowerBiReport[] }): ReactNode {
  const { powerBiKind, powerBiReport } = page.useSearch();
  const navigate = page.useNavigate();
  const [first] = reports;
  if (first === undefined) {
    return (
      <EmptyState
        icon={<IconChartBar size={24} />}
        title="There are no Power BI reports yet"
        text="Reports appear here once they are published to the workspace."
      />
    );
  }
  const chosen =
    powerBiKind !== undefined && powerBiReport !== undefined
      ? { kind: powerBiKind, reportId: powerBiReport }
      : { kind: first.kind, reportId: first.reportId };
  const isListed = reports.some((one) => valueOf(one) === valueOf(chosen));
  return (
    <>
      <Select
        className={classes.powerBiPicker}
        label="Report"
        allowDeselect={false}
        searchable={reports.length > 8}
        nothingFoundMessage="No options found"
        data={powerBiKinds
          .map((kind) => ({
            group: kindLabels[kind],
            items: reports.filter((one) => one.kind === kind).map((one) => ({ value: valueOf(one), label: one.name })),
          }))
          .filter(({ items }) => items.length > 0)}
        value={isListed ? valueOf(chosen) : null}
        onChange={(value) => {
          const next = reports.find((one) => valueOf(one) === value);
          if (next === undefined) return;
          void navigate({
            search: (old) => ({ ...old, powerBiKind: next.kind, powerBiReport: next.reportId }),
          });
        }}
      />
      <OneReport key={valueOf(chosen)} {...chosen} />
    </>
  );
}

function OneReport(input: Pick<PowerBiReport, 'kind' | 'reportId'>): ReactNode {
  const query = useQuery({
    ...queryOf(getPowerBiReport, { kind: input.kind, reportId: input.reportId }),
    retry: false,
    // Only the token is renewed while the user reads the report.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data === undefined
        ? false
        : Math.max(Date.parse(state.data.expiresAt) - Date.now() - renewBeforeMs, shortestWaitMs),
    refetchIntervalInBackground: true,
  });
  return (
    <QueryState query={query} loading={<ListSkeleton count={6} />}>
      {(report) => <PowerBiFrame report={report} className={classes.powerBi} />}
    </QueryState>
  );
}
