import { getConsultation, type Consultation } from '@careloop/contracts/consultations';
import { getImpersonatableUsers, type ProviderSearchItem } from '@careloop/contracts/directory';
import { findProviderChoices, type ProviderChoice } from '@careloop/contracts/directory/choices';
import { getPatientInfo, type PatientInfo } from '@careloop/contracts/patients';
import { getReferral, type Referral } from '@careloop/contracts/referrals';
import { getReferralSuggestions, type ReferralSuggestions } from '@careloop/contracts/referrals/suggestions';
import { getReferralDraft, saveReferralDraft, type ReferralDraft } from '@careloop/contracts/referrals/drafts';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.ts';
import { queryOf, useCall } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { useSession } from '../../../session/useSession.ts';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { allQueries, QueryState, type ShownQuery } from '../../../ui/QueryState.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { ReferralSteps, type ReferralStepsProps } from './ReferralSteps.tsx';
import type { SentReferral } from './useSendReferral.ts';
import { consultationDefaults, followUpDefaults, providerDefaults } from './followUp.ts';
import { draftValues, type Referrer } from './wizardForm.ts';
import { isWritten } from './isWritten.ts';
import { referrersOf, wizardDefaults } from './wizardInput.ts';

export interface ReferralWizardProps {
  patientId: number;
  /** The declined or canceled referral that this one follows. */
  previous?: Referral;
  /** Provider already selected in the provider search. */
  provider?: ProviderSearchItem;
  /** Continues the draft at once, because the user chose it from the list. */
  continuesDraft?: boolean;
  /** The consultation that becomes this referral. */
  consultation?: Consultation;
  /** The encounter for which it is written. */
  patientEncounterId?: number;
  /** Called once the user has agreed to leave. */
  onClose: () => void;
  onSent: (referral: SentReferral) => void;
}

/** "Request Patient Referral": five steps in a large dialog (docs/domain/referrals.md). */
export function ReferralWizard(props: ReferralWizardProps): ReactNode {
  const { patientId, previous, consultation, provider, patientEncounterId, continuesDraft = false } = props;
  const { onClose, onSent } = props;
  const { user } = useSession();
  const query = allQueries([
    useQuery(queryOf(getPatientInfo, { patientId })),
    useQuery(queryOf(getImpersonatableUsers, { providersOnly: true })),
    // Another window or computer may have saved it since.
    useQuery({ ...queryOf(getReferralDraft, { patientId }), staleTime: 0, gcTime: 0 }),
  ]);
  // The wizard works without suggestions, so it opens if they cannot be read.
  const suggestions = useQuery(queryOf(getReferralSuggestions, { patientId }));
  // Nor is the wizard kept waiting by a colleague who can no longer be found.
  const colleagueId = previous?.suggestedProvider?.healthcareProviderId;
  const colleague = useQuery({
    ...queryOf(findProviderChoices, { patientId, healthcareProviderId: colleagueId }),
    enabled: colleagueId !== undefined,
  });
  if (query.data === undefined || suggestions.isLoading || colleague.isLoading)
    return <AwaitedWizard query={query} onClose={onClose} />;
  const [patient, { users }, { draft }] = query.data;
  return (
    <DraftedSteps
      patient={patient}
      referrers={referrersOf(user, users)}
      referredBy={suggestions.data?.referredBy ?? null}
      previous={previous}
      suggested={colleague.data?.items[0]}
      consultation={consultation}
      provider={provider}
      patientEncounterId={patientEncounterId}
      saved={draft}
      continuesDraft={continuesDraft}
      onClose={onClose}
      onSent={onSent}
    />
  );
}

/** The wizard's dialog while what it needs is loading, or could not be loaded. */
function AwaitedWizard({ query, onClose }: { query: ShownQuery<unknown>; onClose: () => void }): ReactNode {
  return (
    <Dialog opened onClose={onClose} title="Request Patient Referral" size={1080}>
      <QueryState query={query} />
    </Dialog>
  );
}

interface DraftedStepsProps extends Pick<ReferralWizardProps, 'onClose' | 'onSent'> {
  patient: PatientInfo;
  previous: Referral | undefined;
  /** The colleague suggested by the provider who declined it. */
  suggested: ProviderChoice | undefined;
  consultation: Consultation | undefined;
  provider: ProviderSearchItem | undefined;
  patientEncounterId: number | undefined;
  referrers: readonly Referrer[];
  /** The provider suggested as "Referred by". */
  referredBy: ReferralSuggestions['referredBy'];
  saved: ReferralDraft | null;
  continuesDraft: boolean;
}

/** Offers the stored draft if there is one; then shows the steps. */
function DraftedSteps(props: DraftedStepsProps): ReactNode {
  const { patient, referrers, previous, consultation, provider, saved: found, continuesDraft, onClose, onSent } = props;
  const session = useSession();
  /** A draft in which nothing was written interrupts nobody. */
  const isOffered = found !== null && !continuesDraft && isWritten(found.content, patient);
  const [offered, setOffered] = useState(isOffered ? found : null);
  const [chosen, setChosen] = useState(continuesDraft ? found : null);
  const discard = useCall(saveReferralDraft, { onSuccess: ({ current }) => setOffered(current) });
  if (offered !== null) {
    const { patientId } = patient;
    const { version } = offered;
    return (
      <DraftOffer
        patient={patient}
        draft={offered}
        unlinked={unlinkedTo(offered, previous, consultation)}
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
  const steps = { patient, referrers, onReload: setChosen, onClose, onSent };
  if (chosen !== null) return <ContinuedSteps key={chosen.version} {...steps} saved={chosen} />;
  const blank = providerDefaults(wizardDefaults(patient, referrers, session, props.referredBy), provider);
  const opened = consultationDefaults(blank, consultation);
  const defaults = followUpDefaults(opened, { previous, suggested: props.suggested }, patient);
  return (
    <ReferralSteps
      {...steps}
      previous={previous}
      consultation={consultation}
      patientEncounterId={props.patientEncounterId}
      defaults={defaults}
      saved={null}
      replaced={found !== null && !isOffered && !continuesDraft ? found : undefined}
    />
  );
}

/** What the wizard was opened for, if the draft does not follow it. */
function unlinkedTo(
  { content }: ReferralDraft,
  previous: Referral | undefined,
  consultation: Consultation | undefined,
): DraftOfferProps['unlinked'] {
  if (previous !== undefined && content.previousReferralId !== previous.referralId) return 'referral';
  if (consultation === undefined) return undefined;
  return content.careCoordinatorRequestId === consultation.careCoordinatorRequestId ? undefined : 'consultation';
}

type ContinuedStepsProps = Omit<ReferralStepsProps, 'defaults' | 'previous' | 'consultation'> & {
  saved: ReferralDraft;
};

/** A draft follows what it was started for, wherever it is continued. */
function ContinuedSteps(props: ContinuedStepsProps): ReactNode {
  const { content } = props.saved;
  const referralId = content.previousReferralId ?? undefined;
  const careCoordinatorRequestId = content.careCoordinatorRequestId ?? undefined;
  const referral = useQuery({
    ...queryOf(getReferral, { referralId }),
    enabled: referralId !== undefined,
    refetchOnWindowFocus: false,
  });
  const consultation = useQuery({
    ...queryOf(getConsultation, { careCoordinatorRequestId }),
    enabled: careCoordinatorRequestId !== undefined,
    refetchOnWindowFocus: false,
  });
  const awaited = [referral, consultation].filter(
    ({ data, error, isLoading }) => isLoading || (data === undefined && error !== null && !isRefusal(error)),
  );
  if (awaited.length > 0) return <AwaitedWizard query={allQueries(awaited)} onClose={props.onClose} />;
  // It was sent again in the meantime, or the user lost access: the draft then becomes an independent referral.
  const previous = referral.data?.can.referAgain === true ? referral.data : undefined;
  const origin = consultation.data?.can.refer === true ? consultation.data : undefined;
  const lost =
    (referralId !== undefined && previous === undefined && lostTexts.referral) ||
    (careCoordinatorRequestId !== undefined && origin === undefined && lostTexts.consultation);
  const isClosed = referral.data === undefined && consultation.data === undefined;
  const note = lost && <Callout tone="warning">{isClosed ? lost.closed : lost.followed}</Callout>;
  return (
    <ReferralSteps {...props} previous={previous} consultation={origin} defaults={draftValues(content)} note={note} />
  );
}

/** Whether the user may not, or no longer, see it. Any other error may be worth a retry. */
const isRefusal = ({ code }: ApiError): boolean => ['unauthorized_patient', 'no_access', 'not_found'].includes(code);

const lostTexts = {
  referral: {
    followed:
      'The referral that this draft follows can no longer be sent again. This one is sent without a link to it.',
    closed: 'You can no longer open the referral that this draft follows. This one is sent without a link to it.',
  },
  consultation: {
    followed: 'The consultation of this draft can no longer become a referral. This one is sent without a link to it.',
    closed: 'You can no longer open the consultation of this draft. This one is sent without a link to it.',
  },
} as const;

interface DraftOfferProps {
  patient: PatientInfo;
  draft: ReferralDraft;
  /** What the wizard was opened for, if the draft does not follow it. */
  unlinked: keyof typeof unlinkedTexts | undefined;
  isDiscarding: boolean;
  onClose: () => void;
  onContinue: () => void;
  onDiscard: () => void;
}

const unlinkedTexts = {
  referral:
    'This draft is not linked to the referral you are sending again. To refer again, discard it and start over.',
  consultation:
    'This draft is not linked to the consultation. To refer from the consultation, discard it and start over.',
} as const;

/** Offers to continue an unsent referral before a new one is started. */
function DraftOffer({
  patient,
  draft,
  unlinked,
  isDiscarding,
  onClose,
  onContinue,
  onDiscard,
}: DraftOfferProps): ReactNode {
  const { chooseProvider, referralReason } = draft.content;
  const to = chooseProvider.healthcareProvider?.fullName ?? chooseProvider.healthcareProviderSpecialty?.name;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Continue your draft?"
      size={560}
      footer={
        <>
          <Button variant="light" color="red" loading={isDiscarding} onClick={onDiscard}>
            Discard and start over
          </Button>
          <Button onClick={onContinue} disabled={isDiscarding} data-autofocus>
            Continue draft
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <DialogSubject patient={patient} recipient={to ?? 'Not chosen yet'} />
        {unlinked !== undefined && <Callout tone="warning">{unlinkedTexts[unlinked]}</Callout>}
        <Text>
          You started a referral for this patient and did not send it. Saved <DateTimeText at={draft.savedAt} />.
        </Text>
        <Facts
          columns={1}
          facts={[{ label: 'Reason', value: referralReason.referralReason, unknown: 'Not written yet' }]}
        />
      </Stack>
    </Dialog>
  );
}
