import { getReport, type Report, type ReportName, type ReportRow } from '@careloop/contracts/reports';
import { Button, Group, Table, Text } from '@mantine/core';
import { IconChartBar, IconDownload, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { PrintHead } from '../../components/PrintHead.tsx';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { saveBlob } from '../../lib/saveBlob.ts';
import { DateTimeText } from '../../ui/DateText.tsx';
import { dayOf, formatDay } from '../../ui/dates.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { printPage } from '../../ui/printPage.ts';
import { QueryState } from '../../ui/QueryState.tsx';
import { WideTable } from '../../components/WideTable.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { csvOf } from './csv.ts';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportRows } from './ReportRows.tsx';
import classes from './ReportsPage.module.css';
import {
  groupingOf,
  groupLabels,
  numbersInWords,
  reportLabels,
  reportWords,
  type ReportNumber,
} from './reportWords.ts';

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
      <div className={classes.printed}>
        <PrintHead clientId={clientId} title={reportLabels[report]} meta={`${formatDay(from)} to ${formatDay(to)}`} />
      </div>
      <Group align="flex-end" justify="space-between" className={classes.bar}>
        <ReportFilters report={report} from={from} to={to} error={problem} />
        <Group gap="xs" className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            disabled={query.data === undefined || isOutdated}
            onClick={() => printPage(reportLabels[report], 'letter landscape')}
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
        <QueryState query={query} loading={<ListSkeleton count={6} />}>
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
  const head = [
    heading,
    ...numbers.map(({ label, duration }) => (duration === undefined ? label : `${label} (hours)`)),
  ];
  const lines = [...rows, { label: 'Total', values: total }].map(({ label, values }) => [
    label,
    ...numbers.map((number) => values[number.name] ?? null),
  ]);
  const text = csvOf([head, ...lines]);
  saveBlob(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name);
}

interface SeriesTableProps {
  series: Report['series'];
  numbers: readonly ReportNumber[];
}

/** The chart's data, as text. */
function SeriesTable({ series, numbers }: SeriesTableProps): ReactNode {
  const inWords = numbersInWords(
    numbers,
    series.map(({ values }) => values),
  );
  return (
    <details className={classes.series}>
      <summary>Chart as a table</summary>
      <WideTable label="Chart as a table">
        <Table aria-label="Chart as a table" className={classes.seriesTable}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>From</Table.Th>
              {numbers.map(({ name, label }) => (
                <Table.Th key={name} ta="right">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {series.map(({ from, values }) => (
              <Table.Tr key={from}>
                <Table.Th scope="row">{formatDay(from)}</Table.Th>
                {numbers.map((number) => (
                  <Table.Td key={number.name} ta="right">
                    {inWords(values, number)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </details>
  );
}

interface ReportTableProps {
  label: string;
  /** Heading of the first column. */
  row: string;
  numbers: readonly ReportNumber[];
  report: Report;
}

/** The numbers of a report; each opens the rows it counts or measures. */
function ReportTable({ label, row, numbers, report }: ReportTableProps): ReactNode {
  const inWords = numbersInWords(numbers, [...report.rows.map(({ values }) => values), report.total]);
  return (
    <WideTable className={classes.scroller} label={label}>
      <Table horizontalSpacing="sm" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{row}</Table.Th>
            {numbers.map((number) => (
              <Table.Th key={number.name} ta="right">
                {number.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.rows.map((one) => (
            <Row key={one.key ?? 'none'} row={one} numbers={numbers} inWords={inWords} />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Row row={{ key: undefined, label: 'Total', values: report.total }} numbers={numbers} inWords={inWords} />
        </Table.Tfoot>
      </Table>
    </WideTable>
  );
}

interface RowProps {
  /** An undefined key means all rows. */
  row: Omit<ReportRow, 'key'> & { key: string | null | undefined };
  numbers: readonly ReportNumber[];
  inWords: ReturnType<typeof numbersInWords>;
}

function Row({ row, numbers, inWords }: RowProps): ReactNode {
  return (
    <Table.Tr>
      <Table.Th scope="row">{row.label}</Table.Th>
      {numbers.map((number) => {
        const value = row.values[number.name];
        const words = inWords(row.values, number);
        return (
          <Table.Td key={number.name} ta="right">
            {value === null || value === undefined || (value === 0 && number.duration === undefined) ? (
              words
            ) : (
              <Link
                from="/Reports"
                search={(old) => ({
                  ...old,
                  measure: number.name,
                  key: row.key === null ? 'none' : row.key,
                  page: undefined,
                })}
                aria-label={`${words} ${number.label.toLowerCase()}, ${row.label}: show rows`}
              >
                {words}
              </Link>
            )}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
