import { chartTexts, listCharts, type PatientDocument } from '@careloop/contracts/charts';
import { Group, Select, Text } from '@mantine/core';
import { IconFileOff, IconFileSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { documentDetail, matchesChartSearch } from '../charts/shared/chartGroups.ts';
import { DocumentReader } from '../charts/shared/DocumentReader.tsx';
import { UploadChartButton } from '../charts/shared/UploadChartButton.tsx';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { inWords } from '../../ui/errorWords.ts';

const page = getRouteApi('/Patient/$patientId');
const none: readonly PatientDocument[] = [];

function renderRow(document: PatientDocument): ReactNode {
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text fw={600} truncate>
          {document.documentName}
        </Text>
        <Text fz="xs" c="dimmed" flex="none">
          <DateText at={document.dateProvided} />
        </Text>
      </Group>
      <Text fz="xs" c="dimmed" truncate>
        {[documentDetail(document), document.facilityName].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** A patient's documents, newest first, with the chosen one to read beside them. */
export function PatientDocuments({ patientId }: { patientId: number }): ReactNode {
  const { patientDocumentId } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useQuery(queryOf(listCharts, { patientId }));
  const [term, setTerm] = useState('');
  const [type, setType] = useState<string | null>(null);
  const all = query.data?.documents ?? none;
  const types = useMemo(() => [...new Set(all.map((one) => one.documentTypeName))].toSorted(), [all]);
  const shown = useMemo(
    () => all.filter((one) => (type === null || one.documentTypeName === type) && matchesChartSearch(one, term)),
    [all, term, type],
  );
  const filtersCount = (term === '' ? 0 : 1) + (type === null ? 0 : 1);
  const select = (key: number | undefined, replace = false) =>
    void navigate({ search: { section: 'documents', patientDocumentId: key }, replace });
  return (
    <ListDetailBoard
      label="Documents"
      heading="h2"
      items={shown}
      rowKey={(document) => document.patientDocumentId}
      renderRow={renderRow}
      selectedKey={patientDocumentId}
      onSelect={(key, isStep) => select(key === null ? undefined : Number(key), isStep)}
      actions={<UploadChartButton patientId={patientId} onUploaded={(ids) => select(ids[0])} />}
      detail={(key) => <DocumentReader document={all.find((one) => one.patientDocumentId === key) ?? null} />}
      empty={
        filtersCount > 0 ? (
          <EmptyState icon={<IconFileSearch size={24} />} title="No results found" />
        ) : (
          <EmptyState icon={<IconFileOff size={24} />} title="No items found" text="This patient has no documents." />
        )
      }
      filters={
        <>
          <SearchBox label="Search documents" value={term} onSearch={setTerm} debounce={150} />
          <Select
            aria-label="Document type"
            placeholder="All document types"
            clearable
            searchable={types.length > 8}
            data={types}
            value={type}
            onChange={setType}
          />
        </>
      }
      filtersCount={filtersCount}
      onResetFilters={() => {
        setTerm('');
        setType(null);
      }}
      isLoading={query.isPending}
      error={query.error === null ? null : inWords(chartTexts.listFailed, query.error)}
      onRetry={() => void query.refetch()}
    />
  );
}
