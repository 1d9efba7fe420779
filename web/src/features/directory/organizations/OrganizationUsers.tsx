import { userTypeLabels } from '@careloop/contracts/codes';
import { findUsers, type FoundUser } from '@careloop/contracts/directory/users';
import { IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { pagedItems } from '../../../api/pages.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { Section } from '../../../components/Section.tsx';

const pageSize = 50;

const columns: readonly Column<FoundUser>[] = [
  { title: 'User', render: ({ fullName }) => <strong>{fullName}</strong> },
  { title: 'Type', isShort: true, render: ({ userType }) => userTypeLabels[userType] },
  { title: 'Specialty', render: ({ specialtyName }) => specialtyName },
];

/** The user's colleagues who work at an organization; users of other clients are not shown. */
export function OrganizationUsers({ healthcareOrganizationId }: { healthcareOrganizationId: number }): ReactNode {
  const query = useInfiniteQuery({
    queryKey: [findUsers.path, { healthcareOrganizationId }, 'pages'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(findUsers, { healthcareOrganizationId, page: pageParam, pageSize }, { signal }),
    getNextPageParam: ({ totalItemCount }, _pages, page) => (page * pageSize < totalItemCount ? page + 1 : undefined),
  });
  const total = query.data?.pages[0]?.totalItemCount;
  return (
    <Section title="Users" heading="h2" {...(total !== undefined && { count: total })}>
      <QueryTable
        label="Users"
        columns={columns}
        query={query}
        items={pagedItems}
        rowKey={(user) => user.userId}
        emptyTitle="None of your colleagues work here"
        emptyIcon={<IconUsers size={24} aria-hidden />}
      />
    </Section>
  );
}
