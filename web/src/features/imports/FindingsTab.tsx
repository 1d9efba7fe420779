import { patientName } from '@careloop/contracts/patients/identity';
import { getImportFinding, listImportFindings, type ImportFinding } from '@careloop/contracts/imports';
import { Code, Group, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagesOf, queryOf } from '../../api/query.ts';
import { DecisionDetail } from '../../components/DecisionDetail.tsx';
import { PagedBoard } from '../../components/PagedBoard.tsx';
import { Section } from '../../components/Section.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { QueryState } from '../../ui/QueryState.tsx';

const page = getRouteApi('/Imports/NotRead');
const keyOf = (finding: ImportFinding) => finding.importFindingId;
const renderRow = (finding: ImportFinding) => <FindingRow finding={finding} />;

/** What is wrong with what; reasons about a file as a whole do not name it. */
const problemOf = ({ recordType, fileName, reason }: ImportFinding) =>
  recordType === null ? `${fileName} ${reason}` : `${recordType}: ${reason}`;
const kindLabels: Record<ImportFinding['kind'], string> = { rejected: 'Rejected', left_out: 'Left out' };
const ownerOf = ({ patient }: ImportFinding) => (patient === null ? 'No patient' : patientName(patient));

/** Records that imports rejected and parts that they left out. */
export function FindingsTab(): ReactNode {
  const { importRunId, patientId, importFindingId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useInfiniteQuery({
    ...pagesOf(listImportFindings, { importRunId, patientId }),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedBoard
      query={query}
      label="Could not be read"
      heading="h2"
      list={[importRunId, patientId]}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={importFindingId}
      onSelect={(id, isStep) => void navigate({ search: (old) => ({ ...old, importFindingId: id }), replace: isStep })}
      detail={(id) => <FindingDetail key={id} importFindingId={id} />}
      filtersCount={[importRunId, patientId].filter((filter) => filter !== undefined).length}
      onResetFilters={() => void navigate({ search: {}, replace: true })}
      empty={
        <EmptyState
          icon={<IconChecks size={24} />}
          title="Nothing listed"
          text="Every record of these imports could be read."
        />
      }
    />
  );
}

function FindingRow({ finding }: { finding: ImportFinding }): ReactNode {
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text span fw={600}>
          {ownerOf(finding)}
        </Text>
        <Text span fz="xs" flex="none">
          {kindLabels[finding.kind]}
        </Text>
      </Group>
      <Text span fz="sm" display="block">
        {problemOf(finding)}
      </Text>
      <Group justify="space-between" gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        <Text span inherit>
          {finding.fileName}
          {finding.settledAt !== null && ' · read since'}
        </Text>
        <Text span inherit flex="none">
          <DateText at={finding.foundAt} />
        </Text>
      </Group>
    </>
  );
}

function FindingDetail({ importFindingId }: { importFindingId: number }): ReactNode {
  const query = useQuery(queryOf(getImportFinding, { importFindingId }));
  if (query.data === undefined) return <QueryState query={query} />;
  const finding = query.data;
  const { patient, raw } = finding;
  return (
    <DecisionDetail
      heading="h3"
      title={problemOf(finding)}
      meta={
        <>
          {kindLabels[finding.kind]} · found <DateText at={finding.foundAt} />
        </>
      }
    >
      <Facts
        facts={[
          {
            label: 'Patient',
            value: patient !== null && (
              <Link to="/Patient/$patientId" params={{ patientId: String(patient.patientId) }}>
                {patientName(patient)}
              </Link>
            ),
            unknown: 'None',
          },
          { label: 'File', value: finding.fileName },
          { label: 'Line', value: finding.line },
          { label: 'Number of the record', value: finding.recordId },
          {
            label: 'Later copy',
            value: finding.settledAt === null ? null : <>Read on {<DateText at={finding.settledAt} />}</>,
            unknown: 'Not received yet',
          },
        ]}
      />
      <Section title="As it was sent">
        {raw === null ? (
          <Text c="dimmed">Its text could not be separated from the rest of the file.</Text>
        ) : (
          <Code block tabIndex={0} style={{ maxHeight: '32rem', overflow: 'auto', whiteSpace: 'pre-wrap' }}>
            {raw.replaceAll('\r', '\n')}
          </Code>
        )}
        {finding.isRawCut && <Text c="dimmed">The rest is too long to be shown.</Text>}
      </Section>
    </DecisionDetail>
  );
}
