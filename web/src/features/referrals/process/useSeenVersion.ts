import { getReferral, type Referral } from '@careloop/contracts/referrals';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { invalidate, queryOf } from '../../../api/query.ts';
import { toast } from '../../../ui/toasts.tsx';

/** Why what the user sees is old: who changed what since the dialog was opened. */
export interface Staleness {
  changedBy: string | null;
  changedAt: string | null;
  what: string | null;
}

/** Comments leave the version as it is. */
const isChange = ({ action }: Referral['timeline'][number]) => action !== 'commented' && action !== 'referred_again';

function stalenessOf(error: ApiError | null, referral: Referral, seenVersion: number): Staleness | null {
  if (error?.current !== undefined && error.current.version !== seenVersion) return error.current;
  // What was reloaded may be newer than the referral of this render.
  if (referral.version <= seenVersion) return null;
  const last = referral.timeline.filter(isChange).at(-1);
  return { changedBy: last?.userFullName ?? null, changedAt: last?.occurredAt ?? null, what: last?.action ?? null };
}

/**
 * The version that the user saw when a dialog was opened. One that moved on is told, not overwritten; `reload` goes on from the
 * current one with everything typed kept.
 */
export function useSeenVersion(referral: Referral) {
  const client = useQueryClient();
  const [version, setVersion] = useState(referral.version);
  const [stale, setStale] = useState<ApiError | null>(null);
  return {
    version,
    staleness: stalenessOf(stale, referral, version),
    /** Keeps a refusal because of the version, and answers whether it was one. */
    isStale: (thrown: unknown): boolean => {
      const error = toApiError(thrown);
      if (error.code !== 'stale_version') return false;
      setStale(error);
      return true;
    },
    /** Answers the referral as it is now, or null where it cannot be read; then everything stays as it was. */
    reload: async (): Promise<Referral | null> => {
      try {
        const query = queryOf(getReferral, { referralId: referral.referralId });
        const now = await client.fetchQuery({ ...query, staleTime: 0 });
        void invalidate(client, getReferral);
        setVersion(now.version);
        setStale(null);
        return now;
      } catch (error) {
        toast.failure(toApiError(error));
        return null;
      }
    },
  };
}
