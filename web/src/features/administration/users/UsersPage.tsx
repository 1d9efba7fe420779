import {
  listManagedUsers,
  userStateLabels,
  userStates,
  type ManagedUserRow,
  type UserState,
} from '@careloop/contracts/administration/users';
import {
  enrollmentStatus as statuses,
  enrollmentStatusLabels,
  type EnrollmentStatus,
} from '@careloop/contracts/codes/profile';
import { Button, Text } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { pagedItems } from '../../../api/pages.ts';
import { UrlSearchBox } from '../../../components/UrlSearchBox.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import links from '../../../components/rowLink.module.css';
import { useLinkRows } from '../../../components/useLinkRows.ts';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import { Page } from '../../../ui/Page.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { NewUserDialog } from './NewUserDialog.tsx';
import { useUserTypes } from './useUserTypes.ts';
import { UserDialog } from './UserDialog.tsx';
import { formatNumber } from '../../../ui/numbers.ts';

const page = getRouteApi('/Users');

const tones: Record<UserState, 'success' | 'warning' | 'inactive' | 'neutral'> = {
  active: 'success',
  locked: 'warning',
  inactive: 'inactive',
  cannotSignIn: 'neutral',
};

const columns: readonly Column<ManagedUserRow>[] = [
  {
    title: 'Name',
    render: ({ userId, fullName }) => (
      <Link from="/Users" to="/Users" search={(search) => ({ ...search, userId })} className={links.rowLink}>
        {fullName}
      </Link>
    ),
  },
  { title: 'Username', isShort: true, render: ({ username }) => username },
  { title: 'Type', isShort: true, render: ({ userTypeName }) => userTypeName },
  { title: 'Clients', isSecondary: true, render: ({ clients }) => clients.join(', ') },
  { title: 'Email', isSecondary: true, render: ({ email }) => email },
  {
    title: 'Account',
    isShort: true,
    render: ({ state }) => <StatusBadge tone={tones[state]} label={userStateLabels[state]} />,
  },
  {
    title: 'Last sign-in',
    isShort: true,
    render: ({ lastSignInAt }) => (lastSignInAt === null ? 'Never' : <DateTimeText at={lastSignInAt} />),
  },
];

const enrollmentChoices = Object.entries(enrollmentStatusLabels).map(([status, label]) => ({
  value: String(statuses.codeOf(status as EnrollmentStatus)),
  label,
}));

/** The users of the administrator's clients. */
export function UsersPage(): ReactNode {
  const { searchTerm = '', userTypeId, state, enrollmentStatus, userId } = page.useSearch();
  const navigate = page.useNavigate();
  const [isAdding, setAdding] = useState(false);
  const table = useLinkRows<HTMLDivElement>();
  const filters = { searchTerm, userTypeId, state, enrollmentStatus };
  const types = useUserTypes();
  const query = useInfiniteQuery({
    queryKey: [listManagedUsers.path, filters, 'pages'] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call(listManagedUsers, { ...filters, page: pageParam }, { signal }),
    getNextPageParam: ({ hasMore }, _pages, last) => (hasMore ? last + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const narrow = (change: Partial<typeof filters>) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true });
  const total = query.data?.pages[0]?.totalItemCount;
  const isNarrowed = searchTerm !== '' || [userTypeId, state, enrollmentStatus].some((filter) => filter !== undefined);
  return (
    <Page
      title="Users"
      layout="fill"
      beside={
        <>
          <UrlSearchBox
            label="Find user"
            placeholder="Name, username or email"
            value={searchTerm}
            isLoading={query.isFetching}
            onSearch={(term) => narrow({ searchTerm: term || undefined })}
            width="18rem"
          />
          <FilterSelect
            label="Type"
            data={types.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={userTypeId === undefined ? undefined : String(userTypeId)}
            onChange={(value) => narrow({ userTypeId: value === undefined ? undefined : Number(value) })}
          />
          <FilterSelect
            label="Account"
            data={userStates.map((value) => ({ value, label: userStateLabels[value] }))}
            value={state}
            onChange={(value) => narrow({ state: value as typeof state })}
          />
          <FilterSelect
            label="Enrollment"
            data={enrollmentChoices}
            value={enrollmentStatus === undefined ? undefined : String(enrollmentStatus)}
            onChange={(value) => narrow({ enrollmentStatus: value === undefined ? undefined : Number(value) })}
          />
          <Text fz="sm" c="dimmed" role="status">
            {total !== undefined && `${formatNumber(total)} ${total === 1 ? 'user' : 'users'}`}
          </Text>
        </>
      }
      actions={
        <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
          Add user
        </Button>
      }
    >
      <QueryTable
        label="Users"
        ref={table}
        columns={columns}
        query={query}
        items={pagedItems}
        emptyTitle={isNarrowed ? 'No user matches these filters' : 'No users yet'}
        emptyIcon={<IconUsers size={24} />}
        rowKey={(one) => one.userId}
        opensRows
      />
      {isAdding && <NewUserDialog onClose={() => setAdding(false)} />}
      {userId !== undefined && (
        <UserDialog
          key={userId}
          userId={userId}
          onClose={() => void navigate({ search: (search) => ({ ...search, userId: undefined }), replace: true })}
        />
      )}
    </Page>
  );
}
