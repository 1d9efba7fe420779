import { userTypeLabels, type UserType } from '@careloop/contracts/codes';
import { listCareTeam, type CareTeamMember } from '@careloop/contracts/patients';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import type { Column } from '../../components/DataTable.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { Unknown } from '../../components/Unknown.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const isUserType = (type: string): type is UserType => type in userTypeLabels;

const columns: readonly Column<CareTeamMember>[] = [
  { title: 'Name', render: ({ lastName, firstName }) => `${lastName}, ${firstName}` },
  {
    title: 'Role',
    isShort: true,
    render: ({ userType }) => (isUserType(userType) ? userTypeLabels[userType] : userType),
  },
  { title: 'Specialty', render: ({ specialty }) => specialty ?? <Unknown word="None" /> },
  { title: 'Organization', render: ({ organizationName }) => organizationName ?? <Unknown /> },
  {
    title: 'Membership',
    isShort: true,
    render: ({ status }) =>
      status === 'accepted' ? (
        <StatusBadge tone="success" label="Member" />
      ) : (
        <StatusBadge tone="neutral" label={status === 'invited' ? 'Invited' : status} />
      ),
  },
  { title: 'PCP', isShort: true, render: ({ isPcp }) => (isPcp ? 'PCP' : <Unknown word="No" />) },
];

/** Who is on a patient's care team and who was invited. */
export function CareTeam({ patientId }: { patientId: number }): ReactNode {
  const query = useQuery(queryOf(listCareTeam, { patientId }));
  return (
    <QueryTable
      label="Care team"
      columns={columns}
      items={query.data?.members}
      rowKey={(member) => member.careTeamMemberId}
      error={query.error}
      onRetry={() => void query.refetch()}
      emptyTitle="Nobody is on the care team yet"
      emptyIcon={<IconUsersGroup size={24} />}
    />
  );
}
