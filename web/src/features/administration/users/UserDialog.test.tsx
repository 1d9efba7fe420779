import { listUserTypes } from '@careloop/contracts/administration/userTypes';
import { typesPage } from '../../../../test/userTypes.ts';
import { userTypeIds } from '@careloop/contracts/codes';
import { searchProviders, type ProviderSearchItem } from '@careloop/contracts/directory';
import {
  getManagedUser,
  linkDirectoryRecord,
  saveManagedUser,
  sendPasswordReset,
  setUserActive,
  turnOffSecondFactorOfUser,
  userAdministrationTexts as texts,
  type ManagedUser,
} from '@careloop/contracts/administration/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fill } from '../../../../test/components.tsx';
import { managedUser, ownClients } from '../../../../test/managedUser.ts';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../test/server.ts';
import { provider, signIn } from '../../../../test/signedIn.tsx';
import { LinkRecordDialog } from './LinkRecordDialog.tsx';
import { UserDialog } from './UserDialog.tsx';

const record: ProviderSearchItem = { ...provider, npiNumber: '1234567893', specialty: 'Cardiology' };

beforeEach(() => signIn({ user: { clients: [...ownClients] }, permissions: ['ManageUsers'] }));

/** Opens an account; what is done with it is stored. */
async function open(change: Partial<ManagedUser> = {}) {
  let stored: ManagedUser = { ...managedUser, ...change };
  const store = (more: Partial<ManagedUser>) => {
    stored = { ...stored, ...more, version: stored.version + 1 };
    return { version: stored.version };
  };
  const calls = serve(
    answer(listUserTypes, typesPage()),
    answer(getManagedUser, () => stored),
    answer(setUserActive, ({ isActive }) => store({ state: isActive === true ? 'active' : 'inactive' })),
    answer(sendPasswordReset, {}),
    answer(turnOffSecondFactorOfUser, () => (store({ hasSecondFactor: false }), {})),
    answer(saveManagedUser, ({ version }) =>
      version === stored.version ? { userId: 4, ...store({}) } : refusal('stale_version'),
    ),
  );
  const onClose = vi.fn<() => void>();
  const { user, client } = renderDialog(<UserDialog userId={4} onClose={onClose} />);
  await screen.findByRole('group', { name: 'Account' });
  const dialog = within(screen.getByRole('dialog', { name: 'Sorensen, Ingrid' }));
  return { user, calls, client, dialog, onClose, store };
}

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const stateOf = (dialog: Awaited<ReturnType<typeof open>>['dialog'], text: string) =>
  dialog.findByText(text, { exact: true });

test('an account is deactivated only after a question, and activated at once', async () => {
  const { user, calls, dialog } = await open();
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }));
  const question = await findDialog('Deactivate Ingrid Sorensen?');
  expect(inputsOf(calls, setUserActive)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Deactivate' }));
  expect(await stateOf(dialog, 'Inactive')).toBeVisible();
  await user.click(await dialog.findByRole('button', { name: 'Activate' }));
  expect(await stateOf(dialog, 'Active')).toBeVisible();
  expect(inputsOf(calls, setUserActive)).toEqual([
    { userId: 4, isActive: false, version: 1 },
    { userId: 4, isActive: true, version: 2 },
  ]);
});

test('an account that is locked says why, and is unlocked', async () => {
  const { user, dialog } = await open({ state: 'locked' });
  expect(dialog.getByText('Account locked due to inactivity')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('Account unlocked')).toBeVisible();
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Unlock' })).toBeNull());
});

test('a link to a new password is sent, and two-step verification turned off after a question', async () => {
  const { user, calls, dialog } = await open({ hasSecondFactor: true });
  await user.click(dialog.getByRole('button', { name: 'Send password link' }));
  expect(await screen.findByText(texts.resetSent)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Turn off two-step verification' }));
  const question = await findDialog('Turn off two-step verification of Ingrid Sorensen?');
  expect(inputsOf(calls, turnOffSecondFactorOfUser)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText('Two-step verification is off.')).toBeVisible();
});

test('other actions wait until changes are saved', async () => {
  const { dialog } = await open();
  fill(dialog.getByRole('textbox', { name: 'Middle name' }), 'Marie');
  for (const name of ['Permissions', 'Change Password', 'Link directory record', 'Deactivate']) {
    await waitFor(() =>
      expect(dialog.getByRole('button', { name })).toHaveAccessibleDescription('Save your changes first.'),
    );
  }
});

test('the directory record of a provider is linked', async () => {
  const calls = serve(
    answer(searchProviders, { items: [record] } as never),
    answer(linkDirectoryRecord, { version: 2 }),
  );
  const onClose = vi.fn<() => void>();
  const { user } = renderDialog(<LinkRecordDialog user={managedUser} onClose={onClose} />);
  const link = await findDialog('Link a directory record to Ingrid Sorensen');
  await user.click(link.getByRole('button', { name: 'Link' }));
  expect(await link.findByText(texts.recordRequired)).toBeVisible();
  await user.type(link.getByRole('combobox', { name: 'Provider' }), 'nguyen');
  await user.click(await screen.findByRole('option', { name: /^Nguyen, Linh.*NPI 1234567893/ }));
  expect(link.getByText('NPI 1234567893 · Cardiology')).toBeVisible();
  expect(inputsOf(calls, searchProviders)[0]).toMatchObject({ withoutUser: 'true' });
  await user.click(link.getByRole('button', { name: 'Link' }));
  expect(await screen.findByText(texts.recordLinked)).toBeVisible();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, linkDirectoryRecord)).toEqual([{ userId: 4, version: 1, healthcareProviderId: 2 }]);
});

test('after the record was linked, the form shows the new type and saves on top of it', async () => {
  const { user, calls, client, dialog, onClose, store } = await open();
  store({ isProvider: true, userTypeId: userTypeIds.provider, userType: 'provider' });
  await client.invalidateQueries();
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'User type' })).toHaveValue('Provider'));
  expect(dialog.queryByRole('button', { name: 'Link directory record' })).toBeNull();
  fill(dialog.getByRole('textbox', { name: 'Middle name' }), 'Marie');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputsOf(calls, saveManagedUser)).toMatchObject([{ userId: 4, version: 2, middleName: 'Marie' }]);
});

test('an account of another client can only be read', async () => {
  const reason = texts.otherClient;
  const can = Object.fromEntries(Object.keys(managedUser.can).map((action) => [action, reason])) as ManagedUser['can'];
  const { dialog } = await open({ can });
  expect(dialog.getAllByText(reason)[0]).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
});
