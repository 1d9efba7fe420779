import { submitSupportRequest, supportTexts } from '@careloop/contracts/support';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clickEnabled, fill, leave } from '../../../test/components.tsx';
import { renderDialog } from '../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../test/server.ts';
import { signIn } from '../../../test/signedIn.tsx';
import { SupportRequestDialog } from './SupportRequestDialog.tsx';

const clients = [
  { clientId: 1, displayName: 'North Clinic' },
  { clientId: 2, displayName: 'South Clinic' },
];

async function open(originClientId = 2) {
  const user = { firstName: 'Ada', lastName: 'Reyes', email: 'ada@example.org', clients, originClientId };
  signIn({ user });
  const onClose = vi.fn<() => void>();
  const { user: person } = renderDialog(<SupportRequestDialog errorCode="FE-t5x0zd" onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Submit a Support Request' }));
  return { user: person, dialog, onClose };
}

test.each([
  ['the client of the account', 2, 'South Clinic'],
  ['the first client if the user has left the one of the account', 9, 'North Clinic'],
])('selects %s', async (_which, originClientId, shown) => {
  const { dialog } = await open(originClientId);
  expect(dialog.getByRole('combobox', { name: 'Associated Client' })).toHaveValue(shown);
});

test('a request with the code of an error is submitted, and its number shown', async () => {
  const calls = serve(answer(submitSupportRequest, { supportRequestId: 12 }));
  const { user, dialog, onClose } = await open();
  const field = (name: string | RegExp) => dialog.getByRole('textbox', { name });
  expect(field('Name')).toHaveValue('Ada Reyes');
  expect(field('Error Code(s)')).toHaveValue('FE-t5x0zd');
  fill(field('Email'), 'ada');
  leave(field('Email'));
  expect(await dialog.findByText(supportTexts.emailInvalid)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
  fill(field('Email'), 'ada@example.org');
  fill(field(/^Summary/), 'Documents stay blank');
  await user.click(dialog.getByRole('radio', { name: 'High' }));
  await clickEnabled(user, dialog.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('heading', { name: supportTexts.thankYou })).toBeVisible();
  expect(screen.getByText('Request number 12')).toBeVisible();
  expect(inputsOf(calls, submitSupportRequest)).toEqual([
    {
      email: 'ada@example.org',
      name: 'Ada Reyes',
      clientId: 2,
      summary: 'Documents stay blank',
      errorCodes: 'FE-t5x0zd',
      description: null,
      impact: 2,
    },
  ]);
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a request that is refused stays in the dialog', async () => {
  serve(answer(submitSupportRequest, () => refusal('too_many_requests', { errorMessage: supportTexts.tooMany })));
  const { user, dialog } = await open();
  fill(dialog.getByRole('textbox', { name: /^Summary/ }), 'Documents stay blank');
  await user.click(dialog.getByRole('radio', { name: 'Low' }));
  await clickEnabled(user, dialog.getByRole('button', { name: 'Submit' }));
  expect(await dialog.findByText(supportTexts.tooMany)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: /^Summary/ })).toHaveValue('Documents stay blank');
});
