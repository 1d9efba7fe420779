import { getReport, type Report, type ReportName } from '@careloop/contracts/reports';
import { Button, Group, Text } from '@mantine/core';
import { IconChartBar, IconDownload, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { saveBlob } from '../../lib/saveBlob.ts';
import { DateTimeText } from '../../ui/DateText.tsx';
import { dayOf, formatDay } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { csvOf } from './csv.ts';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportRows } from './ReportRows.tsx';
import classes from './ReportsPage.module.css';
import { ReportTable } from './ReportTable.tsx';
import { SeriesTable } from './SeriesTable.tsx';
import { groupingOf, groupLabels, reportLabels, reportWords } from './reportWords.ts';

const page = getRouteApi('/Reports');
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const ReportChart = lazyPart(async () => (await import('./ReportChart.tsx')).ReportChart);

/** YYYY-MM-DD in the user's time zone, `days` ago. */
function daysAgo(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return dayOf(day);
}

/** One of the product's own reports. */
export function OwnReport({ report }: { report: ReportName }): ReactNode {
  const search = page.useSearch();
  const { measure, key, page: number, from = daysAgo(90), to = daysAgo(0) } = search;
  const { clientId, facilityId, healthcareProviderSpecialtyId } = search;
  const groupBy = groupingOf(report, search.groupBy);
  const input = { clientId, facilityId, healthcareProviderSpecialtyId, groupBy, report, from, to, timeZone };
  const query = useQuery({ ...queryOf(getReport, input), placeholderData: keepPreviousData, retry: false });
  /** Whether the numbers are still those of the filters before. */
  const isOutdated = query.isPlaceholderData;
  const { row, numbers } = reportWords[report];
  const heading = row ?? (groupBy === undefined ? '' : groupLabels[groupBy]);
  const problem = query.error?.validationErrors['from'];
  const opened = numbers.find((one) => one.name === measure);
  return (
    <>
      <Text className={classes.printed} fw={600}>
        {reportLabels[report]}, {formatDay(from)} to {formatDay(to)}
      </Text>
      <Group align="flex-end" justify="space-between" className={classes.bar}>
        <ReportFilters report={report} from={from} to={to} error={problem} />
        <Group gap="xs" className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={query.data === undefined || isOutdated}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={query.data === undefined || isOutdated}
            onClick={() =>
              query.data !== undefined && saveReport(query.data, report, heading, `${report}-${from}-${to}.csv`)
            }
          >
            CSV
          </Button>
        </Group>
      </Group>
      {problem === undefined && (
        <QueryState query={query} loading={<ListSkeleton count={6} />} showsRefetchError>
          {(data) => (
            <div className={classes.numbers} aria-busy={isOutdated}>
              <Numbers report={report} heading={heading} data={data} />
            </div>
          )}
        </QueryState>
      )}
      {opened !== undefined && (
        <ReportRows
          input={{ ...input, measure: opened.name, key, page: number }}
          number={[rowLabelOf(query.data, key), opened.label].filter(Boolean).join(' · ')}
        />
      )}
    </>
  );
}

/** Label of the row with the key of the address; without a key, the total. */
function rowLabelOf(report: Report | undefined, key: string | undefined): string | undefined {
  if (key === undefined) return 'Total';
  return report?.rows.find((row) => (row.key ?? 'none') === key)?.label;
}

function Numbers({ report, heading, data }: { report: ReportName; heading: string; data: Report }): ReactNode {
  const { numbers, pictured, isStacked = false } = reportWords[report];
  const drawn = numbers.filter(({ name }) => pictured.includes(name));
  if (data.refreshedAt === null) {
    return (
      <EmptyState
        icon={<IconChartBar size={24} />}
        title="The numbers are being prepared"
        text="Come back in five minutes."
      />
    );
  }
  return (
    <>
      <Text fz="sm" c="dimmed" my="xs">
        As of <DateTimeText at={data.refreshedAt} />
      </Text>
      {data.rows.length === 0 ? (
        <EmptyState
          icon={<IconChartBar size={24} />}
          title="Nothing in this period"
          text="Choose a longer period or fewer filters."
        />
      ) : (
        <>
          <div className={classes.chart}>
            <ReportChart series={data.series} numbers={drawn} isStacked={isStacked} />
          </div>
          <SeriesTable series={data.series} numbers={drawn} />
          <ReportTable label={reportLabels[report]} row={heading} numbers={numbers} report={data} />
        </>
      )}
    </>
  );
}

function saveReport({ rows, total }: Report, report: ReportName, heading: string, name: string): void {
  const { numbers } = reportWords[report];
  const head = [heading, ...numbers.map(({ label, isHours }) => (isHours ? `${label} (hours)` : label))];
  const lines = [...rows, { label: 'Total', values: total }].map(({ label, values }) => [
    label,
    ...numbers.map((number) => values[number.name] ?? null),
  ]);
  const text = csvOf([head, ...lines]);
  saveBlob(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name);
}
