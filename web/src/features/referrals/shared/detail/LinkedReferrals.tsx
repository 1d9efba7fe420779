import { consultationStatusLabels } from '@careloop/contracts/codes/consultations';
import type { Referral } from '@careloop/contracts/referrals';
import type { LinkedReferral } from '@careloop/contracts/referrals/linked';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Callout } from '../../../../ui/Callout.tsx';
import { formatDate } from '../../../../ui/dates.ts';
import { referralStatusLabel } from '../ReferralBadges.tsx';
import { referredTo } from '../ReferralListRow.tsx';

function OtherReferral({ referral }: { referral: LinkedReferral }): ReactNode {
  return (
    <Link to="/Referrals" search={{ referralId: referral.referralId }}>
      {referredTo(referral)}, sent {formatDate(referral.dateCreated)}, {referralStatusLabel(referral.status)}
    </Link>
  );
}

/** The referral before this one and the one that follows it. */
export function LinkedReferrals({ referral }: { referral: Referral }): ReactNode {
  const { previousReferral, nextReferral, originConsultation: consultation } = referral;
  return (
    <>
      {consultation !== null && (
        <Callout title="Follows a consultation">
          <Link to="/Consultations" search={{ careCoordinatorRequestId: consultation.careCoordinatorRequestId }}>
            {consultation.requestedToName}, sent {formatDate(consultation.dateCreated)},{' '}
            {consultationStatusLabels[consultation.status]}
          </Link>
        </Callout>
      )}
      {previousReferral !== null && (
        <Callout title="Follows an earlier referral">
          <OtherReferral referral={previousReferral} />
        </Callout>
      )}
      {nextReferral !== null && (
        <Callout title="Referred again">
          <OtherReferral referral={nextReferral} />
        </Callout>
      )}
    </>
  );
}
