import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { cancelAppointment, recordNoShow } from '@careloop/contracts/referrals/appointments';
import { reopenReferral } from '@careloop/contracts/referrals/closing';
import { longestComment, processTexts } from '@careloop/contracts/referrals/processing';
import type { Referral } from '@careloop/contracts/referrals';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { formatDateTimeIn } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { referringSide } from '../shared/referringSide.ts';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { StaleCallout } from './StaleCallout.tsx';
import { useVisitCall, useVisitChange } from './useVisitChange.ts';

export type VisitOutcomeKind = 'noShow' | 'appointmentCanceled' | 'reopened';

export interface VisitOutcomeProps {
  referral: Referral;
  kind: VisitOutcomeKind;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

interface Words {
  title: string;
  accept: string;
  tone: 'neutral' | 'danger';
  /** Says what it leads to. */
  consequence: (visit: string, queue: string) => string;
  label: string;
  /** Rule of the text. */
  text: z.ZodType<string, string>;
}

const comment = z.string().trim().max(longestComment, processTexts.commentTooLong);

const words: Record<VisitOutcomeKind, Words> = {
  noShow: {
    title: 'Record a No-Show',
    accept: 'Record no-show',
    tone: 'neutral',
    consequence: (visit, queue) =>
      `The patient missed the appointment${visit}. The referral goes back to ${queue}, to be rescheduled or declined.`,
    label: 'Comment',
    text: comment,
  },
  appointmentCanceled: {
    title: 'Cancel Appointment',
    accept: 'Cancel appointment',
    tone: 'danger',
    consequence: (visit, queue) =>
      `The appointment${visit} is canceled. The referral stays accepted and goes back to ${queue}.`,
    label: 'Comment',
    text: comment,
  },
  reopened: {
    title: 'Reopen Referral',
    accept: 'Reopen referral',
    tone: 'neutral',
    consequence: (_, queue) =>
      `The referral goes back to ${queue} as accepted, with your reason. Its due time counts from now.`,
    label: 'What is still missing?',
    text: reopenReferral.input.shape.reason,
  },
};

/** Records the outcome of the visit, or what is still missing after it. */
export function VisitOutcome({ referral, kind, onClose, onProcessed }: VisitOutcomeProps): ReactNode {
  const { title, accept, tone, consequence, label, text } = words[kind];
  const form = useSchemaForm(z.object({ text }), { text: '' });
  const change = useVisitChange(referral, form);
  const missed = useVisitCall(recordNoShow, change);
  const canceled = useVisitCall(cancelAppointment, change);
  const reopened = useVisitCall(reopenReferral, change);
  const send = (written: string) => {
    if (kind === 'reopened') return reopened({ reason: written });
    const comments = written === '' ? [] : [written];
    return kind === 'noShow' ? missed({ comments }) : canceled({ comments });
  };
  const { appointment, isAnsweredByCoordinators, isUserCoordinator } = referral;
  const isReopened = kind === 'reopened';
  const ownQueue = isReopened ? 'the receiver’s work queue' : 'your work queue';
  const exceptions = isUserCoordinator ? 'your Referral exceptions' : 'the care coordinators’ Referral exceptions';
  const queue = isAnsweredByCoordinators ? exceptions : ownQueue;
  return (
    <FormDialog
      opened
      title={title}
      form={form}
      onClose={onClose}
      isAcceptEnabled
      isAcceptDisabled={change.staleness !== null}
      acceptLabel={accept}
      acceptTone={tone}
      // "Cancel" would look like canceling the appointment.
      cancelLabel="Back"
      header={
        <DialogSubject
          patient={referral.patient}
          recipient={isReopened ? referredTo(referral) : referringSide(referral)}
          recipientLabel={isReopened ? 'Referred to' : 'Referred by'}
          consequence={consequence(
            appointment === null ? '' : ` of ${formatDateTimeIn(appointment.appointmentTime, appointment.timeZone)}`,
            queue,
          )}
        />
      }
      onSubmit={async (values) => {
        if (await send(values.text)) onProcessed(kind);
      }}
    >
      {change.staleness !== null && <StaleCallout staleness={change.staleness} onReload={change.reload} />}
      <Field form={form} name="text" label={label} required={kind === 'reopened'}>
        {(field) => <TrimmedTextarea {...field} minRows={3} />}
      </Field>
    </FormDialog>
  );
}
