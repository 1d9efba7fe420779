import { userTypeLabels } from '@careloop/contracts/codes';
import { findUsers, type FoundUser } from '@careloop/contracts/directory/users';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { Section } from '../../../components/Section.tsx';

const columns: readonly Column<FoundUser>[] = [
  { title: 'User', render: ({ fullName }) => <strong>{fullName}</strong> },
  { title: 'Type', isShort: true, render: ({ userType }) => userTypeLabels[userType] },
  { title: 'Specialty', render: ({ specialtyName }) => specialtyName },
];

/** The user's colleagues who work at an organization; users of other clients are not shown. */
export function OrganizationUsers({ healthcareOrganizationId }: { healthcareOrganizationId: number }): ReactNode {
  const query = useQuery(queryOf(findUsers, { healthcareOrganizationId, pageSize: 50 }));
  return (
    <Section title="Users" heading="h2" {...(query.data && { count: query.data.totalItemCount })}>
      <QueryTable
        label="Users"
        columns={columns}
        items={query.data?.items}
        error={query.error}
        onRetry={() => void query.refetch()}
        rowKey={(user) => user.userId}
        emptyTitle="None of your colleagues work here"
        emptyIcon={<IconUsers size={24} aria-hidden />}
      />
    </Section>
  );
}
