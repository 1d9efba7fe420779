import { listCharts } from '@careloop/contracts/charts';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { getReferralProtocol } from '@careloop/contracts/referrals/protocols';
import { useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../../api/query.ts';
import { useWizardErrors } from '../../../components/useWizardErrors.ts';
import { stepParts } from './wizardForm.ts';
import { places } from './wizardInput.ts';
import type { WizardFormReturn } from './wizardForm.ts';

/** Shows the server's errors in the steps of a referral. */
export function useReferralErrors(form: WizardFormReturn) {
  const client = useQueryClient();
  const changeProvider = (change: Partial<ProviderSearchItem>) => {
    const provider = form.getValues('chooseProvider.healthcareProvider');
    if (provider !== null) form.setValue('chooseProvider.healthcareProvider', { ...provider, ...change });
  };
  // The client has started to enforce its preferred providers since this one was selected.
  const askForReason = () => changeProvider({ isPreferred: false, enforcePreferred: true });
  return useWizardErrors(form, {
    places,
    parts: stepParts,
    onRefused: {
      notPreferredReason: askForReason,
      notPreferredAdditionalInfo: askForReason,
      // The provider can no longer sign in: the summary says who takes care of the request instead.
      requiresUser: () => changeProvider({ userId: null }),
      // It is another version now, or a document was archived.
      protocol: () => void invalidate(client, getReferralProtocol),
      // The tree is out of date.
      patientCharts: () => void invalidate(client, listCharts),
    },
  });
}
