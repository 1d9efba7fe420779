import { longestReason, membershipReasonForm } from '@careloop/contracts/care-teams';
import {
  getInviteBatch,
  invitationTexts,
  processInvitationsInBulk,
  type Invitation,
} from '@careloop/contracts/care-teams/invitations';
import { Button, Checkbox, Progress, Radio, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { invalidateAfter, queryOf, useCall } from '../../api/query.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogCancel } from '../../ui/DialogCancel.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { useDirtyDialog } from '../../ui/useDirtyDialog.ts';
import classes from './Invitations.module.css';
import { birthYearText, declineReasonHint, invitedPatientName } from './invitationWords.ts';

/** An event reports each processed invitation; this is for connections without events. */
const askAgainMs = 2000;

interface BulkAnswerDialogProps {
  invitations: readonly Invitation[];
  /** The number of pending invitations, of which only the first may be answered at once. */
  total: number;
  /** Receives the invitations that are being answered. */
  onStarted: (careTeamMemberIds: readonly number[]) => void;
  onClose: () => void;
}

/** Accepts or declines several invitations at once, then shows the server's progress and the outcome of each. */
export function BulkAnswerDialog(props: BulkAnswerDialogProps): ReactNode {
  const { invitations, onClose } = props;
  const [inviteBatchId, setBatchId] = useState<number>();
  if (inviteBatchId !== undefined) {
    return <BatchProgress inviteBatchId={inviteBatchId} invitations={invitations} onClose={onClose} />;
  }
  return <BatchForm {...props} onBatch={setBatchId} />;
}

function BatchForm(props: BulkAnswerDialogProps & { onBatch: (inviteBatchId: number) => void }): ReactNode {
  const { invitations, total, onClose, onStarted, onBatch } = props;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    new Set(invitations.map(({ careTeamMemberId }) => careTeamMemberId)),
  );
  const [answer, setAnswer] = useState<'accept' | 'decline'>('accept');
  const [reason, setReason] = useState('');
  const [wasLeft, setWasLeft] = useState(false);
  const start = useCall(processInvitationsInBulk, {
    // A job answers the invitations; `BatchProgress` refetches once it is done.
    invalidates: false,
    onSuccess: ({ inviteBatchId }, { careTeamMemberIds }) => {
      onStarted(careTeamMemberIds);
      onBatch(inviteBatchId);
    },
  });
  const isAccepting = answer === 'accept';
  const wrong = membershipReasonForm.safeParse({ reason }).error?.issues[0]?.message;
  const submit = () =>
    start.mutate({ careTeamMemberIds: [...chosen], isAccepting, ...(!isAccepting && { reason: reason.trim() }) });
  const isDirty = !isAccepting || reason !== '' || chosen.size !== invitations.length;
  const { guarded } = useDirtyDialog({ isDirty, isSaving: start.isPending, onClose });
  return (
    <Dialog
      title="Answer several invitations"
      {...guarded}
      footer={
        <>
          <DialogCancel />
          <Button
            color={isAccepting ? undefined : 'red'}
            loading={start.isPending}
            disabled={chosen.size === 0 || (!isAccepting && wrong !== undefined)}
            onClick={submit}
          >
            {isAccepting ? 'Accept' : 'Decline'} {chosen.size}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <Choices invitations={invitations} total={total} chosen={chosen} onChange={setChosen} />
        <RadioGroup label="Answer" value={answer} onChange={(value) => setAnswer(value as 'accept' | 'decline')}>
          <Stack gap="xs" mt="xs">
            <Radio value="accept" label="Accept: join these care teams" />
            <Radio value="decline" label="Decline" />
          </Stack>
        </RadioGroup>
        {!isAccepting && (
          <TrimmedTextarea
            label="Reason"
            description={declineReasonHint}
            withAsterisk
            value={reason}
            onChange={setReason}
            onBlur={() => setWasLeft(true)}
            error={wasLeft ? wrong : undefined}
            max={longestReason}
          />
        )}
      </Stack>
    </Dialog>
  );
}

interface ChoicesProps {
  invitations: readonly Invitation[];
  total: number;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

function Choices({ invitations, total, chosen, onChange }: ChoicesProps): ReactNode {
  const toggle = (id: number) =>
    onChange(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  const all = new Set(invitations.map(({ careTeamMemberId }) => careTeamMemberId));
  return (
    <fieldset className={classes['group']}>
      <legend>Invitations</legend>
      <Checkbox
        label={total > invitations.length ? `First ${invitations.length} of ${total}` : `All ${total}`}
        checked={chosen.size === all.size}
        indeterminate={chosen.size > 0 && chosen.size < all.size}
        onChange={() => onChange(chosen.size === all.size ? new Set() : all)}
      />
      <div className={classes['choices']}>
        {invitations.map((invitation) => (
          <Checkbox
            key={invitation.careTeamMemberId}
            label={`${invitedPatientName(invitation)} · ${birthYearText(invitation)}`}
            checked={chosen.has(invitation.careTeamMemberId)}
            onChange={() => toggle(invitation.careTeamMemberId)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function BatchProgress(
  props: Pick<BulkAnswerDialogProps, 'invitations' | 'onClose'> & { inviteBatchId: number },
): ReactNode {
  const { inviteBatchId, invitations, onClose } = props;
  const client = useQueryClient();
  const query = useQuery({
    ...queryOf(getInviteBatch, { inviteBatchId }),
    refetchInterval: ({ state: { data: batch } }) => batch !== undefined && !progressOf(batch)[0] && askAgainMs,
  });
  const { data } = query;
  const [isDone, percent] = progressOf(data);
  useEffect(() => {
    if (isDone) void invalidateAfter(client, processInvitationsInBulk);
  }, [client, isDone]);
  return (
    <Dialog
      opened
      title="Answer several invitations"
      onClose={onClose}
      footer={
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <Stack gap="md">
        {!isDone && <Callout>{invitationTexts.processing}</Callout>}
        {query.isLoadingError ? (
          <QueryState query={query} size="small" />
        ) : (
          <>
            <Progress value={percent} aria-label="Invitations processed" />
            <Text role="status" fz="sm">
              {data === undefined ? 'Starting...' : `${data.processedCount} of ${data.totalCount} processed`}
            </Text>
          </>
        )}
        <ul className={classes['outcomes']} aria-label="Results">
          {data?.items.map(({ careTeamMemberId, outcome, message }) => {
            const invitation = invitations.find((one) => one.careTeamMemberId === careTeamMemberId);
            return (
              <li key={careTeamMemberId}>
                <span>{invitation === undefined ? 'Invitation' : invitedPatientName(invitation)}</span>
                <Outcome outcome={outcome} message={message} isAccepting={data.isAccepting} />
              </li>
            );
          })}
        </ul>
      </Stack>
    </Dialog>
  );
}

function progressOf(batch: { totalCount: number; processedCount: number } | undefined): [boolean, number] {
  if (batch === undefined) return [false, 0];
  return [batch.processedCount === batch.totalCount, (100 * batch.processedCount) / batch.totalCount];
}

interface OutcomeProps {
  outcome: 'done' | 'refused' | null;
  message: string | null;
  isAccepting: boolean;
}

function Outcome({ outcome, message, isAccepting }: OutcomeProps): ReactNode {
  if (outcome === null) return <StatusBadge tone="neutral" label="Waiting" />;
  if (outcome === 'refused') return <StatusBadge tone="warning" label={message ?? 'Not possible'} />;
  return <StatusBadge tone="success" label={isAccepting ? 'Accepted' : 'Declined'} />;
}
