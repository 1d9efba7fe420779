import { patientName } from '@careloop/contracts/patients/identity';
import {
  listDuplicates,
  type DuplicateListItem,
  type DuplicateStatus,
  duplicateStatuses,
} from '@careloop/contracts/duplicates';
import { Group, SegmentedControl, Text } from '@mantine/core';
import { IconChecks, IconFilterOff } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagedItems, pagingOf } from '../../api/pages.ts';
import { pagesOf } from '../../api/query.ts';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { useFinishedItems } from '../../components/useFinishedItems.ts';
import { formatBirth } from '../../ui/dates.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DuplicateDetail } from './DuplicateDetail.tsx';
import { contradictionOf, statusLabels } from './duplicateWords.ts';

const page = getRouteApi('/Duplicates/');
const keyOf = (pair: DuplicateListItem) => pair.patientDuplicateId;
const renderRow = (pair: DuplicateListItem) => <DuplicateRow pair={pair} />;
const statuses = duplicateStatuses.map((status) => ({ value: status, label: statusLabels[status] }));

/** Pairs of records that may be one person, compared side by side. */
export function DuplicatesPage(): ReactNode {
  const { status = 'open', patientId, patientDuplicateId } = page.useSearch();
  const navigate = page.useNavigate();
  const { finished, finish } = useFinishedItems(status);
  const query = useInfiniteQuery({
    ...pagesOf(listDuplicates, { status, patientId }),
    placeholderData: keepPreviousData,
  });
  const show = (next: DuplicateStatus) =>
    void navigate({
      search: (old) => ({ ...old, status: next === 'open' ? undefined : next, patientDuplicateId: undefined }),
      replace: true,
    });
  return (
    <ListDetailBoard
      label="Patients"
      heading="h2"
      list={[status, patientId, query.isPlaceholderData]}
      items={pagedItems(query.data)}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={patientDuplicateId}
      finished={finished}
      onSelect={(key, isStep) =>
        void navigate({
          search: (old) => ({ ...old, patientDuplicateId: key === null ? undefined : Number(key) }),
          replace: isStep,
        })
      }
      detail={(key) => <DuplicateDetail key={key} patientDuplicateId={Number(key)} onDecided={() => finish(key)} />}
      filters={
        <SegmentedControl
          aria-label="Status"
          fullWidth
          data={statuses}
          value={status}
          onChange={(value) => show(value as DuplicateStatus)}
        />
      }
      filtersCount={patientId === undefined ? 0 : 1}
      onResetFilters={() => void navigate({ search: (old) => ({ ...old, patientId: undefined }), replace: true })}
      empty={<NoPairs status={status} isFiltered={patientId !== undefined} />}
      {...pagingOf(query)}
    />
  );
}

const nothing: Record<DuplicateStatus, string> = {
  open: 'Records that may belong to the same person are listed here: they share a number but contradict each other, or they look alike.',
  merged: 'No records are merged.',
  kept_apart: 'No pair was kept apart.',
};

function NoPairs({ status, isFiltered }: { status: DuplicateStatus; isFiltered: boolean }): ReactNode {
  if (isFiltered || status !== 'open') {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} />}
        title="No pairs found"
        text={isFiltered ? 'This patient has no such pair.' : nothing[status]}
      />
    );
  }
  return <EmptyState icon={<IconChecks size={24} />} title="Nothing to review" text={nothing.open} />;
}

/** A pair in the list: both people with their birth dates, and the contradiction. */
function DuplicateRow({ pair }: { pair: DuplicateListItem }): ReactNode {
  return (
    <>
      {pair.patients.map((patient) => (
        <Group key={patient.patientId} justify="space-between" gap="sm" wrap="nowrap">
          <Text span fw={600}>
            {patientName(patient)}
          </Text>
          <Text span fz="xs" flex="none">
            {formatBirth(patient.dateOfBirth, patient.deceasedOn)}
          </Text>
        </Group>
      ))}
      <Group justify="space-between" gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        <Text span inherit>
          {contradictionOf(pair)}
        </Text>
        <Text span inherit flex="none">
          <DateText at={pair.foundAt} />
        </Text>
      </Group>
    </>
  );
}
