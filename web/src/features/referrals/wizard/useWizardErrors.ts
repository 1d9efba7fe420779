import { listCharts } from '@careloop/contracts/charts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../api/errors.ts';
import { joinedErrors } from '../../../api/formErrors.ts';
import { invalidate } from '../../../api/query.ts';
import { placeErrors } from './wizardInput.ts';
import type { WizardFormReturn } from './wizardSteps.tsx';

/**
 * The client has started to enforce its preferred providers since this one was selected: require the reason from now on.
 */
function askForReason(form: WizardFormReturn): void {
  const provider = form.getValues('chooseProvider.healthcareProvider');
  if (provider === null) return;
  form.setValue('chooseProvider.healthcareProvider', { ...provider, isPreferred: false, enforcePreferred: true });
}

/** The provider can no longer sign in: show who takes care of the referral instead. */
function noteUserGone(form: WizardFormReturn): void {
  const provider = form.getValues('chooseProvider.healthcareProvider');
  if (provider !== null) form.setValue('chooseProvider.healthcareProvider', { ...provider, userId: null });
}

/** Shows the server's errors: each at its field, the others above the steps. */
export function useWizardErrors(form: WizardFormReturn) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  /** Returns the step with the first error, or false to stay. */
  const show = (error: ApiError): number | false => {
    const { placed, others } = placeErrors(error.validationErrors);
    if (placed.some(({ path }) => path.startsWith('chooseProvider.notPreferred'))) askForReason(form);
    if (error.validationErrors['requiresUser'] !== undefined) noteUserGone(form);
    // The tree is out of date.
    if (placed.some(({ path }) => path === 'charts.selectedCharts')) void invalidate(client, listCharts);
    for (const { path, message } of placed) form.setError(path, { type: 'server', message });
    if (others.length > 0) setFailure(joinedErrors(others));
    else if (placed.length === 0 && !error.isSilent) setFailure(error.message);
    return placed[0]?.step ?? false;
  };
  return { failure, show, clear: () => setFailure(null) };
}
