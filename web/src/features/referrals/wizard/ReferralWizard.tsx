import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { getPatientInfo, type PatientInfo } from '@careloop/contracts/patients';
import type { Referral } from '@careloop/contracts/referrals';
import { getReferralDraft, saveReferralDraft, type ReferralDraft } from '@careloop/contracts/referrals/drafts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { DraftOffer } from './DraftOffer.tsx';
import { ReferralSteps } from './ReferralSteps.tsx';
import type { SentReferral } from './useSendReferral.ts';
import { followUpDefaults } from './followUp.ts';
import type { Referrer } from './wizardForm.ts';
import { referrersOf, wizardDefaults } from './wizardInput.ts';

export interface ReferralWizardProps {
  patientId: number;
  /** The declined or canceled referral that this one follows. */
  previous?: Referral;
  /** Called once leaving is agreed. */
  onClose: () => void;
  onSent: (referral: SentReferral) => void;
}

/** "Request Patient Referral": five steps in a large dialog (docs/domain/referrals.md). */
export function ReferralWizard({ patientId, previous, onClose, onSent }: ReferralWizardProps): ReactNode {
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
        saved={draft.data.draft}
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
  referrers: readonly Referrer[];
  saved: ReferralDraft | null;
}

/** First the draft that was found, if there is one; then the steps. */
function DraftedSteps(props: DraftedStepsProps): ReactNode {
  const { patient, referrers, previous, saved: found, onClose, onSent } = props;
  const session = useSession();
  const [offered, setOffered] = useState(found);
  const [chosen, setChosen] = useState<ReferralDraft | null>(null);
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
  return (
    <ReferralSteps
      key={chosen?.version}
      patient={patient}
      referrers={referrers}
      previous={previous}
      defaults={
        chosen?.content ?? followUpDefaults(wizardDefaults(patient, referrers, session), previous, session.features)
      }
      saved={chosen}
      onReload={setChosen}
      onClose={onClose}
      onSent={onSent}
    />
  );
}
