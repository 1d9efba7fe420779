import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { consultationTexts } from '@careloop/contracts/consultations';
import type { ImpersonatableUser } from '@careloop/contracts/directory';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test } from 'vitest';
import { provider, renderSignedIn } from '../../../../test/signedIn.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { StepChooseRecipient } from './StepChooseRecipient.tsx';
import { askableMembers, wizardDefaults, wizardForm, type WizardValues } from './wizardForm.ts';

/** Both the colleague for whom the user acts and the provider found in the search have user id 3. */
const colleague = { userId: 3, healthcareProviderId: 2, firstName: 'Linh', lastName: 'Nguyen', specialty: null };
const users = [{ ...colleague, userId: 1, lastName: 'Own' }, colleague] as ImpersonatableUser[];
const member = { ...colleague, status: 'accepted', isActive: true, addressInfos: [] } as unknown as CareTeamMember;

/** Opens step 1. "Refuse" shows the server's error. */
function open(chosen: Partial<WizardValues['chooseProvider']>, members: CareTeamMember[] = [member]) {
  function Step(): ReactNode {
    const { chooseProvider, ...others } = wizardDefaults(1, null);
    const form = useSchemaForm(wizardForm, { ...others, chooseProvider: { ...chooseProvider, ...chosen } });
    const message = consultationTexts.toOneself;
    return (
      <FormProvider {...form}>
        <StepChooseRecipient patientId={1} users={users} members={members} />
        <button onClick={() => form.setError('chooseProvider.healthcareProvider', { message })}>Refuse</button>
        <button onClick={() => void form.trigger('chooseProvider')}>Next</button>
      </FormProvider>
    );
  }
  return renderSignedIn(<Step />);
}

const [askable = null] = askableMembers([member], 1);

test.each([
  ['care team member', { healthcareProviderSource: 'CareTeam', member: askable }, 'Clear choice'],
  ['provider', { healthcareProviderSource: 'APS', healthcareProvider: provider }, 'Change provider'],
] as const)('a %s who becomes the sender is no longer the recipient', async (_, chosen, button) => {
  const { user } = open(chosen);
  expect(screen.getByRole('button', { name: button })).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'On behalf of' }));
  await user.click(await screen.findByRole('option', { name: 'Nguyen, Linh' }));
  expect(screen.queryByRole('button', { name: button })).toBeNull();
  await user.click(screen.getByText('Next'));
  expect(await screen.findByText(consultationTexts.providerRequired)).toBeVisible();
});

test('a refusal is shown even if nobody on the care team can be asked any more', async () => {
  const { user } = open({ healthcareProviderSource: 'CareTeam', member: askable }, []);
  await user.click(screen.getByText('Refuse'));
  expect(await screen.findByText(consultationTexts.toOneself)).toBeVisible();
});
