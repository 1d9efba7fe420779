import { createReferral } from '@careloop/contracts/referrals';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { joinedErrors } from '../../../api/formErrors.ts';
import { invalidate } from '../../../api/query.ts';
import { changedByReferrals } from '../shared/referralChanges.ts';
import type { WizardResult, WizardValues } from './wizardForm.ts';
import { placeErrors, referralInput } from './wizardInput.ts';

export type SentReferral = OutputOf<typeof createReferral>;

/** The client began to enforce its preferred providers after this one was chosen: the step asks for the reason from now on. */
function askForReason(form: UseFormReturn<WizardValues, unknown, WizardResult>): void {
  const provider = form.getValues('chooseProvider.healthcareProvider');
  if (provider === null) return;
  form.setValue('chooseProvider.healthcareProvider', { ...provider, isPreferred: false, enforcePreferred: true });
}

/**
 * Sends the referral. One idempotency key for the whole run of the wizard, and not one per content: after an answer that
 * was lost the user may change a word and finish again, and the patient must still get one referral only.
 */
export function useSendReferral(
  patientId: number,
  form: UseFormReturn<WizardValues, unknown, WizardResult>,
  previousReferralId?: number,
) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [failure, setFailure] = useState<string | null>(null);
  const mutation = useMutation<SentReferral, ApiError, { values: WizardResult; draftVersions: string[] }>({
    mutationFn: ({ values, draftVersions }) =>
      call(
        createReferral,
        { ...referralInput(patientId, values), draftVersions, previousReferralId },
        { idempotencyKey },
      ),
    retry: (failureCount, error) => error.isTransient && failureCount < 2,
  });

  /** Shows what the server refused; answers the step that has the first of it. */
  const showErrors = (error: ApiError): number | false => {
    const { placed, others } = placeErrors(error.validationErrors);
    if (placed.some(({ path }) => path.startsWith('chooseProvider.notPreferred'))) askForReason(form);
    for (const { path, message } of placed) form.setError(path, { type: 'server', message });
    if (others.length > 0) setFailure(joinedErrors(others));
    else if (placed.length === 0 && !error.isSilent) setFailure(error.message);
    return placed[0]?.step ?? false;
  };
  /**
   * The sent referral, or the step to go back to, or false to stay.
   * @param draftVersions of the draft that is sent: it is removed
   */
  const send = async (values: WizardResult, draftVersions: string[]): Promise<SentReferral | number | false> => {
    setFailure(null);
    try {
      const sent = await mutation.mutateAsync({ values, draftVersions });
      await invalidate(client, ...changedByReferrals);
      return sent;
    } catch (thrown) {
      return showErrors(toApiError(thrown));
    }
  };
  return { send, failure, isSent: mutation.isSuccess };
}
