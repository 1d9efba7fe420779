import { getReferral, type Referral } from '@careloop/contracts/referrals';
import { useQueryClient } from '@tanstack/react-query';
import { invalidate, queryOf } from '../../../api/query.ts';
import { useSeenVersion } from '../../../components/useSeenVersion.ts';

/** Comments do not change the version. */
const isChange = ({ action }: Referral['timeline'][number]) => action !== 'commented' && action !== 'referred_again';

/** The version of a referral that the user saw when a dialog was opened. */
export function useSeenReferral(referral: Referral) {
  const client = useQueryClient();
  return useSeenVersion(referral, {
    lastChangeOf: ({ timeline }) => timeline.filter(isChange).at(-1),
    read: async () => {
      const query = queryOf(getReferral, { referralId: referral.referralId });
      const now = await client.fetchQuery({ ...query, staleTime: 0 });
      void invalidate(client, getReferral);
      return now;
    },
  });
}
