import { allOf } from '@careloop/contracts/access';
import type { Allowance } from '@careloop/contracts/can';
import {
  listCareTeam,
  type CareTeamMember,
  type DeclinedInvitation,
  type RecordProvider,
} from '@careloop/contracts/care-teams';
import {
  inviteForm,
  inviteToCareTeam,
  joinCareTeam,
  longestInvitationText,
  membershipTexts,
} from '@careloop/contracts/care-teams/members';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import { getPatientInfo } from '@careloop/contracts/patients';
import { IconMailX, IconMessagePlus, IconUserCheck, IconUserPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { shownUser } from '../../../api/actingFor.ts';
import { queryOf, useCall } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { UrlSearchBox } from '../../../components/UrlSearchBox.tsx';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { useSession } from '../../../session/useSession.ts';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { NewMessageDialog } from '../../messages/shared/lazyDialogs.ts';
import { OpenAccess } from '../../patient-access/shared/OpenAccess.tsx';
import { splitByMatch } from '../../../lib/splitByMatch.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import classes from './CareTeam.module.css';
import { InvitePicker, type InvitedUser } from './InvitePicker.tsx';
import { MemberActions } from './MemberActions.tsx';
import { memberColumns } from './memberColumns.tsx';
import { RecordProviders } from './RecordProviders.tsx';

const MembershipDialog = lazyPart(async () => (await import('./MembershipDialog.tsx')).MembershipDialog);

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

/** Recently declined invitations to the care team, with the reason. */
function DeclinedInvitations({ declined }: { declined: readonly DeclinedInvitation[] }): ReactNode {
  return declined.map((one) => (
    <Callout
      key={one.careTeamMemberId}
      icon={<IconMailX size={18} aria-hidden />}
      title={`${one.userName} declined the invitation`}
    >
      {one.reason !== null && <p className={classes['line']}>{one.reason}</p>}
      <p className={classes['dim']}>
        {one.invitedByName !== null && `Invited by ${one.invitedByName} · `}
        <DateTimeText at={one.declinedAt} />
      </p>
    </Callout>
  ));
}

interface InviteDialogProps {
  patientId: number;
  members: readonly CareTeamMember[];
  /** Person already selected. */
  initial?: InvitedUser | undefined;
  onClose: () => void;
}

const messageForm = inviteForm.pick({ message: true });

/** Invites people to a patient's care team, with an optional message. */
function InviteDialog({ patientId, members, initial, onClose }: InviteDialogProps): ReactNode {
  const fields = useSchemaForm(messageForm, { message: '' });
  const [chosen, setChosen] = useState<readonly InvitedUser[]>(initial === undefined ? [] : [initial]);
  const patient = useQuery(queryOf(getPatientInfo, { patientId }));
  const invite = useCall(inviteToCareTeam, {
    onSuccess: ({ invitedUserIds }) => {
      toast.success(invitedUserIds.length === 1 ? 'Invitation sent.' : `${invitedUserIds.length} invitations sent.`);
      onClose();
    },
    form: fields,
  });
  const present = members.filter(({ status }) => status !== 'inactive').map(({ userId }) => userId);
  return (
    <FormDialog
      opened
      title="Invite to care team"
      form={fields}
      onClose={onClose}
      size="lg"
      acceptLabel={chosen.length > 1 ? `Invite ${chosen.length} people` : 'Invite'}
      isAcceptDisabled={chosen.length === 0}
      savingLabel="Inviting..."
      header={
        patient.data !== undefined && (
          <DialogSubject
            patient={patient.data}
            consequence="Anyone who accepts can open the patient's record. Until then they see only the name, the birth year and your message."
          />
        )
      }
      onSubmit={({ message }) => invite.submit({ patientId, message, userIds: chosen.map(({ userId }) => userId) })}
    >
      <InvitePicker patientId={patientId} present={present} chosen={chosen} onChange={setChosen} />
      <Field form={fields} name="message" label="Message to the people you invite">
        {(field) => <TrimmedTextarea {...field} max={longestInvitationText} />}
      </Field>
    </FormDialog>
  );
}

interface TeamActionsProps {
  patientId: number;
  members: readonly CareTeamMember[];
  can: Record<'invite' | 'join' | 'message', Allowance> | undefined;
  onInvite: () => void;
  onMessage: (userIds: readonly number[]) => void;
}

/** Actions for the care team as a whole. */
function TeamActions({ patientId, members, can, onInvite, onMessage }: TeamActionsProps): ReactNode {
  const session = useSession();
  const self = shownUser();
  const others = members.filter(({ userId, status }) => status === 'accepted' && userId !== self);
  const isMember = members.some(({ userId, status }) => status === 'accepted' && userId === self);
  const join = useCall(joinCareTeam, {
    onSuccess: () => toast.success('You are on the care team now.'),
  });
  return (
    <div className={classes['bar']}>
      <ActionButton allowance={can?.invite} leftSection={<IconUserPlus size={16} aria-hidden />} onClick={onInvite}>
        Invite
      </ActionButton>
      {!isMember && (
        <ActionButton
          variant="default"
          allowance={can?.join}
          loading={join.isPending}
          leftSection={<IconUserCheck size={16} aria-hidden />}
          onClick={() => join.mutate({ patientId })}
        >
          Join care team
        </ActionButton>
      )}
      {others.length > 1 && session.can(allOf('Messages')) && (
        <ActionButton
          variant="default"
          allowance={others.length > messageLimits.recipients ? tooMany(others.length) : can?.message}
          leftSection={<IconMessagePlus size={16} aria-hidden />}
          onClick={() => onMessage(others.map(({ userId }) => userId))}
        >
          Message all
        </ActionButton>
      )}
    </div>
  );
}

const tooMany = (count: number) =>
  `${messageTexts.tooManyRecipients}, and this care team has ${count} other members. Message them in groups.`;
