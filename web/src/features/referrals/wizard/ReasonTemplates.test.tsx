import { listTemplateItems, type TemplateItem } from '@careloop/contracts/referrals/templateItems';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test } from 'vitest';
import { fill } from '../../../../test/components.tsx';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, failure, inputsOf, serve } from '../../../../test/server.ts';
import { patient, signIn } from '../../../../test/signedIn.tsx';
import type { Session } from '../../../session/session.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { StepReferralReason } from './StepReferralReason.tsx';
import { withoutProtocol } from './useProtocol.ts';
import { wizardForm } from './wizardForm.ts';
import { wizardDefaults } from './wizardInput.ts';

const chestPain: TemplateItem = { kind: 'referralReason', id: 4, title: 'Chest pain', text: 'Chest pain for ___ days' };

function Step(): ReactNode {
  const session = { user: {}, features: new Set() } as unknown as Session;
  const form = useSchemaForm(wizardForm, wizardDefaults(patient, [], session));
  return (
    <FormProvider {...form}>
      <StepReferralReason patientId={7} protocol={withoutProtocol} />
    </FormProvider>
  );
}

function open(...items: TemplateItem[]) {
  signIn({});
  const calls = serve(answer(listTemplateItems, { items }));
  return { calls, ...renderDialog(<Step />) };
}

test('a template is inserted into the empty reason, and below one that is written', async () => {
  const { user, calls } = open(chestPain);
  const insert = async () => {
    await user.click(screen.getByRole('button', { name: 'Insert a template' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Chest pain/ }));
  };
  const reason = screen.getByRole('textbox', { name: 'Referral reason' });
  await insert();
  expect(reason).toHaveValue('Chest pain for ___ days');
  fill(reason, 'Seen today.');
  await insert();
  expect(reason).toHaveValue('Seen today.\nChest pain for ___ days');
  expect(inputsOf(calls, listTemplateItems)[0]).toEqual({ patientId: '7', kind: 'referralReason' });
});

test('without templates the menu says who adds them', async () => {
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Insert a template' }));
  expect(await screen.findByText(/Administrators add them under Lookups, Referral reasons/)).toBeVisible();
});

test('templates that cannot be loaded are asked for again', async () => {
  signIn({});
  let isDown = true;
  serve(answer(listTemplateItems, () => (isDown ? failure(503) : { items: [chestPain] })));
  const { user } = renderDialog(<Step />);
  await user.click(screen.getByRole('button', { name: 'Insert a template' }));
  const retry = await screen.findByRole('menuitem', { name: 'Could not be loaded. Try again.' });
  isDown = false;
  await user.click(retry);
  expect(await screen.findByRole('menuitem', { name: /^Chest pain/ })).toBeVisible();
});
