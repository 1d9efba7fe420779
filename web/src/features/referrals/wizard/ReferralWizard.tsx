import type { Consultation } from '@careloop/contracts/consultations';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { getPatientInfo, type PatientInfo } from '@careloop/contracts/patients';
import { getReferral, type Referral } from '@careloop/contracts/referrals';
import { getReferralDraft, saveReferralDraft, type ReferralDraft } from '@careloop/contracts/referrals/drafts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { useSession } from '../../../session/useSession.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { DraftOffer } from './DraftOffer.tsx';
import { ReferralSteps, type ReferralStepsProps } from './ReferralSteps.tsx';
import type { SentReferral } from './useSendReferral.ts';
import { consultationDefaults, followUpDefaults } from './followUp.ts';
import type { Referrer } from './wizardForm.ts';
import { referrersOf, wizardDefaults } from './wizardInput.ts';

export interface ReferralWizardProps {
  patientId: number;
  /** The declined or canceled referral that this one follows. */
  previous?: Referral;
  /** Goes on with the draft at once: it was chosen from the list. */
  continuesDraft?: boolean;
  /** The consultation that becomes this one. */
  consultation?: Consultation;
  /** Called once leaving is agreed. */
  onClose: () => void;
  onSent: (referral: SentReferral) => void;
}

/** "Request Patient Referral": five steps in a large dialog (docs/domain/referrals.md). */
export function ReferralWizard(props: ReferralWizardProps): ReactNode {
  const { patientId, previous, consultation, continuesDraft = false, onClose, onSent } = props;
  const { user } = useSession();
  const patient = useQuery(queryOf(getPatientInfo, { patientId }));
  const users = useQuery(queryOf(getImpersonatableUsers, { providersOnly: true }));
  // Another window or computer may have written since.
  const draft = useQuery({ ...queryOf(getReferralDraft, { patientId }), staleTime: 0, gcTime: 0 });
  if (patient.data !== undefined && users.data !== undefined && draft.data !== undefined) {
    const referrers = referrersOf(user, users.data.users);
    return (
      <DraftedSteps
        patient={patient.data}
        referrers={referrers}
        previous={previous}
        consultation={consultation}
        saved={draft.data.draft}
        continuesDraft={continuesDraft}
        onClose={onClose}
        onSent={onSent}
      />
    );
  }
  const failed = [patient, users, draft].find((query) => query.isError);
  return (
    <Dialog opened onClose={onClose} title="Request Patient Referral" size={1080}>
      {failed?.error ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : <DetailSkeleton />}
    </Dialog>
  );
}

interface DraftedStepsProps extends Pick<ReferralWizardProps, 'onClose' | 'onSent'> {
  patient: PatientInfo;
  previous: Referral | undefined;
  consultation: Consultation | undefined;
  referrers: readonly Referrer[];
  saved: ReferralDraft | null;
  continuesDraft: boolean;
}

/** First the draft that was found, if there is one; then the steps. */
function DraftedSteps(props: DraftedStepsProps): ReactNode {
  const { patient, referrers, previous, consultation, saved: found, continuesDraft, onClose, onSent } = props;
  const session = useSession();
  const [offered, setOffered] = useState(continuesDraft ? null : found);
  const [chosen, setChosen] = useState(continuesDraft ? found : null);
  const discard = useCall(saveReferralDraft, { onSuccess: ({ current }) => setOffered(current) });
  if (offered !== null) {
    const { patientId } = patient;
    const { version } = offered;
    return (
      <DraftOffer
        patient={patient}
        draft={offered}
        isDiscarding={discard.isPending}
        onClose={onClose}
        onContinue={() => {
          setChosen(offered);
          setOffered(null);
        }}
        onDiscard={() => discard.mutate({ patientId, version: crypto.randomUUID(), seen: [version], content: null })}
      />
    );
  }
  const steps = { patient, referrers, consultation, onReload: setChosen, onClose, onSent };
  if (chosen !== null) return <ContinuedSteps key={chosen.version} {...steps} previous={previous} saved={chosen} />;
  const opened = consultationDefaults(wizardDefaults(patient, referrers, session), consultation);
  const defaults = followUpDefaults(opened, previous, session.features);
  return <ReferralSteps {...steps} previous={previous} defaults={defaults} saved={null} />;
}

/** A draft goes on following the referral that it followed, wherever the wizard was opened. */
function ContinuedSteps(props: Omit<ReferralStepsProps, 'defaults'> & { saved: ReferralDraft }): ReactNode {
  const { previous, saved, onClose } = props;
  const { content } = saved;
  const followed = content.previousReferralId ?? previous?.referralId;
  const isKnown = followed === undefined || followed === previous?.referralId;
  const query = useQuery({ ...queryOf(getReferral, { referralId: followed }), enabled: !isKnown, retry: false });
  if (isKnown) return <ReferralSteps {...props} defaults={content} />;
  if (query.isPending) {
    return (
      <Dialog opened onClose={onClose} title="Request Patient Referral" size={1080}>
        <DetailSkeleton />
      </Dialog>
    );
  }
  // Sent again meanwhile, or out of reach: what was written is sent as a referral of its own.
  const linked = query.data?.can.referAgain === true ? query.data : undefined;
  const note = linked === undefined && (
    <Callout tone="warning">
      The referral that this draft follows was sent again already. This one is sent without a link to it.
    </Callout>
  );
  return <ReferralSteps {...props} previous={linked} defaults={content} note={note} />;
}
