import { listCareTeam, type CareTeamMember, type RecordProvider } from '@careloop/contracts/care-teams';
import { membershipTexts } from '@careloop/contracts/care-teams/members';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { UrlSearchBox } from '../../../components/UrlSearchBox.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { NewMessageDialog } from '../../messages/shared/lazyDialogs.ts';
import { OpenAccess } from '../../patient-access/shared/OpenAccess.tsx';
import { splitByMatch } from '../../../lib/splitByMatch.ts';
import { Callout } from '../../../ui/Callout.tsx';
import classes from './CareTeam.module.css';
import { DeclinedInvitations } from './DeclinedInvitations.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import type { InvitedUser } from './InvitePicker.tsx';
import { MemberActions } from './MemberActions.tsx';
import { memberColumns } from './memberColumns.tsx';
import { MembershipDialog } from './MembershipDialog.tsx';
import { RecordProviders } from './RecordProviders.tsx';
import { TeamActions } from './TeamActions.tsx';

/** A larger team can be searched. */
const longTeam = 20;
/** Rows rendered at first, and further ones each time the end of the list comes near. */
const rowsAtOnce = 100;

type Open =
  | { dialog: 'invite'; chosen?: InvitedUser }
  | { dialog: 'message'; userIds: readonly number[] }
  | { dialog: 'end'; member: CareTeamMember };

/** A patient's care team: members, invitations, access requests, and actions for each. */
export function CareTeam({ patientId }: { patientId: number }): ReactNode {
  const query = useQuery(queryOf(listCareTeam, { patientId }));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { members, declined = [], recordProviders = [], can, pcpWithoutUser = null } = query.data ?? {};
  const { found, search } = useMemberSearch(members);
  const [rowCount, setRowCount] = useState(rowsAtOnce);
  // The primary care provider may already be among the providers named in the record.
  const isPcpListed = recordProviders.some(({ isPcp }) => isPcp);
  const actions: Column<CareTeamMember> = {
    title: 'Actions',
    isActions: true,
    render: (member) => (
      <MemberActions
        patientId={patientId}
        member={member}
        canMessage={can?.message === true}
        onMessage={() => setOpen({ dialog: 'message', userIds: [member.userId] })}
        onEnd={() => setOpen({ dialog: 'end', member })}
      />
    ),
  };
  return (
    <div className={classes['team']}>
      {members !== undefined && (
        <TeamActions
          patientId={patientId}
          members={members}
          can={can}
          onInvite={() => setOpen({ dialog: 'invite' })}
          onMessage={(userIds) => setOpen({ dialog: 'message', userIds })}
        />
      )}
      {search}
      <div className={classes['notes']}>
        <OpenAccess patientId={patientId} />
        <DeclinedInvitations declined={declined} />
        {pcpWithoutUser !== null && !isPcpListed && <PcpWithoutUser name={pcpWithoutUser} />}
      </div>
      <QueryTable
        label="Care team"
        columns={[...memberColumns, actions]}
        query={query}
        items={() => found?.slice(0, rowCount) ?? []}
        hasMore={(found?.length ?? 0) > rowCount}
        onLoadMore={() => setRowCount(rowCount + rowsAtOnce)}
        rowKey={(member) => member.careTeamMemberId}
        emptyTitle={members?.length === 0 ? 'Nobody is on the care team yet' : 'No matches found.'}
        emptyIcon={<IconUsersGroup size={24} />}
      />
      <RecordProviders
        providers={recordProviders}
        onInvite={(provider) => setOpen({ dialog: 'invite', chosen: asInvited(provider) })}
      />
      {open?.dialog === 'invite' && (
        <InviteDialog patientId={patientId} members={members ?? []} initial={open.chosen} onClose={close} />
      )}
      {open?.dialog === 'message' && (
        <NewMessageDialog patientId={patientId} recipientUserIds={open.userIds} onClose={close} onSent={close} />
      )}
      {open?.dialog === 'end' && (
        <MembershipDialog
          patientId={patientId}
          member={open.member}
          isLeaving={open.member.can.leave === true}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The members that match the search, and its field if the team is long. */
function useMemberSearch(members: readonly CareTeamMember[] | undefined) {
  const { member = '' } = useSearch({ from: '/Patient/$patientId' });
  const navigate = useNavigate({ from: '/Patient/$patientId' });
  if (members === undefined || members.length <= longTeam) return { found: members, search: null };
  const isFound = ({ firstName, lastName, specialty, organizationName }: CareTeamMember) =>
    splitByMatch(`${firstName} ${lastName}, ${firstName} ${specialty ?? ''} ${organizationName ?? ''}`, member).length >
    1;
  const search = (
    <div className={classes['bar']}>
      <UrlSearchBox
        label="Find a member"
        placeholder="Name, specialty or organization"
        value={member}
        onSearch={(term) =>
          void navigate({ search: (before) => ({ ...before, member: term || undefined }), replace: true })
        }
      />
    </div>
  );
  return { found: member === '' ? members : members.filter(isFound), search };
}

/** Converts to a user of the dialog's picker; only providers with a user are offered. */
function asInvited(provider: RecordProvider): InvitedUser | undefined {
  const { userId, firstName, lastName, specialty, organizationName } = provider;
  if (userId === null) return undefined;
  const fullName = `${lastName}, ${firstName}`;
  return { userId, fullName, userType: 'provider', specialtyName: specialty, organizationName };
}

/** The record's primary care provider is not on the care team: says why. */
function PcpWithoutUser({ name }: { name: string }): ReactNode {
  return (
    <Callout title={`Primary care provider: ${name}`}>
      <p className={classes['line']}>{membershipTexts.noUserRecord}</p>
    </Callout>
  );
}
