import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { listReferrals, type ReferralListItem } from '@careloop/contracts/referrals';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { referralStatusLabel } from '../shared/ReferralBadges.tsx';
import type { WizardValues } from './wizardForm.ts';

type Choice = WizardValues['chooseProvider'];

/** Whether a referral has the same recipient as the choice: the same provider, or the same specialty. */
function isSame(referral: ReferralListItem, { healthcareProvider, healthcareProviderSpecialty }: Choice): boolean {
  const specialtyId = (healthcareProvider ?? healthcareProviderSpecialty)?.healthcareProviderSpecialtyId ?? null;
  if (specialtyId !== null && referral.healthcareProviderSpecialtyId === specialtyId) return true;
  return healthcareProvider !== null && referral.healthcareProviderId === healthcareProvider.healthcareProviderId;
}

interface OpenReferralNoteProps {
  patientId: number;
  /** The referral being edited, which does not count. */
  editedId: number | undefined;
}

/**
 * Warns of open referrals of this patient to the selected provider or specialty, before another one is written and again
 * before it is sent.
 */
export function OpenReferralNote({ patientId, editedId }: OpenReferralNoteProps): ReactNode {
  const choice = useFormContext<WizardValues>().watch('chooseProvider');
  const { data } = useQuery(queryOf(listReferrals, { patientId, status: 'open' }));
  const same = (data?.items ?? []).filter((referral) => referral.referralId !== editedId && isSame(referral, choice));
  if (same.length === 0) return null;
  const chosenId = choice.healthcareProvider?.healthcareProviderId ?? null;
  const where = same.some(({ healthcareProviderId }) => healthcareProviderId === chosenId)
    ? 'there'
    : 'in this specialty';
  return (
    <Callout tone="warning" title={`This patient already has an open referral ${where}`}>
      {same.map((referral) => (
        <div key={referral.referralId}>
          {referredTo(referral)}
          {referral.specialtyName !== null && referral.referredToName !== null && `, ${referral.specialtyName}`} ·{' '}
          {referralStatusLabel(referral.status)} · sent {formatDate(referral.dateCreated)} by {referral.referredByName}{' '}
          ·{' '}
          <Link
            to="/Patient/$patientId"
            params={{ patientId: String(patientId) }}
            search={{ section: 'referrals', referralId: referral.referralId }}
            target="_blank"
          >
            Open in a new tab
          </Link>
        </div>
      ))}
    </Callout>
  );
}
