import { acceptReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import type { Referral } from '@careloop/contracts/referrals';
import type { UseFormReturn } from 'react-hook-form';
import { toApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { useCall } from '../../../api/query.ts';
import { acceptanceOf, declineOf, processDefaults, processFieldOf, type ProcessValues } from './processForm.ts';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { useSeenReferral } from './useSeenReferral.ts';

/** Submits the answer for the version the user saw when the dialog opened. */
export function useProcessing(
  referral: Referral,
  intent: Parameters<typeof processDefaults>[1],
  form: UseFormReturn<ProcessValues, unknown, ProcessValues>,
) {
  const { version, staleness, isStale, reload } = useSeenReferral(referral);
  const accept = useCall(acceptReferral, { onError: 'form' });
  const decline = useCall(declineReferral, { onError: 'form' });
  const target = { referralId: referral.referralId, workQueueEncounterId: referral.workQueueEncounterId, version };

  /** Submits. Resolves to the outcome, or to null if it was refused and the form shows why. */
  const submit = async (values: ProcessValues): Promise<ReferralOutcome | null> => {
    try {
      if (values.isAccepting === true) await accept.mutateAsync({ ...target, ...acceptanceOf(values) });
      else await decline.mutateAsync({ ...target, ...declineOf(values) });
      if (values.isAccepting !== true) return 'declined';
      // The appointment of a referral accepted earlier.
      return referral.status === 'accepted' && values.isSchedulingAppointment === true ? 'scheduled' : 'accepted';
    } catch (thrown) {
      if (!isStale(thrown)) applyServerErrors(form, toApiError(thrown), processFieldOf);
      return null;
    }
  };
  /** Loads what somebody else changed and keeps the user's edits. */
  const takeOver = async () => {
    const now = await reload();
    if (now !== null) form.reset(processDefaults(now, intent), { keepDirtyValues: true });
  };
  return { submit, staleness, reload: takeOver };
}
