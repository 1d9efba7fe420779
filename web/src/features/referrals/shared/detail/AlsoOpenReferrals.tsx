import { openReferralStatuses } from '@careloop/contracts/codes';
import { joined } from '@careloop/contracts/letters';
import { listReferrals, type Referral, type ReferralListItem } from '@careloop/contracts/referrals';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';
import { AlsoOpen } from '../../../../components/AlsoOpen.tsx';
import { formatDate } from '../../../../ui/dates.ts';
import { referralStatusLabel } from '../ReferralBadges.tsx';

/** For the receiver: other open referrals of the patient to them or for the same specialty, as far as their list shows them. */
export function AlsoOpenReferrals({ referral }: { referral: Referral }): ReactNode {
  const { referralId, patient, side, status, healthcareProviderSpecialtyId: specialtyId } = referral;
  const isAsked = side === 'receiving' && openReferralStatuses.some((open) => open === status);
  const { data } = useQuery({
    ...queryOf(listReferrals, { patientId: patient.patientId, status: 'open' }),
    enabled: isAsked,
  });
  if (!isAsked) return null;
  const isSame = (one: ReferralListItem) =>
    one.side === 'receiving' || (specialtyId !== null && one.healthcareProviderSpecialtyId === specialtyId);
  const others = (data?.items ?? []).filter((one) => one.referralId !== referralId && isSame(one));
  return (
    <AlsoOpen
      links={others.map((one) => (
        <Link key={one.referralId} to="/Referrals" search={{ referralId: one.referralId }}>
          {joined([one.specialtyName, one.side !== 'receiving' && one.referredToName], ', to ') || 'Referral'},{' '}
          {referralStatusLabel(one.status)}, sent {formatDate(one.dateCreated)} by {one.referredByName}
        </Link>
      ))}
    />
  );
}
