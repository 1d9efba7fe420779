import { listCharts } from '@careloop/contracts/charts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../api/errors.ts';
import { joinedErrors } from '../../../api/formErrors.ts';
import { invalidate } from '../../../api/query.ts';
import { placeErrors } from './wizardInput.ts';
import type { WizardFormReturn } from './wizardSteps.tsx';

/** The client began to enforce its preferred providers after this one was chosen: the step asks for the reason from now on. */
function askForReason(form: WizardFormReturn): void {
  const provider = form.getValues('chooseProvider.healthcareProvider');
  if (provider === null) return;
  form.setValue('chooseProvider.healthcareProvider', { ...provider, isPreferred: false, enforcePreferred: true });
}

/** Shows what the server refused: each at its field, the rest above the steps. */
export function useWizardErrors(form: WizardFormReturn) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  /** Answers the step that has the first of it, or false to stay. */
  const show = (error: ApiError): number | false => {
    const { placed, others } = placeErrors(error.validationErrors);
    if (placed.some(({ path }) => path.startsWith('chooseProvider.notPreferred'))) askForReason(form);
    // What the tree shows is older than what the server knows.
    if (placed.some(({ path }) => path === 'charts.selectedCharts')) void invalidate(client, listCharts);
    for (const { path, message } of placed) form.setError(path, { type: 'server', message });
    if (others.length > 0) setFailure(joinedErrors(others));
    else if (placed.length === 0 && !error.isSilent) setFailure(error.message);
    return placed[0]?.step ?? false;
  };
  return { failure, show, clear: () => setFailure(null) };
}
