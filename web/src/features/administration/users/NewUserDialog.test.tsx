import { findClients } from '@careloop/contracts/directory/lookups';
import { listUserTypes } from '@careloop/contracts/administration/userTypes';
import { typesPage } from '../../../../test/userTypes.ts';
import { userTypeIds } from '@careloop/contracts/codes';
import {
  generateUsername,
  saveManagedUser,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';
import { generatePassword } from '@careloop/contracts/session/credentials';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fill } from '../../../../test/components.tsx';
import { ownClients } from '../../../../test/managedUser.ts';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { NewUserDialog } from './NewUserDialog.tsx';

test('a user is added with a suggested username and a generated password', async () => {
  signIn({ user: { clients: [...ownClients] }, permissions: ['ManageUsers'] });
  let isTaken = true;
  const calls = serve(
    answer(listUserTypes, typesPage()),
    answer(generateUsername, { username: 'isorensen' }),
    answer(generatePassword, { password: 'correct horse battery' }),
    answer(saveManagedUser, () =>
      isTaken
        ? refusal('invalid_input', { validationErrors: { username: texts.usernameTaken } })
        : { userId: 4, version: 1 },
    ),
  );
  const onClose = vi.fn<() => void>();
  const { user } = renderDialog(<NewUserDialog onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add user' }));
  const box = (name: string) => dialog.getByRole('textbox', { name });
  await user.click(dialog.getByRole('button', { name: 'Add user' }));
  expect(await dialog.findByText(texts.firstNameRequired)).toBeVisible();
  expect(dialog.getByText(texts.userTypeRequired)).toBeVisible();
  fill(box('First name'), 'Ingrid');
  fill(box('Last name'), 'Sorensen');
  await user.click(dialog.getByRole('combobox', { name: 'User type' }));
  await user.click(await screen.findByRole('option', { name: 'Office User' }));
  // A provider becomes a user from the directory.
  expect(screen.queryByRole('option', { name: 'Provider' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Suggest username' }));
  await waitFor(() => expect(box('Username')).toHaveValue('isorensen'));
  await user.click(dialog.getByRole('button', { name: 'Generate Password' }));
  // Shown, because the administrator hands it over.
  await waitFor(() => expect(box('New password')).toHaveValue('correct horse battery'));
  await user.click(dialog.getByRole('button', { name: 'Add user' }));
  expect(await dialog.findByText(texts.usernameTaken)).toBeVisible();
  isTaken = false;
  fill(box('Username'), 'ingrid.sorensen');
  await user.click(dialog.getByRole('button', { name: 'Add user' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(await screen.findByText(texts.saved)).toBeVisible();
  expect(inputsOf(calls, generateUsername)).toEqual([{ firstName: 'Ingrid', lastName: 'Sorensen' }]);
  expect(inputsOf(calls, saveManagedUser).at(-1)).toMatchObject({
    userTypeId: userTypeIds.office_user,
    firstName: 'Ingrid',
    lastName: 'Sorensen',
    username: 'ingrid.sorensen',
    password: 'correct horse battery',
    forcePasswordReset: true,
    // The only client of the administrator.
    clientIds: [1],
  });
});

test('the type Care Coordinator makes a new user a coordinator of the chosen clients', async () => {
  signIn({ user: { clients: [...ownClients] }, permissions: ['ManageUsers', 'ManageWorkQueues'] });
  serve(answer(listUserTypes, typesPage()));
  const { user } = renderDialog(<NewUserDialog onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add user' }));
  await user.click(dialog.getByRole('combobox', { name: 'User type' }));
  await user.click(await screen.findByRole('option', { name: 'Care Coordinator' }));
  expect(dialog.getByRole('checkbox', { name: /^Coordinator: / })).toBeChecked();
  await user.click(dialog.getByRole('combobox', { name: 'User type' }));
  await user.click(await screen.findByRole('option', { name: 'Office User' }));
  expect(dialog.getByRole('checkbox', { name: /^Coordinator: / })).not.toBeChecked();
});

test('an administrator of many clients selects them in a tree of organizations', async () => {
  const clients = Array.from({ length: 9 }, (_, at) => ({ clientId: at + 1, displayName: `Clinic ${at + 1}` }));
  signIn({ user: { clients }, permissions: ['ManageUsers'] });
  serve(
    answer(listUserTypes, typesPage()),
    answer(findClients, {
      clients: clients.map((one) => ({ ...one, organizationName: one.clientId < 5 ? 'North Group' : 'South Group' })),
    }),
  );
  const { user } = renderDialog(<NewUserDialog onClose={() => {}} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add user' }));
  expect(dialog.queryByRole('checkbox', { name: 'Clinic 1' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Select Clients' }));
  const selector = within(await screen.findByRole('dialog', { name: 'Select Clients' }));
  await user.click(await selector.findByText('North Group'));
  await user.type(selector.getByRole('textbox'), 'Clinic 2');
  await user.click(await selector.findByText('Clinic 2'));
  await user.click(selector.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('checkbox', { name: 'Clinic 2' })).toBeChecked();
});
