import { createReferral } from '@careloop/contracts/referrals';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { invalidateAfter } from '../../../api/query.ts';
import { shouldRetry } from '../../../api/queryClient.ts';
import { releaseSaved } from '../../../ui/unsaved.ts';
import type { Follows, WizardResult, WizardValues } from './wizardForm.ts';
import { useReferralErrors } from './useReferralErrors.ts';
import { protocolInput, referralInput } from './wizardInput.ts';

export type SentReferral = OutputOf<typeof createReferral>;

/**
 * Sends the referral. One idempotency key for the whole run of the wizard, not one per content: after a lost response the
 * user may change a word and finish again, and the patient must still get only one referral.
 */
export function useSendReferral(
  patientId: number,
  form: UseFormReturn<WizardValues, unknown, WizardResult>,
  follows: Follows,
) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { failure, show, clear } = useReferralErrors(form);
  const mutation = useMutation<SentReferral, ApiError, { values: WizardResult; draftVersions: string[] }>({
    mutationFn: ({ values, draftVersions }) =>
      call(
        createReferral,
        { patientId, ...referralInput(values), protocol: protocolInput(values), draftVersions, ...follows },
        { idempotencyKey },
      ),
    retry: shouldRetry,
  });

  /**
   * Resolves to the sent referral, the step to go back to, or false to stay.
   * @param draftVersions versions of the draft being sent, which is then removed
   */
  const send = async (values: WizardResult, draftVersions: string[]): Promise<SentReferral | number | false> => {
    clear();
    try {
      const sent = await mutation.mutateAsync({ values, draftVersions });
      releaseSaved(form);
      await invalidateAfter(client, createReferral);
      return sent;
    } catch (thrown) {
      return show(toApiError(thrown));
    }
  };
  return { send, failure, isSent: mutation.isSuccess };
}
