import { allOf } from '@careloop/contracts/access';
import { reportNames } from '@careloop/contracts/reports';
import { listPowerBiReports } from '@careloop/contracts/reports/powerBi';
import { Tabs } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import tabRow from '../../ui/tabRow.module.css';
import { useTabInView } from '../../ui/useTabInView.ts';
import { OwnReport } from './OwnReport.tsx';
import { PowerBiReports } from './PowerBiReports.tsx';
import classes from './ReportsPage.module.css';
import { reportLabels } from './reportWords.ts';
import { powerBiTab } from './search.ts';

const page = getRouteApi('/Reports');
type Tab = (typeof reportNames)[number] | typeof powerBiTab;

/** The reports that the user may open. */
export function ReportsPage(): ReactNode {
  const { can } = useSession();
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const hasOwn = can(allOf('Reports'));
  const powerBi = useQuery({
    ...queryOf(listPowerBiReports, {}),
    enabled: can(listPowerBiReports.access),
    retry: false,
  });
  // A link to Power BI shows its tab while it is unknown whether there are any reports.
  const isAwaited = search.report === powerBiTab && powerBi.isLoading;
  const hasPowerBi = isAwaited || powerBi.isError || powerBi.data?.isConfigured === true;
  const tabs: readonly Tab[] = [...(hasOwn ? reportNames : []), ...(hasPowerBi ? ([powerBiTab] as const) : [])];
  const report = tabs.find((tab) => tab === search.report) ?? tabs[0];
  const row = useTabInView(report === undefined ? -1 : tabs.indexOf(report));
  if (report === undefined) return powerBi.isFetching ? <ListSkeleton count={6} /> : <NoReports />;
  return (
    <Page title="Reports">
      <Tabs
        value={report}
        onChange={(next) =>
          void navigate({
            search: (old) => ({
              ...old,
              report: tabs.find((tab) => tab === next),
              measure: undefined,
              key: undefined,
              page: undefined,
            }),
          })
        }
      >
        <Tabs.List ref={row} className={`${classes.tabList} ${tabRow.tabRow}`}>
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {tab === powerBiTab ? 'Power BI' : reportLabels[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={report}>
          {report !== powerBiTab && <OwnReport key={report} report={report} />}
          {report === powerBiTab && (
            <QueryState query={powerBi} loading={<ListSkeleton count={6} />}>
              {({ reports }) => <PowerBiReports reports={reports} />}
            </QueryState>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function NoReports(): ReactNode {
  return (
    <EmptyState
      icon={<IconChartBar size={24} />}
      title="No reports are set up for you"
      text="Ask your administrator which reports you need."
    />
  );
}
