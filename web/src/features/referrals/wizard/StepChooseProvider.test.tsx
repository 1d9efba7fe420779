import { referralTexts, type Referral } from '@careloop/contracts/referrals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { dispatch } from '../../../session/gateStore.ts';
import { sessionOf, type Context } from '../../../session/session.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { editDefaults } from './editDefaults.ts';
import { StepChooseProvider, type StepChooseProviderProps } from './StepChooseProvider.tsx';
import { wizardForm } from './wizardForm.ts';
import type { WizardFormReturn } from './wizardSteps.tsx';

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

beforeEach(() => {
  const found = { items: [], hasMore: false, specialties: [], affiliations: [] };
  vi.stubGlobal('fetch', async () => Response.json({ wasSuccessful: true, ...found }));
});
afterEach(() => vi.unstubAllGlobals());

/** Opens step 1 with a referral to a specialty. Returns its form, and a user. */
function open(props: Pick<StepChooseProviderProps, 'previous' | 'edited'>, features: string[] = []) {
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: [], features };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  const shown: { form?: WizardFormReturn } = {};
  function Step(): ReactNode {
    const form = useSchemaForm(wizardForm, editDefaults(toSpecialty));
    shown.form = form;
    return (
      <FormProvider {...form}>
        <StepChooseProvider patientId={1} referrers={[]} isAnyReferrerAllowed={false} {...props} />
      </FormProvider>
    );
  }
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Step />
    </QueryClientProvider>,
  );
  const refuse = (field: 'healthcareProvider' | 'healthcareProviderSpecialty', message: string) =>
    act(() => shown.form?.setError(`chooseProvider.${field}`, { type: 'server', message }));
  return { user, refuse };
}

test('a specialty that was archived since is refused where it is named, and another one can be chosen', async () => {
  const { user, refuse } = open({ previous: toSpecialty });
  refuse('healthcareProviderSpecialty', referralTexts.specialtyGone);
  expect(screen.getByText('Specialty: Cardiology')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(referralTexts.specialtyGone);
  await user.click(screen.getByRole('button', { name: 'Choose a provider or another specialty' }));
  const panel = within(screen.getByRole('tabpanel', { name: 'Specialty' }));
  expect(panel.getByLabelText(/^Specialty/)).toHaveAccessibleDescription(referralTexts.specialtyGone);
  expect(screen.getByRole('tab', { name: 'Provider' })).toBeVisible();
});

test('an edited referral to a specialty offers a provider if the client allows no other specialty', async () => {
  const { user, refuse } = open({ edited: toSpecialty }, ['disableSpecialtyOnReferralCreation']);
  expect(screen.queryByRole('button', { name: 'Choose another specialty' })).toBeNull();
  refuse('healthcareProvider', referralTexts.providerRequired);
  expect(screen.getByRole('alert')).toHaveTextContent(referralTexts.providerRequired);
  await user.click(screen.getByRole('button', { name: 'Choose a provider' }));
  expect(screen.getByRole('searchbox', { name: 'Provider name' })).toBeVisible();
  expect(await screen.findByText(referralTexts.providerRequired)).toBeVisible();
});

test('an edited referral to a specialty otherwise offers another specialty, and says if a provider is required', async () => {
  const { user, refuse } = open({ edited: toSpecialty });
  await user.click(screen.getByRole('button', { name: 'Choose another specialty' }));
  refuse('healthcareProvider', referralTexts.providerRequired);
  expect(screen.getByLabelText(/^Specialty/)).toHaveAccessibleDescription(referralTexts.providerRequired);
});
