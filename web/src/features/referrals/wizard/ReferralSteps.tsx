import type { Consultation } from '@careloop/contracts/consultations';
import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import type { ReferralDraft } from '@careloop/contracts/referrals/drafts';
import type { PatientInfo } from '@careloop/contracts/patients';
import { useState, type ReactNode } from 'react';
import { DraftConflict } from '../../../components/DraftConflict.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { useDirtyGuard } from '../../../ui/dirtyGuard.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { submitSteps } from '../../../ui/submitSteps.ts';
import type { LeaveWords } from '../../../ui/unsaved.ts';
import { ExitDialog } from './ExitDialog.tsx';
import { OriginConsultation, PreviousReferral } from './PreviousReferral.tsx';
import { useReferralDraft } from './useReferralDraft.ts';
import { useSendReferral, type SentReferral } from './useSendReferral.ts';
import { stepParts, wizardForm, type Referrer, type WizardValues } from './wizardForm.ts';
import { WizardFrame } from './WizardFrame.tsx';
import { useWizardSteps } from './wizardSteps.tsx';

export interface ReferralStepsProps {
  patient: PatientInfo;
  referrers: readonly Referrer[];
  /** The declined or canceled referral that this one follows. */
  previous: Referral | undefined;
  /** The consultation that becomes this referral. */
  consultation: Consultation | undefined;
  defaults: WizardValues;
  /** The draft to continue. */
  saved: ReferralDraft | null;
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
  const { patient, referrers, previous, consultation, defaults, saved, onReload, onClose, onSent } = props;
  const form = useSchemaForm(wizardForm, defaults);
  const { patientId } = patient;
  const follows = {
    previousReferralId: previous?.referralId,
    careCoordinatorRequestId: consultation?.careCoordinatorRequestId,
  };
  const { send, failure, isSent } = useSendReferral(patientId, form, follows);
  const { draft, conflict, hasFailed, isThere, noteStep } = useReferralDraft(patientId, form, saved, follows);
  const [isLeaving, setLeaving] = useState(false);
  /** Opened with something to send: it counts as input, although the form starts with it and there is no draft yet. */
  const isPrefilled =
    previous !== undefined || consultation !== undefined || defaults.chooseProvider.healthcareProvider !== null;
  const hasInput = isThere() || isPrefilled;
  useDirtyGuard(hasInput && !isSent, hasFailed || !isThere() ? leavingUnsaved : leaving);

  const steps = useWizardSteps(form, { patient, referrers, previous });
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
      toast.success('Referral sent');
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
