import { acceptReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import { type Referral } from '@careloop/contracts/referrals';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { useReferralCall } from '../shared/referralChanges.ts';
import { acceptanceOf, declineOf, type ProcessValues } from './processForm.ts';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';

/** Why what the user sees is old: who changed what since the dialog was opened. */
export interface Staleness {
  changedBy: string | null;
  changedAt: string | null;
  what: string | null;
}

function stalenessOf(error: ApiError | null, referral: Referral, seenVersion: number): Staleness | null {
  if (error?.current !== undefined && error.current.version !== seenVersion) return error.current;
  if (referral.version === seenVersion) return null;
  const last = referral.timeline.at(-1);
  return { changedBy: last?.userFullName ?? null, changedAt: last?.occurredAt ?? null, what: last?.action ?? null };
}

/**
 * Sends the answer for the version the user saw when the dialog opened. A version that moved on is told, not overwritten;
 * `acknowledge` goes on from the current one with everything typed kept.
 */
export function useProcessing(referral: Referral, form: UseFormReturn<ProcessValues, unknown, ProcessValues>) {
  const [seenVersion, setSeenVersion] = useState(referral.version);
  const [stale, setStale] = useState<ApiError | null>(null);
  const accept = useReferralCall(acceptReferral, { onError: 'form' });
  const decline = useReferralCall(declineReferral, { onError: 'form' });
  const target = {
    referralId: referral.referralId,
    workQueueEncounterId: referral.workQueueEncounterId,
    version: seenVersion,
  };

  /** Sends; answers what became of it, or null when it was refused and the form says why. */
  const submit = async (values: ProcessValues): Promise<ReferralOutcome | null> => {
    try {
      if (values.isAccepting === true) await accept.mutateAsync({ ...target, ...acceptanceOf(values) });
      else await decline.mutateAsync({ ...target, ...declineOf(values) });
      if (values.isAccepting !== true) return 'declined';
      // The appointment of a referral that had been accepted before.
      return referral.status === 'accepted' && values.isSchedulingAppointment === true ? 'scheduled' : 'accepted';
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.code === 'stale_version') setStale(error);
      else applyServerErrors(form, error);
      return null;
    }
  };
  const acknowledge = () => {
    // The referral of this render is the one from before the reload; the refusal told of a newer one.
    setSeenVersion(Math.max(referral.version, stale?.current?.version ?? 0));
    setStale(null);
  };
  return { submit, staleness: stalenessOf(stale, referral, seenVersion), acknowledge };
}
