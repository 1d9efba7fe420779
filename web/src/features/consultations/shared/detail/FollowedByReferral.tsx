import type { Consultation } from '@careloop/contracts/consultations';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Callout } from '../../../../ui/Callout.tsx';
import { formatDate } from '../../../../ui/dates.ts';
import { referralStatusLabel } from '../../../referrals/shared/ReferralBadges.tsx';
import { referredTo } from '../../../referrals/shared/ReferralListRow.tsx';

/** The referral that the consultation became. */
export function FollowedByReferral({ consultation }: { consultation: Consultation }): ReactNode {
  const { followedByReferral: referral } = consultation;
  if (referral === null) return null;
  return (
    <Callout title="Became a referral">
      <Link to="/Referrals" search={{ referralId: referral.referralId }}>
        {referredTo(referral)}, sent {formatDate(referral.dateCreated)}, {referralStatusLabel(referral.status)}
      </Link>
    </Callout>
  );
}
