import { declineText } from '@careloop/contracts/referrals/answerWords';
import { referredTo } from '@careloop/contracts/referrals/answerWords';
import type { Consultation } from '@careloop/contracts/consultations';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import type { ReferralDraft } from '@careloop/contracts/referrals/drafts';
import type { PatientInfo } from '@careloop/contracts/patients';
import { Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DraftConflict } from '../../../components/DraftConflict.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogCancel } from '../../../ui/DialogCancel.tsx';
import { useSendingWhile } from '../../../ui/sending.ts';
import { toast } from '../../../ui/toasts.tsx';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { submitSteps } from '../../../ui/submitSteps.ts';
import type { LeaveWords } from '../../../ui/unsaved.ts';
import { askedProvider } from './followUp.ts';
import { useReferralDraft } from './useReferralDraft.ts';
import { useProtocol } from './useProtocol.ts';
import { useSuggestions } from './useSuggestions.ts';
import { useSendReferral, type SentReferral } from './useSendReferral.ts';
import { stepParts, wizardForm, type Referrer, type WizardValues } from './wizardForm.ts';
import { useSentToast } from './useSentToast.ts';
import { WizardFrame } from './WizardFrame.tsx';
import { useWizardSteps } from './wizardSteps.tsx';

export interface ReferralStepsProps {
  patient: PatientInfo;
  referrers: readonly Referrer[];
  /** The declined or canceled referral that this one follows. */
  previous: Referral | undefined;
  /** The consultation that becomes this referral. */
  consultation: Consultation | undefined;
  /** The encounter for which it is written. */
  patientEncounterId?: number | undefined;
  defaults: WizardValues;
  /** The draft to continue. */
  saved: ReferralDraft | null;
  /** An earlier draft in which nothing was written; this one replaces it. */
  replaced?: ReferralDraft | undefined;
  /** A note about the continued draft. */
  note?: ReactNode;
  /** Continues with the draft of another window. */
  onReload: (draft: ReferralDraft) => void;
  onClose: () => void;
  onSent: (referral: SentReferral) => void;
}

/** Asked before the page is left. */
const leaving: LeaveWords = {
  title: referralTexts.exitTitle,
  message: 'Your draft is kept, so you can continue later.',
  yes: 'Keep draft',
  no: 'Stay',
};
const leavingUnsaved: LeaveWords = { title: referralTexts.exitTitle, message: referralTexts.exitNote, tone: 'danger' };

/** A new referral: five steps over one form, saved as a draft until it is sent. */
export function ReferralSteps(props: ReferralStepsProps): ReactNode {
  const { patient, referrers, previous, consultation, defaults, saved, replaced, onReload, onClose, onSent } = props;
  const form = useSchemaForm(wizardForm, defaults);
  const { patientId } = patient;
  const follows = {
    previousReferralId: previous?.referralId,
    careCoordinatorRequestId: consultation?.careCoordinatorRequestId,
    patientEncounterId: saved?.content.patientEncounterId ?? props.patientEncounterId,
  };
  const { send, failure, isSent } = useSendReferral(patientId, form, follows);
  const { draft, conflict, hasFailed, isThere, noteStep } = useReferralDraft(patientId, form, saved, follows, replaced);
  const announce = useSentToast(patientId);
  const [isLeaving, setLeaving] = useState(false);
  /** Opened with something to send: it counts as input, although the form starts with it and there is no draft yet. */
  const isPrefilled =
    previous !== undefined || consultation !== undefined || defaults.chooseProvider.healthcareProvider !== null;
  const hasInput = isThere() || isPrefilled;
  useDirtyGuard(hasInput && !isSent, form, hasFailed || !isThere() ? leavingUnsaved : leaving);

  const protocol = useProtocol(form, patientId);
  const suggestions = useSuggestions(form, patientId, protocol.asked);
  const steps = useWizardSteps(form, { patient, referrers, previous, suggestions, protocol });
  const leave = () => (hasInput ? setLeaving(true) : onClose());
  const keep = async () => {
    if (!isThere()) draft.noteChange();
    if (!(await draft.save())) {
      // The conflict between two drafts must be resolved first.
      if (draft.state.get().conflict !== null) setLeaving(false);
      return;
    }
    toast.success('Draft saved');
    onClose();
  };
  const discard = async () => {
    if (!(await draft.discard())) toast.warning('The draft could not be removed. It is offered when you return.');
    onClose();
  };
  const finish = () =>
    submitSteps(form, stepParts, async (values) => {
      const sent = await send(values, await draft.take());
      if (typeof sent !== 'object') {
        draft.giveBack();
        return sent;
      }
      announce(sent);
      onSent(sent);
      return true;
    });
  return (
    <WizardFrame
      title="Request Patient Referral"
      patient={patient}
      form={form}
      failure={failure}
      steps={steps}
      onFinish={finish}
      initialStep={saved?.content.step ?? 0}
      onStepChange={noteStep}
      onLeave={leave}
      onHistoryMove={onClose}
      offersReview
      notes={
        <>
          {previous !== undefined && <PreviousReferral previous={previous} />}
          {consultation !== undefined && <OriginConsultation consultation={consultation} />}
          {props.note}
          {conflict !== null && (
            <DraftConflict onReload={() => onReload(conflict)} onKeepMine={() => draft.keepMine()}>
              Saved <DateTimeText at={conflict.savedAt} />
            </DraftConflict>
          )}
        </>
      }
    >
      {/* Mounted only when it opens: otherwise it would handle the same Escape that opens it. */}
      {isLeaving && (
        <ExitDialog hasFailed={hasFailed} onStay={() => setLeaving(false)} onKeep={keep} onDiscard={discard} />
      )}
    </WizardFrame>
  );
}

interface ExitDialogProps {
  /** The draft could not be saved. */
  hasFailed: boolean;
  onStay: () => void;
  onKeep: () => Promise<void>;
  onDiscard: () => Promise<void>;
}

/** Asks before the wizard is left whether to keep the draft. */
function ExitDialog({ hasFailed, onStay, onKeep, onDiscard }: ExitDialogProps): ReactNode {
  const [busy, setBusy] = useState<'keep' | 'discard'>();
  useSendingWhile(busy !== undefined);
  const run = async (kind: 'keep' | 'discard', work: () => Promise<void>) => {
    setBusy(kind);
    await work();
    setBusy(undefined);
  };
  return (
    <Dialog
      opened
      onClose={onStay}
      title={referralTexts.exitTitle}
      size={480}
      yOffset="14vh"
      zIndex={300}
      closeOnClickOutside={false}
      footer={
        <>
          <DialogCancel data-autofocus>Stay</DialogCancel>
          <Button
            variant="light"
            color="red"
            loading={busy === 'discard'}
            disabled={busy !== undefined}
            onClick={() => void run('discard', onDiscard)}
          >
            Discard
          </Button>
          <Button loading={busy === 'keep'} disabled={busy !== undefined} onClick={() => void run('keep', onKeep)}>
            Keep draft
          </Button>
        </>
      }
    >
      {hasFailed ? (
        <Text c="red">The draft could not be saved. {referralTexts.exitNote}</Text>
      ) : (
        'Keep a draft to continue later, here or on another computer, or discard it.'
      )}
    </Dialog>
  );
}

/** The referral that is sent again, and its outcome. */
function PreviousReferral({ previous }: { previous: Referral }): ReactNode {
  const { status, dateCreated, statusChangedAt } = previous;
  const reason = declineText(previous);
  const outcome = status === 'declined' ? 'declined' : 'canceled';
  return (
    <Callout>
      Follows the referral to {referredTo(previous)} of {formatDate(dateCreated)}, {outcome}{' '}
      {formatDate(statusChangedAt)}
      {reason === null ? '' : ` (${reason})`}. Its details are filled in.
    </Callout>
  );
}

/** The consultation that becomes this referral. */
function OriginConsultation({ consultation }: { consultation: Consultation }): ReactNode {
  const { requestedToName, dateCreated } = consultation;
  return (
    <Callout>
      Follows the consultation with {requestedToName} of {formatDate(dateCreated)}. Its{' '}
      {askedProvider(consultation) === null ? 'notes' : 'provider, notes'} and documents are filled in.
    </Callout>
  );
}
