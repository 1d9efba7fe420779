import { listCharts } from '@careloop/contracts/charts';
import { createConsultation } from '@careloop/contracts/consultations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { joinedErrors } from '../../../api/formErrors.ts';
import { invalidate } from '../../../api/query.ts';
import { shouldRetry } from '../../../api/queryClient.ts';
import { changedByConsultations } from '../shared/consultationChanges.ts';
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
  const [failure, setFailure] = useState<string | null>(null);
  const mutation = useMutation<SentConsultation, ApiError, WizardResult>({
    mutationFn: (values) => call(createConsultation, consultationInput(patientId, values), { idempotencyKey }),
    retry: shouldRetry,
  });

  /** Shows the server's errors; returns the step with the first one. */
  const showErrors = (error: ApiError): number | false => {
    const steps: number[] = [];
    const others: string[] = [];
    for (const [name, message] of Object.entries(error.validationErrors)) {
      const path = places[name.split('.')[0] ?? name];
      if (path === undefined) {
        others.push(message);
        continue;
      }
      // The client has started to enforce its preferred providers since this one was selected: require the reason from now
      // on.
      if (path.startsWith('chooseProvider.notPreferred')) askForReason(form);
      if (name === 'requiresUser') noteUserGone(form);
      // The tree is out of date.
      if (path === 'charts.selectedCharts') void invalidate(client, listCharts);
      form.setError(path, { type: 'server', message });
      steps.push(stepParts.findIndex((part) => path.startsWith(`${part}.`)));
    }
    if (others.length > 0) setFailure(joinedErrors(others));
    else if (steps.length === 0 && !error.isSilent) setFailure(error.message);
    return steps.length === 0 ? false : Math.min(...steps);
  };
  /** Resolves to the sent request, the step to go back to, or false to stay. */
  const send = async (values: WizardResult): Promise<SentConsultation | number | false> => {
    setFailure(null);
    try {
      const sent = await mutation.mutateAsync(values);
      await invalidate(client, ...changedByConsultations);
      return sent;
    } catch (thrown) {
      return showErrors(toApiError(thrown));
    }
  };
  return { send, failure, isSent: mutation.isSuccess };
}

/** The provider can no longer sign in: the summary then says who asks them. */
function noteUserGone(form: UseFormReturn<WizardValues, unknown, WizardResult>): void {
  const provider = form.getValues('chooseProvider.healthcareProvider');
  if (provider !== null) form.setValue('chooseProvider.healthcareProvider', { ...provider, userId: null });
}

function askForReason(form: UseFormReturn<WizardValues, unknown, WizardResult>): void {
  const isNotPreferred = { isPreferred: false, enforcePreferred: true };
  const { member, healthcareProvider: provider } = form.getValues('chooseProvider');
  if (member !== null) form.setValue('chooseProvider.member', { ...member, ...isNotPreferred });
  if (provider !== null) form.setValue('chooseProvider.healthcareProvider', { ...provider, ...isNotPreferred });
}
