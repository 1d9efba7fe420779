import type { ReferralListItem } from '@careloop/contracts/referrals';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReferralListRow } from '../referrals/shared/ReferralListRow.tsx';
import classes from './HomePage.module.css';

/** Referrals, each with a link. */
export function ReferralLinks({ referrals }: { referrals: readonly ReferralListItem[] }): ReactNode {
  return (
    <ul className={classes.rows}>
      {referrals.map((referral) => (
        <li key={referral.referralId}>
          <Link to="/Referrals" search={{ referralId: referral.referralId }} className={classes.row}>
            <ReferralListRow item={referral} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
