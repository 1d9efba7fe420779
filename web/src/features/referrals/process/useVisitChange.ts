import type { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import type { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import type { CallOf } from '@careloop/contracts/endpoint';
import type { Referral } from '@careloop/contracts/referrals';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { toApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { useCall } from '../../../api/query.ts';
import { processFieldOf } from './processForm.ts';
import { useSeenReferral } from './useSeenReferral.ts';

type VisitEndpoint =
  | typeof cancelAppointment
  | typeof completeReferral
  | typeof reopenReferral
  | typeof recordNoShow
  | typeof rescheduleReferral;

type InputOf<E extends VisitEndpoint> = Omit<CallOf<E>, 'referralId' | 'workQueueEncounterId' | 'version'>;

/** Submits a change for the version the user saw when the dialog opened; the form shows a refusal. */
export function useVisitChange<Values extends FieldValues>(
  referral: Referral,
  form: UseFormReturn<Values, unknown, Values>,
) {
  const { version, staleness, isStale, reload } = useSeenReferral(referral);
  const target = { referralId: referral.referralId, version };
  const tried = async (call: () => Promise<unknown>): Promise<boolean> => {
    try {
      await call();
      return true;
    } catch (thrown) {
      if (!isStale(thrown)) applyServerErrors(form, toApiError(thrown), processFieldOf);
      return false;
    }
  };
  return { target, tried, staleness, reload };
}

/** Submits one kind of change with `useVisitChange`. */
export function useVisitCall<E extends VisitEndpoint>(
  endpoint: E,
  { target, tried }: Pick<ReturnType<typeof useVisitChange>, 'target' | 'tried'>,
) {
  const change = useCall(endpoint, { onError: 'form' });
  return (input: InputOf<E>) => tried(() => change.mutateAsync({ ...target, ...input } as CallOf<E>));
}
