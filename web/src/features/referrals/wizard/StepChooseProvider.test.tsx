import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { Button } from '@mantine/core';
import { screen, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test } from 'vitest';
import { provider, renderSignedIn } from '../../../../test/signedIn.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { unmatchedText } from '../../../ui/useTypedChoice.ts';
import { editDefaults } from './editDefaults.ts';
import { StepChooseProvider, type StepChooseProviderProps } from './StepChooseProvider.tsx';
import { wizardForm } from './wizardForm.ts';

const toSpecialty = {
  providerSelectionReason: null,
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
  takesOnlyProviders = false,
) {
  function Step(): ReactNode {
    const form = useSchemaForm(wizardForm, editDefaults(toSpecialty));
    const refuse = () => form.setError(`chooseProvider.${field}`, { type: 'server', message });
    return (
      <FormProvider {...form}>
        <StepChooseProvider
          patientId={1}
          referrers={[{ healthcareProviderId: 9, name: 'Okafor, Chidi' }]}
          takesOnlyProviders={takesOnlyProviders}
          isAnyReferrerAllowed={false}
          {...props}
        />
        <Button onClick={refuse}>Refuse</Button>
      </FormProvider>
    );
  }
  const { user } = renderSignedIn(<Step />);
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
  const { user, refuse } = open({ edited: toSpecialty }, providerRequired, true);
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

/** Step 1 of a referral on behalf of a provider, to another one. `next` returns whether the step is valid. */
function openToProvider() {
  function Step(): ReactNode {
    const { chooseProvider, ...others } = editDefaults(toSpecialty);
    const chosen: Partial<typeof chooseProvider> = {
      referralType: 'provider',
      healthcareProvider: provider,
      healthcareProviderSpecialty: null,
      referredBy: { healthcareProviderId: 9, name: 'Jones, Ida' },
    };
    const form = useSchemaForm(wizardForm, { ...others, chooseProvider: { ...chooseProvider, ...chosen } });
    const [checked, setChecked] = useState<string>();
    const check = async () => setChecked((await form.trigger('chooseProvider')) ? 'valid' : 'invalid');
    return (
      <FormProvider {...form}>
        <StepChooseProvider patientId={1} referrers={[]} isAnyReferrerAllowed takesOnlyProviders={false} />
        <Button onFocus={() => setChecked(undefined)} onClick={() => void check()}>
          Next
        </Button>
        {checked !== undefined && <output>{checked}</output>}
      </FormProvider>
    );
  }
  const { user } = renderSignedIn(<Step />);
  const next = async () => {
    await user.click(screen.getByText('Next'));
    return (await screen.findByText(/^(in)?valid$/)).textContent;
  };
  return { user, next };
}

test('text typed over the referring provider stops the step until it is cleared', async () => {
  const { user, next } = openToProvider();
  const field = screen.getByRole('combobox', { name: /^Referred by/ });
  await user.type(field, 'Smith');
  expect(await next()).toBe('invalid');
  expect(field).toHaveAccessibleDescription(unmatchedText('Smith'));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await next()).toBe('valid');
  expect(field).toHaveValue('Jones, Ida');
});

test('the selected provider stays on the tab Specialty, which says so, and typed text stops the step there', async () => {
  const { user, next } = openToProvider();
  await user.click(screen.getByRole('tab', { name: 'Specialty' }));
  expect(screen.getByText('Nguyen, Linh stays selected until you select a specialty.')).toBeVisible();
  expect(await next()).toBe('valid');
  const field = screen.getByRole('combobox', { name: /^Specialty/ });
  await user.type(field, 'Cardio');
  expect(await next()).toBe('invalid');
  expect(field).toHaveAccessibleDescription(unmatchedText('Cardio'));
  await user.click(screen.getByRole('tab', { name: 'Provider' }));
  expect(await next()).toBe('valid');
});
