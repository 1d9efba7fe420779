import { longestReason } from '@careloop/contracts/care-teams';
import {
  declineInviteForm,
  getInvitations,
  mostInBulk,
  processInvitations,
  type Invitation,
} from '@careloop/contracts/care-teams/invitations';
import { canAccessPatient } from '@careloop/contracts/patients';
import { Button, Group, Text } from '@mantine/core';
import { IconCheck, IconChecks, IconListCheck, IconMailOpened, IconX } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pagedItems } from '../../api/pages.ts';
import { pagesOf, queryOf, useCall } from '../../api/query.ts';
import { BoardRow } from '../../components/BoardRow.tsx';
import { DecisionDetail, Quote } from '../../components/DecisionDetail.tsx';
import { PagedBoard } from '../../components/PagedBoard.tsx';
import { useFinishedItems } from '../../components/useFinishedItems.ts';
import { useSession } from '../../session/useSession.ts';
import { DateTimeText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { AcceptedForThem } from './AcceptedForThem.tsx';
import { AcceptInviteDialog, type AnswerDialogProps } from './AcceptInviteDialog.tsx';
import { BulkAnswerDialog } from './BulkAnswerDialog.tsx';
import classes from './Invitations.module.css';
import { birthYearText, declineReasonHint, invitedPatientName } from './invitationWords.ts';
import { NoLongerPendingCallout } from './NoLongerPendingCallout.tsx';
import { useNavigationPart } from '../../shell/navigation.ts';

const page = getRouteApi('/Patients/Invites');
const keyOf = (invitation: Invitation) => invitation.careTeamMemberId;
const renderRow = (invitation: Invitation) => <InvitationRow invitation={invitation} />;

/** Pending invitations to care teams, optionally of one patient, each with its decision. */
export function InvitationsPage(): ReactNode {
  const { patientId, careTeamMemberId } = page.useSearch();
  const navigate = page.useNavigate();
  const [answered, setAnswered] = useState<readonly Invitation[]>();
  const [isLoadingAll, setLoadingAll] = useState(false);
  const [answering, setAnswering] = useState<{ answer: 'accept' | 'decline'; invitation: Invitation }>();
  const { finished, finish } = useFinishedItems();
  const query = useInfiniteQuery({
    ...pagesOf(getInvitations, patientId === undefined ? {} : { patientId }),
    placeholderData: keepPreviousData,
  });
  const loaded = pagedItems(query.data);
  const total = query.data?.pages[0]?.totalItemCount;
  const accepted = query.data?.pages[0]?.acceptedForThem ?? [];
  const answerSeveral = async () => {
    setLoadingAll(true);
    const all = await loadUpTo(mostInBulk, query);
    setLoadingAll(false);
    setAnswered(all);
  };
  return (
    <>
      <PagedBoard
        label="Invitations"
        list={[patientId]}
        query={query}
        rowKey={keyOf}
        renderRow={renderRow}
        selectedKey={careTeamMemberId}
        finished={finished}
        onSelect={(id, isStep) =>
          void navigate({ search: (old) => ({ ...old, careTeamMemberId: id }), replace: isStep })
        }
        detail={(id, invitation) =>
          invitation && (
            <InvitationDetail
              key={id}
              invitation={invitation}
              onAnswer={(answer) => setAnswering({ answer, invitation })}
            />
          )
        }
        missing={<NoLongerPending patientId={patientId} />}
        actions={
          loaded.length > 1 && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconListCheck size={16} aria-hidden />}
              loading={isLoadingAll}
              onClick={() => void answerSeveral()}
            >
              Answer several
            </Button>
          )
        }
        filtersCount={patientId === undefined ? 0 : 1}
        onResetFilters={() => void navigate({ search: {}, replace: true })}
        empty={patientId === undefined ? <NoInvitations /> : <NoneForPatient />}
        total={total}
        footer={accepted.length > 0 ? <AcceptedForThem invitations={accepted} /> : undefined}
      />
      {answering !== undefined && (
        <AnswerDialog
          {...answering}
          items={loaded}
          onDeclined={() => finish(keyOf(answering.invitation))}
          onClose={() => setAnswering(undefined)}
        />
      )}
      {answered !== undefined && (
        <BulkAnswerDialog
          invitations={answered}
          total={Math.max(total ?? 0, answered.length)}
          onStarted={(ids) => finish(...ids)}
          onClose={() => setAnswered(undefined)}
        />
      )}
    </>
  );
}

type Pages = UseInfiniteQueryResult<{ pages: { items: Invitation[] }[] }>;

/** Loads further pages until there are enough invitations; undefined if one cannot be loaded, which the list shows. */
async function loadUpTo(most: number, query: Pages): Promise<Invitation[] | undefined> {
  let result = query;
  for (;;) {
    const items = pagedItems(result.data);
    if (!result.hasNextPage || items.length >= most) return items.slice(0, most);
    result = await query.fetchNextPage();
    if (result.isError) return undefined;
  }
}

interface AnswerDialogHostProps {
  answer: 'accept' | 'decline';
  invitation: Invitation;
  items: readonly Invitation[];
  onDeclined: () => void;
  onClose: () => void;
}

/** Rendered next to the list rather than in the detail, so that it can say when the invitation is withdrawn. */
function AnswerDialog({ answer, invitation, items, onDeclined, onClose }: AnswerDialogHostProps): ReactNode {
  const isPending = items.some((item) => keyOf(item) === keyOf(invitation));
  const shown = { invitation, isPending, onClose };
  // Accepting leads to the patient's page.
  if (answer === 'accept') return <AcceptInviteDialog {...shown} />;
  return <DeclineInviteDialog {...shown} onDeclined={onDeclined} />;
}

function NoInvitations(): ReactNode {
  return (
    <EmptyState
      icon={<IconChecks size={24} />}
      title="No pending invitations"
      text="Invitations to care teams appear here."
      action={
        <Button component={Link} to="/Patients" variant="default">
          Go to My Patients
        </Button>
      }
    />
  );
}

/** No invitation for this patient; there may be others. */
function NoneForPatient(): ReactNode {
  const { data } = useNavigationPart('invitations');
  const others = data?.pendingInviteCount ?? 0;
  if (others === 0) return <NoInvitations />;
  return (
    <EmptyState
      icon={<IconChecks size={24} />}
      title={`None for this patient; ${others} ${others === 1 ? 'other' : 'others'}`}
      text="Invitations to care teams of other patients are pending."
      action={
        <Button component={Link} to="/Patients/Invites" variant="default">
          Show all invitations
        </Button>
      }
    />
  );
}

/** @param patientId the patient of the invitation, if the address names one */
function NoLongerPending({ patientId }: { patientId: number | undefined }): ReactNode {
  // A declined or withdrawn invitation gave no access.
  const access = useQuery({ ...queryOf(canAccessPatient, { patientId }), enabled: patientId !== undefined });
  return (
    <EmptyState
      icon={<IconMailOpened size={24} />}
      title="This invitation is no longer pending"
      text="It was answered or withdrawn."
      action={
        access.data?.canAccessPatient === true ? (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/Patient/$patientId" params={{ patientId: String(patientId) }} {...props} />
            )}
          >
            Open patient
          </Button>
        ) : (
          <Button component={Link} to="/Patients" variant="default">
            Go to My Patients
          </Button>
        )
      }
    />
  );
}

interface InvitationDetailProps {
  invitation: Invitation;
  onAnswer: (answer: 'accept' | 'decline') => void;
}

/** The facts that the invited person needs to decide, and the decision. */
function InvitationDetail({ invitation, onAnswer }: InvitationDetailProps): ReactNode {
  return (
    <DecisionDetail
      title={invitedPatientName(invitation)}
      meta={`${birthYearText(invitation)} · ${invitation.clientName}`}
      actions={
        <Group gap="0.5rem">
          <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => onAnswer('decline')}>
            Decline invite
          </Button>
          <Button leftSection={<IconCheck size={16} aria-hidden />} onClick={() => onAnswer('accept')}>
            Accept invite
          </Button>
        </Group>
      }
    >
      {invitation.invitationText !== null && <Quote>{invitation.invitationText}</Quote>}
      <InvitationFacts invitation={invitation} />
    </DecisionDetail>
  );
}

function InvitationFacts({ invitation }: { invitation: Invitation }): ReactNode {
  const { invitedByName, invitedBySpecialty, invitedAt, userName, userId } = invitation;
  const { user } = useSession();
  const inviter = [invitedByName, invitedBySpecialty].filter(Boolean).join(', ');
  return (
    <Facts
      facts={[
        { label: 'Invited by', value: inviter },
        { label: 'Invited on', value: <DateTimeText at={invitedAt} /> },
        ...(userId === user.userId ? [] : [{ label: 'Invited', value: userName }]),
      ]}
    />
  );
}

/** An invitation in the list: patient, sender, and the invited person if it is not the user. */
function InvitationRow({ invitation }: { invitation: Invitation }): ReactNode {
  const { user } = useSession();
  const isOwn = invitation.userId === user.userId;
  return (
    <BoardRow
      title={invitedPatientName(invitation)}
      mark={
        <Text span fz="xs" flex="none">
          {birthYearText(invitation)}
        </Text>
      }
      about={isOwn ? `From ${invitation.invitedByName ?? 'the care team'}` : `For ${invitation.userName}`}
      at={invitation.invitedAt}
    />
  );
}

/** Asks for the reason and declines one invitation. */
function DeclineInviteDialog(props: AnswerDialogProps & { onDeclined: () => void }): ReactNode {
  const { invitation, isPending, onDeclined, onClose } = props;
  const form = useSchemaForm(declineInviteForm, { reason: '' });
  const decline = useCall(processInvitations, {
    onSuccess: ({ outcomes }) => {
      const refusal = outcomes.find(({ wasProcessed }) => !wasProcessed);
      if (refusal === undefined) toast.success('Invitation declined.');
      else toast.warning(refusal.message);
      onDeclined();
      onClose();
    },
    form,
  });
  const { careTeamMemberId } = invitation;
  // The list also reacts to the user's own answer, sometimes before the call returns.
  const isGone = !isPending && decline.isIdle;
  return (
    <FormDialog
      opened
      title="Decline Invite"
      form={form}
      onClose={onClose}
      acceptLabel="Decline invite"
      acceptTone="danger"
      isAcceptDisabled={isGone}
      header={
        <p className={classes['patient']} role="group" aria-label="Patient">
          <strong>{invitedPatientName(invitation)}</strong> <span>{birthYearText(invitation)}</span>
        </p>
      }
      onSubmit={({ reason }) => decline.submit({ careTeamMemberIds: [careTeamMemberId], isAccepting: false, reason })}
    >
      {isGone && <NoLongerPendingCallout />}
      <Field form={form} name="reason" label="Reason" required description={declineReasonHint}>
        {(field) => <TrimmedTextarea {...field} max={longestReason} />}
      </Field>
    </FormDialog>
  );
}
