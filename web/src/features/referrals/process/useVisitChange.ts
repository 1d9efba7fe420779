import type { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import type { completeReferral } from '@careloop/contracts/referrals/closing';
import type { CallOf } from '@careloop/contracts/endpoint';
import type { Referral } from '@careloop/contracts/referrals';
import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { toApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { useReferralCall } from '../shared/referralChanges.ts';

type VisitEndpoint =
  | typeof cancelAppointment
  | typeof completeReferral
  | typeof recordNoShow
  | typeof rescheduleReferral;

/** Sends a change of the visit for the version that the reader saw when the dialog opened; the form shows a refusal. */
export function useVisitChange<E extends VisitEndpoint, Values extends FieldValues>(
  endpoint: E,
  referral: Referral,
  form: UseFormReturn<Values, unknown, Values>,
) {
  const [version] = useState(referral.version);
  const change = useReferralCall(endpoint, { onError: 'form' });
  return async (input: Omit<CallOf<E>, 'referralId' | 'workQueueEncounterId' | 'version'>): Promise<boolean> => {
    try {
      await change.mutateAsync({ referralId: referral.referralId, version, ...input } as CallOf<E>);
      return true;
    } catch (thrown) {
      applyServerErrors(form, toApiError(thrown));
      return false;
    }
  };
}
