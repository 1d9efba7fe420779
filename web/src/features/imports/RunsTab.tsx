import { listImportRuns, type ImportRunItem } from '@careloop/contracts/imports';
import { Group, Table, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf } from '../../api/query.ts';
import { DecisionDetail } from '../../components/DecisionDetail.tsx';
import { PagedBoard } from '../../components/PagedBoard.tsx';
import { Section } from '../../components/Section.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatNumber } from '../../ui/numbers.ts';

const page = getRouteApi('/Imports/');
const keyOf = (run: ImportRunItem) => run.importRunId;
const renderRow = (run: ImportRunItem) => <RunRow run={run} />;

/** Runs of imports, latest first. */
export function RunsTab(): ReactNode {
  const { importRunId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useInfiniteQuery({ ...pagesOf(listImportRuns, {}), placeholderData: keepPreviousData });
  return (
    <PagedBoard
      query={query}
      label="Runs"
      heading="h2"
      list={[]}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={importRunId}
      onSelect={(id, isStep) => void navigate({ search: { importRunId: id }, replace: isStep })}
      detail={(_id, run) => run !== undefined && <RunDetail run={run} />}
      empty={
        <EmptyState
          icon={<IconFileImport size={24} />}
          title="No imports yet"
          text="Files are imported with the command npm run import."
        />
      }
    />
  );
}

const stateOf = ({ endedAt }: ImportRunItem): string => (endedAt === null ? 'Running or stopped' : 'Ended');
const foundOf = ({ findingCount }: ImportRunItem): string =>
  findingCount === 0 ? 'everything could be read' : `${formatNumber(findingCount)} could not be read`;

function RunRow({ run }: { run: ImportRunItem }): ReactNode {
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text span fw={600}>
          <DateTimeText at={run.startedAt} />
        </Text>
        <Text span fz="xs" flex="none">
          {run.fileCount === 1 ? '1 file' : `${formatNumber(run.fileCount)} files`}
        </Text>
      </Group>
      <Text span fz="xs" c="dimmed">
        {[run.clientName, run.sender, run.endedAt === null ? stateOf(run) : null, foundOf(run)]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  );
}

const outcomes = ['created', 'updated', 'unchanged', 'removed', 'rejected'] as const;
const outcomeLabels: Record<(typeof outcomes)[number], string> = {
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  removed: 'Removed',
  rejected: 'Rejected',
};
type Counts = Record<(typeof outcomes)[number], number>;

function RunDetail({ run }: { run: ImportRunItem }): ReactNode {
  const others = run.fileCount - run.files.length;
  return (
    <DecisionDetail
      heading="h3"
      title={`Import for ${run.clientName}`}
      meta={
        <>
          {stateOf(run)} · from {run.sender} · began <DateTimeText at={run.startedAt} />
          {run.endedAt !== null && (
            <>
              , ended <DateTimeText at={run.endedAt} />
            </>
          )}
        </>
      }
      actions={
        run.findingCount > 0 && (
          <Link to="/Imports/NotRead" search={{ importRunId: run.importRunId }}>
            Show what could not be read
          </Link>
        )
      }
    >
      <Section title="Records">
        <CountTable
          label="Records by kind"
          first="Kind"
          rows={run.kinds.map((row) => ({ ...row, name: row.kind.charAt(0).toUpperCase() + row.kind.slice(1) }))}
        />
      </Section>
      <Section title="Files" count={run.fileCount}>
        <CountTable label="Records by file" first="File" rows={run.files} />
        {others > 0 && <Text c="dimmed">{`and ${formatNumber(others)} more files`}</Text>}
      </Section>
      <Section title="Not kept">
        {run.notKept.length === 0 ? (
          <Text c="dimmed">{keptOf(run)}</Text>
        ) : (
          <Table aria-label="Not kept by kind">
            <Table.Tbody>
              {run.notKept.map(({ kind, howMany }) => (
                <Table.Tr key={kind}>
                  <Table.Td>{kind}</Table.Td>
                  <Table.Td ta="right">{formatNumber(howMany)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Section>
    </DecisionDetail>
  );
}

/** What is said of a run that kept every part it read. */
function keptOf({ endedAt, findingCount }: ImportRunItem): string {
  if (endedAt === null) return 'Known once the import has ended';
  return findingCount === 0 ? 'Everything was kept' : 'Everything that could be read was kept';
}

interface CountTableProps {
  label: string;
  first: string;
  rows: readonly (Counts & { name: string })[];
}

function CountTable({ label, first, rows }: CountTableProps): ReactNode {
  if (rows.length === 0) return <Text c="dimmed">Known once the import has ended</Text>;
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{first}</Table.Th>
          {outcomes.map((outcome) => (
            <Table.Th key={outcome} ta="right">
              {outcomeLabels[outcome]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.name}>
            <Table.Td>{row.name}</Table.Td>
            {outcomes.map((outcome) => (
              <Table.Td key={outcome} ta="right" c={row[outcome] === 0 ? 'dimmed' : undefined}>
                {formatNumber(row[outcome])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
