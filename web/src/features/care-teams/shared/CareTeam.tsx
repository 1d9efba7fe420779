import { userTypeLabels, type UserType } from '@careloop/contracts/codes';
import { listCareTeam, type CareTeamMember } from '@careloop/contracts/care-teams';
import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { MembershipDialog } from './MembershipDialog.tsx';

const isUserType = (type: string): type is UserType => type in userTypeLabels;

const columns: readonly Column<CareTeamMember>[] = [
  { title: 'Name', render: ({ lastName, firstName }) => `${lastName}, ${firstName}` },
  {
    title: 'Role',
    isShort: true,
    render: ({ userType }) => (isUserType(userType) ? userTypeLabels[userType] : userType),
  },
  { title: 'Specialty', render: ({ specialty }) => specialty },
  { title: 'Organization', render: ({ organizationName }) => organizationName },
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
  { title: 'PCP', isShort: true, render: ({ isPcp }) => isPcp && 'PCP' },
];

/** Who is on a patient's care team and who was invited. */
export function CareTeam({ patientId }: { patientId: number }): ReactNode {
  const query = useQuery(queryOf(listCareTeam, { patientId }));
  const [ending, setEnding] = useState<CareTeamMember>();
  const members = query.data?.members;
  return (
    <>
      <QueryTable
        label="Care team"
        columns={members?.some(mayEnd) === true ? [...columns, actionColumn(setEnding)] : columns}
        items={members}
        rowKey={(member) => member.careTeamMemberId}
        error={query.error}
        onRetry={() => void query.refetch()}
        emptyTitle="Nobody is on the care team yet"
        emptyIcon={<IconUsersGroup size={24} />}
      />
      {ending !== undefined && (
        <MembershipDialog
          patientId={patientId}
          member={ending}
          isLeaving={ending.can.leave === true}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

const mayEnd = ({ can }: CareTeamMember) => can.leave === true || can.remove === true;

function actionColumn(onEnd: (member: CareTeamMember) => void): Column<CareTeamMember> {
  return {
    title: 'Action',
    isShort: true,
    render: (member) =>
      mayEnd(member) && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={member.can.leave === true ? undefined : `Remove ${member.firstName} ${member.lastName}`}
          onClick={() => onEnd(member)}
        >
          {member.can.leave === true ? 'Leave care team' : 'Remove'}
        </Button>
      ),
  };
}
