import type { Referral } from '@careloop/contracts/referrals';
import { referralLetter } from '@careloop/contracts/referrals/letter';
import type { ReactNode } from 'react';
import { ownTimeZone } from '../../../../ui/dates.ts';
import { RequestLetter } from '../../../charts/shared/RequestLetter.tsx';

/** A referral as a letter; the first pages of its full PDF are the same one. */
export function ReferralLetter({ referral, onPrinted }: { referral: Referral; onPrinted: () => void }): ReactNode {
  return (
    <RequestLetter
      patient={referral.patient}
      canAccessPatient={referral.canAccessPatient}
      letterFor={(about) => referralLetter(referral, { about, timeZone: ownTimeZone })}
      onPrinted={onPrinted}
    />
  );
}
