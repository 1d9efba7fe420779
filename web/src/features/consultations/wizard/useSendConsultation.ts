import { listCharts } from '@careloop/contracts/charts';
import { createConsultation } from '@careloop/contracts/consultations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { invalidate, invalidateAfter } from '../../../api/query.ts';
import { shouldRetry } from '../../../api/queryClient.ts';
import { useWizardErrors } from '../../../components/useWizardErrors.ts';
import { releaseSaved } from '../../../ui/unsaved.ts';
import {
  consultationInput,
  places,
  stepParts,
  type SentConsultation,
  type WizardResult,
  type WizardValues,
} from './wizardForm.ts';

/**
 * Sends the request. One idempotency key for the whole run of the wizard, so that a lost response does not lead to a second
 * request.
 */
export function useSendConsultation(patientId: number, form: UseFormReturn<WizardValues, unknown, WizardResult>) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { failure, show, clear } = useWizardErrors(form, {
    places,
    parts: stepParts,
    onRefused: {
      notPreferredReason: () => askForReason(form),
      notPreferredAdditionalInfo: () => askForReason(form),
      requiresUser: () => noteUserGone(form),
      // The tree is out of date.
      patientCharts: () => void invalidate(client, listCharts),
    },
  });
  const mutation = useMutation<SentConsultation, ApiError, WizardResult>({
    mutationFn: (values) => call(createConsultation, { patientId, ...consultationInput(values) }, { idempotencyKey }),
    retry: shouldRetry,
  });

  /** Resolves to the sent request, the step to go back to, or false to stay. */
  const send = async (values: WizardResult): Promise<SentConsultation | number | false> => {
    clear();
    try {
      const sent = await mutation.mutateAsync(values);
      releaseSaved(form);
      await invalidateAfter(client, createConsultation);
      return sent;
    } catch (thrown) {
      return show(toApiError(thrown));
    }
  };
  return { send, failure, isSent: mutation.isSuccess };
}

/** Notes that the selected provider has no account: the summary says who asks them by phone instead. */
function noteUserGone(form: UseFormReturn<WizardValues, unknown, WizardResult>): void {
  const provider = form.getValues('chooseProvider.healthcareProvider');
  if (provider !== null) form.setValue('chooseProvider.healthcareProvider', { ...provider, userId: null });
}

/** The client has started to enforce its preferred providers since this one was selected: requires the reason. */
function askForReason(form: UseFormReturn<WizardValues, unknown, WizardResult>): void {
  const isNotPreferred = { isPreferred: false, enforcePreferred: true };
  const { member, healthcareProvider: provider } = form.getValues('chooseProvider');
  if (member !== null) form.setValue('chooseProvider.member', { ...member, ...isNotPreferred });
  if (provider !== null) form.setValue('chooseProvider.healthcareProvider', { ...provider, ...isNotPreferred });
}
