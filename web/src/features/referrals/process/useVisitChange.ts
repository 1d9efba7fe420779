import type { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import type { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import type { CallOf } from '@careloop/contracts/endpoint';
import type { Referral } from '@careloop/contracts/referrals';
import type { RefusableForm } from '../../../api/formErrors.ts';
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
export function useVisitChange(referral: Referral, form: RefusableForm) {
  const { version, staleness, onStale, reload } = useSeenReferral(referral);
  const target = { referralId: referral.referralId, version };
  return { form, target, onStale, staleness, reload };
}

/** Submits one kind of change with `useVisitChange`; resolves to whether it was made. */
export function useVisitCall<E extends VisitEndpoint>(
  endpoint: E,
  { form, target, onStale }: Pick<ReturnType<typeof useVisitChange>, 'form' | 'target' | 'onStale'>,
) {
  const change = useCall(endpoint, { form, fieldOf: processFieldOf, onStale });
  return async (input: InputOf<E>) => (await change.submit({ ...target, ...input } as CallOf<E>)) !== undefined;
}
