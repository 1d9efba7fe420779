import {
  getManagedUser,
  userAdministrationTexts as texts,
  type ManagedUser,
} from '@careloop/contracts/administration/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { managedUser, ownClients } from '../../../../test/managedUser.ts';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { UserDialog } from './UserDialog.tsx';

beforeEach(() => signIn({ user: { clients: [...ownClients] }, permissions: ['ManageUsers'] }));

async function open(can: Partial<ManagedUser['can']>) {
  serve(answer(getManagedUser, { ...managedUser, can: { ...managedUser.can, ...can } }));
  renderDialog(<UserDialog userId={4} onClose={vi.fn<() => void>()} />);
  await screen.findByRole('group', { name: 'Account' });
  return within(screen.getByRole('dialog', { name: 'Sorensen, Ingrid' }));
}

test('the own password and addresses cannot be changed here, and the dialog says where', async () => {
  const dialog = await open({ changeCredentials: texts.ownCredentials });
  for (const name of ['Email', 'Direct email']) {
    const field = dialog.getByRole('textbox', { name: new RegExp(`^${name}`) });
    expect(field).toHaveAttribute('readonly');
    expect(field).toHaveAccessibleDescription(texts.ownCredentials);
  }
  expect(dialog.getByRole('textbox', { name: /^First name/ })).not.toHaveAttribute('readonly');
});

test.each([texts.ownMark, texts.markNotGrantable])(
  'the box of a coordinator is off, with its reason: %s',
  async (reason) => {
    const dialog = await open({ markCoordinator: reason });
    expect(dialog.getByRole('checkbox', { name: /^Coordinator: / })).toBeDisabled();
    expect(dialog.getByText(reason)).toBeVisible();
    expect(dialog.getByRole('checkbox', { name: 'North Clinic' })).toBeEnabled();
  },
);

test('the fields of an account that cannot be changed here are locked', async () => {
  const dialog = await open({ edit: 'The account is managed elsewhere.' });
  expect(dialog.getByRole('textbox', { name: /^First name/ })).toBeDisabled();
  expect(dialog.getByRole('checkbox', { name: 'North Clinic' })).toBeDisabled();
});
