import type { Referral } from '@careloop/contracts/referrals';
import { referralLetter } from '@careloop/contracts/referrals/letter';
import { getReferralBrand } from '@careloop/contracts/referrals/record';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';
import { ownTimeZone } from '../../../../ui/dates.ts';
import { RequestLetter } from '../../../charts/shared/RequestLetter.tsx';

/** A referral as a letter; the first pages of its full PDF are the same one. */
export function ReferralLetter({ referral, onPrinted }: { referral: Referral; onPrinted: () => void }): ReactNode {
  const brand = useQuery(queryOf(getReferralBrand, { referralId: referral.referralId }));
  return (
    <RequestLetter
      brand={brand}
      patient={referral.patient}
      canAccessPatient={referral.canAccessPatient}
      letterFor={(about) => referralLetter(referral, { about, timeZone: ownTimeZone })}
      onPrinted={onPrinted}
    />
  );
}
