import type { Consultation } from '@careloop/contracts/consultations';
import type { Referral } from '@careloop/contracts/referrals';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { declineText } from '../shared/declineText.ts';
import { referredTo } from '../shared/ReferralListRow.tsx';
import { askedProvider } from './followUp.ts';

/** The referral that is sent again, and its outcome. */
export function PreviousReferral({ previous }: { previous: Referral }): ReactNode {
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
export function OriginConsultation({ consultation }: { consultation: Consultation }): ReactNode {
  const { requestedToName, dateCreated } = consultation;
  return (
    <Callout>
      Follows the consultation with {requestedToName} of {formatDate(dateCreated)}. Its{' '}
      {askedProvider(consultation) === null ? 'notes' : 'provider, notes'} and documents are filled in.
    </Callout>
  );
}
