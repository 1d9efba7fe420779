import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { useWizardErrors } from '../../../components/useWizardErrors.ts';
import { stepParts } from './wizardForm.ts';
import { places } from './wizardInput.ts';
import type { WizardFormReturn } from './wizardSteps.tsx';

/** Shows the server's errors in the steps of a referral. */
export function useReferralErrors(form: WizardFormReturn) {
  const changeProvider = (change: Partial<ProviderSearchItem>) => {
    const provider = form.getValues('chooseProvider.healthcareProvider');
    if (provider !== null) form.setValue('chooseProvider.healthcareProvider', { ...provider, ...change });
  };
  return useWizardErrors(form, {
    places,
    parts: stepParts,
    askForReason: () => changeProvider({ isPreferred: false, enforcePreferred: true }),
    noteUserGone: () => changeProvider({ userId: null }),
  });
}
