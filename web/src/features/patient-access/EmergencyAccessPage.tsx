import { listEmergencyAccess, type EmergencyAccess } from '@careloop/contracts/patient-access';
import { Group, Switch, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { pagedItems, pagingOf } from '../../api/pages.ts';
import { pagesOf } from '../../api/query.ts';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { useArrivals } from '../../components/useArrivals.ts';
import { useFinishedItems } from '../../components/useFinishedItems.ts';
import { DateText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { EmergencyAccessDetail } from './EmergencyAccessDetail.tsx';
import { nameOfPatient } from './requestWords.ts';

const page = getRouteApi('/EmergencyAccess');
const keyOf = (window: EmergencyAccess) => window.breakGlassAccessId;
const renderRow = (window: EmergencyAccess) => <WindowRow window={window} />;

/** For administrators: who used emergency access to which record, why, and what they opened. */
export function EmergencyAccessPage(): ReactNode {
  const { includeReviewed = false, breakGlassAccessId } = page.useSearch();
  const navigate = page.useNavigate();
  const { finished, finish } = useFinishedItems();
  const query = useInfiniteQuery({
    ...pagesOf(listEmergencyAccess, { isUnreviewed: !includeReviewed }),
    placeholderData: keepPreviousData,
  });
  const loaded = pagedItems(query.data);
  const list = [includeReviewed, query.isPlaceholderData];
  const { items, newCount, showNew } = useArrivals(loaded, keyOf, list);
  const showReviewed = (isShown: boolean) =>
    void navigate({ search: (old) => (isShown ? { ...old, includeReviewed: true } : {}), replace: true });
  return (
    <ListDetailBoard
      label="Emergency access"
      list={list}
      items={items}
      rowKey={keyOf}
      renderRow={renderRow}
      selectedKey={breakGlassAccessId}
      finished={finished}
      onSelect={(key, isStep) =>
        void navigate({
          search: (old) => ({ ...old, breakGlassAccessId: key === null ? undefined : Number(key) }),
          replace: isStep,
        })
      }
      detail={(key) => {
        // Also among the new ones that are held back.
        const window = loaded.find((one) => keyOf(one) === key);
        return window && <EmergencyAccessDetail key={key} window={window} onReviewed={() => finish(key)} />;
      }}
      missing={<NotInList />}
      filters={
        <Switch
          label="Show reviewed"
          checked={includeReviewed}
          onChange={(event) => showReviewed(event.currentTarget.checked)}
        />
      }
      filtersCount={includeReviewed ? 1 : 0}
      onResetFilters={() => showReviewed(false)}
      empty={<NothingOpen />}
      newCount={newCount}
      onShowNew={showNew}
      {...pagingOf(query)}
    />
  );
}

function WindowRow({ window }: { window: EmergencyAccess }): ReactNode {
  const { userName, grantedAt, isActive, reviewedAt } = window;
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text span fw={600}>
          {userName}
        </Text>
        {isActive && <StatusBadge tone="warning" label="Active" />}
        {!isActive && reviewedAt !== null && <StatusBadge tone="success" label="Reviewed" />}
      </Group>
      <Group justify="space-between" gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        <Text span inherit>
          {nameOfPatient(window)}
        </Text>
        <Text span inherit flex="none">
          <DateText at={grantedAt} />
        </Text>
      </Group>
    </>
  );
}

function NothingOpen(): ReactNode {
  return (
    <EmptyState
      icon={<IconChecks size={24} />}
      title="Nothing to review"
      text="Emergency access to patients of your clients appears here."
    />
  );
}

function NotInList(): ReactNode {
  return (
    <EmptyState
      icon={<IconChecks size={24} />}
      title="This access is not in the list"
      text="It may have been reviewed. Show reviewed access to read it."
    />
  );
}
