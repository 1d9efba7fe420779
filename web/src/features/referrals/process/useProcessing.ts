import type { Referral } from '@careloop/contracts/referrals';
import { acceptReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import type { UseFormReturn } from 'react-hook-form';
import { useCall } from '../../../api/query.ts';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { acceptanceOf, declineOf, processDefaults, processFieldOf, type ProcessValues } from './processForm.ts';
import { useSeenReferral } from './useSeenReferral.ts';

/** Submits the answer for the version the user saw when the dialog opened. */
export function useProcessing(
  referral: Referral,
  intent: Parameters<typeof processDefaults>[1],
  form: UseFormReturn<ProcessValues, unknown, ProcessValues>,
) {
  const { version, staleness, onStale, reload } = useSeenReferral(referral);
  const refusal = { form, fieldOf: processFieldOf, onStale };
  const accept = useCall(acceptReferral, refusal);
  const decline = useCall(declineReferral, refusal);
  const target = { referralId: referral.referralId, workQueueEncounterId: referral.workQueueEncounterId, version };

  /** Submits. Resolves to the outcome, or to null if it was refused and the form shows why. */
  const submit = async (values: ProcessValues): Promise<ReferralOutcome | null> => {
    const saved =
      values.isAccepting === true
        ? await accept.submit({ ...target, ...acceptanceOf(values) })
        : await decline.submit({ ...target, ...declineOf(values) });
    if (saved === undefined) return null;
    if (values.isAccepting !== true) return 'declined';
    // The appointment of a referral accepted earlier.
    return referral.status === 'accepted' && values.isSchedulingAppointment === true ? 'scheduled' : 'accepted';
  };
  /** Loads what somebody else changed and keeps the user's edits. */
  const takeOver = async () => {
    const now = await reload();
    if (now !== null) form.reset(processDefaults(now, intent), { keepDirtyValues: true });
  };
  return { submit, staleness, reload: takeOver };
}
