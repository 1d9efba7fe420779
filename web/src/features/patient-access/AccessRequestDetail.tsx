import {
  accessReasonForm,
  accessRequestStatusLabels,
  approveAccessRequest,
  countAccessRequests,
  declineAccessRequest,
  listAccessRequests,
  longestAccessReason,
  withdrawAccessRequest,
  type AccessRequest,
} from '@careloop/contracts/patient-access';
import { listCareTeam } from '@careloop/contracts/care-teams';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { applyServerErrors } from '../../api/formErrors.ts';
import { useCall } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { CharacterCountedTextarea } from '../../ui/CharacterCountedTextarea.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../ui/forms.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toast } from '../../ui/toasts.tsx';
import classes from './PatientAccess.module.css';
import { nameOfPatient, requesterDetail, requestTones } from './requestWords.ts';

const stale = [listAccessRequests, countAccessRequests, listCareTeam];

/** Who asks for access to whom, why, and the decision. */
export function AccessRequestDetail({ request }: { request: AccessRequest }): ReactNode {
  const { status, reason, birthYear } = request;
  return (
    <article className={classes['detail']}>
      <header className={classes['top']}>
        <div>
          <h2 className={classes['title']}>{nameOfPatient(request)}</h2>
          <p className={classes['meta']}>
            {birthYear === null ? 'Birth year unknown' : `Born ${birthYear}`} ·{' '}
            <StatusBadge tone={requestTones[status]} label={accessRequestStatusLabels[status]} />
          </p>
        </div>
        {status === 'pending' && <RequestActions request={request} />}
      </header>
      <blockquote className={classes['words']}>{reason}</blockquote>
      <RequestFacts request={request} />
    </article>
  );
}

function RequestFacts({ request }: { request: AccessRequest }): ReactNode {
  const { userName, requestedByName, createdAt, decidedAt, decidedByName, declineReason, status, patientId } = request;
  const isOpen = request.can.answer === true || status === 'approved';
  return (
    <Facts
      facts={[
        { label: 'Requested for', value: `${userName} (${requesterDetail(request)})` },
        ...(requestedByName === null ? [] : [{ label: 'Requested by', value: requestedByName }]),
        { label: 'Requested on', value: <DateTimeText at={createdAt} /> },
        ...(decidedAt === null
          ? []
          : [
              { label: `${accessRequestStatusLabels[status]} by`, value: decidedByName },
              { label: `${accessRequestStatusLabels[status]} on`, value: <DateTimeText at={decidedAt} /> },
            ]),
        ...(declineReason === null ? [] : [{ label: 'Reason for declining', value: declineReason, isWide: true }]),
        ...(isOpen
          ? [
              {
                label: 'Record',
                value: (
                  <Link to="/Patient/$patientId" params={{ patientId: String(patientId) }}>
                    Open patient
                  </Link>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** Approve and decline for those who answer, withdraw for whoever asked. */
export function RequestActions({ request }: { request: AccessRequest }): ReactNode {
  const [isDeclining, setDeclining] = useState(false);
  const { accessRequestId, version, can, userName } = request;
  const approve = useCall(approveAccessRequest, {
    invalidates: stale,
    onSuccess: () => toast.success(`Approved. ${userName} is on the care team now.`),
  });
  const withdraw = useCall(withdrawAccessRequest, {
    invalidates: stale,
    onSuccess: () => toast.success('Request withdrawn.'),
  });
  if (can.withdraw === true) {
    return (
      <ActionButton
        variant="default"
        allowance={can.withdraw}
        loading={withdraw.isPending}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => withdraw.mutate({ accessRequestId, version })}
      >
        Withdraw request
      </ActionButton>
    );
  }
  return (
    <div className={classes['actions']}>
      <ActionButton
        variant="default"
        allowance={can.answer}
        leftSection={<IconX size={16} aria-hidden />}
        aria-label={`Decline access for ${userName}`}
        onClick={() => setDeclining(true)}
      >
        Decline
      </ActionButton>
      <ActionButton
        allowance={can.answer}
        loading={approve.isPending}
        leftSection={<IconCheck size={16} aria-hidden />}
        aria-label={`Approve access for ${userName}`}
        onClick={() => approve.mutate({ accessRequestId, version })}
      >
        Approve
      </ActionButton>
      {isDeclining && <DeclineDialog request={request} onClose={() => setDeclining(false)} />}
    </div>
  );
}

function DeclineDialog({ request, onClose }: { request: AccessRequest; onClose: () => void }): ReactNode {
  const form = useSchemaForm(accessReasonForm, { reason: '' });
  const { accessRequestId, version, userName } = request;
  const decline = useCall(declineAccessRequest, {
    invalidates: stale,
    onSuccess: () => {
      toast.success('Request declined.');
      onClose();
    },
    onError: (error) => applyServerErrors(form, error),
  });
  return (
    <FormDialog
      opened
      title="Decline access request"
      form={form}
      onClose={onClose}
      acceptLabel="Decline"
      acceptTone="danger"
      header={
        <p className={classes['line']}>
          {userName} asked for access to <strong>{nameOfPatient(request)}</strong> and will read your reason.
        </p>
      }
      onSubmit={({ reason }) => decline.mutateAsync({ accessRequestId, version, reason }).catch(() => undefined)}
    >
      <CharacterCountedTextarea label="Reason" {...inputProps(form, 'reason')} max={longestAccessReason} />
    </FormDialog>
  );
}
