import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { Button } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderSignedIn } from '../../../../test/signedIn.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { editDefaults } from './editDefaults.ts';
import { StepChooseProvider, type StepChooseProviderProps } from './StepChooseProvider.tsx';
import { wizardForm } from './wizardForm.ts';

const toSpecialty = {
  referralId: 1,
  status: 'pending',
  healthcareProviderId: null,
  referredToUserId: null,
  healthcareProviderSpecialtyId: 2,
  specialtyName: 'Cardiology',
  referredByHealthcareProvider: null,
  notPreferredReason: null,
  patientCharts: [],
} as unknown as Referral;

type Problem = readonly ['healthcareProvider' | 'healthcareProviderSpecialty', string];

const providerRequired: Problem = ['healthcareProvider', referralTexts.providerRequired];

/** Opens step 1 with a referral to a specialty. `refuse` shows the server's error. */
function open(
  props: Pick<StepChooseProviderProps, 'previous' | 'edited'>,
  [field, message]: Problem,
  features: string[] = [],
) {
  function Step(): ReactNode {
    const form = useSchemaForm(wizardForm, editDefaults(toSpecialty));
    const refuse = () => form.setError(`chooseProvider.${field}`, { type: 'server', message });
    return (
      <FormProvider {...form}>
        <StepChooseProvider patientId={1} referrers={[]} isAnyReferrerAllowed={false} {...props} />
        <Button onClick={refuse}>Refuse</Button>
      </FormProvider>
    );
  }
  const { user } = renderSignedIn(<Step />, features);
  return { user, refuse: () => user.click(screen.getByText('Refuse')) };
}

test('a specialty that was archived since is refused where it is named, and another one can be chosen', async () => {
  const { user, refuse } = open({ previous: toSpecialty }, [
    'healthcareProviderSpecialty',
    referralTexts.specialtyGone,
  ]);
  await refuse();
  expect(screen.getByText('Specialty: Cardiology')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(referralTexts.specialtyGone);
  await user.click(screen.getByRole('button', { name: 'Choose a provider or another specialty' }));
  const panel = within(screen.getByRole('tabpanel', { name: 'Specialty' }));
  expect(panel.getByLabelText(/^Specialty/)).toHaveAccessibleDescription(referralTexts.specialtyGone);
  expect(screen.getByRole('tab', { name: 'Provider' })).toBeVisible();
});

test('an edited referral to a specialty offers a provider if the client allows no other specialty', async () => {
  const { user, refuse } = open({ edited: toSpecialty }, providerRequired, ['disableSpecialtyOnReferralCreation']);
  expect(screen.queryByRole('button', { name: 'Choose another specialty' })).toBeNull();
  await refuse();
  expect(screen.getByRole('alert')).toHaveTextContent(referralTexts.providerRequired);
  await user.click(screen.getByRole('button', { name: 'Choose a provider' }));
  expect(screen.getByRole('searchbox', { name: 'Provider name' })).toBeVisible();
  expect(await screen.findByText(referralTexts.providerRequired)).toBeVisible();
});

test('an edited referral to a specialty otherwise offers another specialty, and says if a provider is required', async () => {
  const { user, refuse } = open({ edited: toSpecialty }, providerRequired);
  await user.click(screen.getByRole('button', { name: 'Choose another specialty' }));
  await refuse();
  expect(screen.getByLabelText(/^Specialty/)).toHaveAccessibleDescription(referralTexts.providerRequired);
});
