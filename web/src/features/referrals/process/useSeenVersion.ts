import { getReferral, type Referral } from '@careloop/contracts/referrals';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { invalidate } from '../../../api/query.ts';

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
  if (referral.version === seenVersion) return null;
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
    reload: async () => {
      await invalidate(client, getReferral);
      // The referral of this render is the one from before the reload; the refusal told of a newer one.
      setVersion(Math.max(referral.version, stale?.current?.version ?? 0));
      setStale(null);
    },
  };
}
