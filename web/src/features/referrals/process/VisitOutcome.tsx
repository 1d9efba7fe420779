import { cancelAppointment, recordNoShow } from '@careloop/contracts/referrals/appointments';
import { completeReferral } from '@careloop/contracts/referrals/closing';
import { processTexts } from '@careloop/contracts/referrals/processing';
import type { Referral } from '@careloop/contracts/referrals';
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { formatDateTime } from '../../../ui/dates.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../../ui/forms.ts';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { referringSide } from '../shared/referringSide.ts';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { useVisitChange } from './useVisitChange.ts';

export type VisitOutcomeKind = 'noShow' | 'appointmentCanceled' | 'completed';

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
  /** What it leads to. */
  consequence: (visit: string) => string;
  needsComment: boolean;
}

const words: Record<VisitOutcomeKind, Words> = {
  noShow: {
    title: 'Record a No-Show',
    accept: 'Record no-show',
    tone: 'neutral',
    consequence: (visit) =>
      `The patient missed the appointment${visit}. The referral goes back to your work queue, to be rescheduled or declined.`,
    needsComment: false,
  },
  appointmentCanceled: {
    title: 'Cancel Appointment',
    accept: 'Cancel appointment',
    tone: 'danger',
    consequence: (visit) =>
      `The appointment${visit} is canceled. The referral stays accepted and goes back to your work queue.`,
    needsComment: false,
  },
  completed: {
    title: 'Complete Referral',
    accept: 'Complete referral',
    tone: 'neutral',
    consequence: () => 'The referral is closed. Tell the referring side what came of it.',
    needsComment: true,
  },
};

const commentForm = (needsComment: boolean) =>
  z.object({
    comment: z
      .string()
      .trim()
      .max(8000, processTexts.commentTooLong)
      .min(needsComment ? 1 : 0, processTexts.commentRequired),
  });

/** What became of the visit: missed, canceled, or done and the referral with it. */
export function VisitOutcome({ referral, kind, onClose, onProcessed }: VisitOutcomeProps): ReactNode {
  const { title, accept, tone, consequence, needsComment } = words[kind];
  const form = useSchemaForm(commentForm(needsComment), { comment: '' });
  const missed = useVisitChange(recordNoShow, referral, form);
  const canceled = useVisitChange(cancelAppointment, referral, form);
  const completed = useVisitChange(completeReferral, referral, form);
  const send = (comment: string) => {
    if (kind === 'completed') return completed({ comment });
    const comments = comment === '' ? [] : [comment];
    return kind === 'noShow' ? missed({ comments }) : canceled({ comments });
  };
  const { appointment } = referral;
  return (
    <FormDialog
      opened
      title={title}
      form={form}
      onClose={onClose}
      isAcceptEnabled
      acceptLabel={accept}
      acceptTone={tone}
      // "Cancel" would be read as the appointment's.
      cancelLabel="Back"
      header={
        <DialogSubject
          patient={referral.patient}
          recipient={referringSide(referral)}
          recipientLabel="Tells"
          consequence={consequence(appointment === null ? '' : ` of ${formatDateTime(appointment.appointmentTime)}`)}
        />
      }
      onSubmit={async ({ comment }) => {
        if (await send(comment)) onProcessed(kind);
      }}
    >
      <Textarea label="Comment" withAsterisk={needsComment} autosize minRows={3} {...inputProps(form, 'comment')} />
    </FormDialog>
  );
}
