import type { Permission } from '@careloop/contracts/access';
import {
  editPermissions,
  savePermissions,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderDialog } from '../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../test/server.ts';
import { signIn } from '../../../../test/signedIn.tsx';
import { PermissionsDialog } from './PermissionsDialog.tsx';

async function open() {
  signIn({ permissions: ['ManageUsers'] });
  const stored = { held: new Set<Permission>(['UploadChart']), version: 1 };
  const offered: readonly Permission[] = ['UploadChart', 'EditCareTeam', 'Reports', 'ManageSite'];
  const calls = serve(
    answer(editPermissions, () => ({
      userId: 4,
      fullName: 'Sorensen, Ingrid',
      version: stored.version,
      permissions: offered.map((permission) => ({
        permission,
        isHeld: stored.held.has(permission),
        isDefault: permission === 'UploadChart',
        canChange: permission === 'ManageSite' ? texts.notGrantable : (true as const),
      })),
    })),
    answer(savePermissions, ({ version }) =>
      version === stored.version
        ? { version: stored.version + 1 }
        : refusal('stale_version', {
            current: { version: stored.version, changedByUserId: 2, changedBy: 'Ada Ames' } as never,
          }),
    ),
  );
  const onClose = vi.fn<() => void>();
  const { user } = renderDialog(<PermissionsDialog userId={4} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Permissions of Sorensen, Ingrid' }));
  return { user, calls, dialog, onClose, stored };
}

type OpenDialog = Awaited<ReturnType<typeof open>>['dialog'];
const box = (dialog: OpenDialog, name: string) => dialog.getByRole('checkbox', { name });

test('shows what the user may, which of it is usual, and what cannot be given', async () => {
  const { dialog } = await open();
  expect(box(dialog, 'Upload charts')).toBeChecked();
  expect(box(dialog, 'Upload charts')).toHaveAccessibleDescription(/Usual for this user type\.$/);
  expect(box(dialog, 'Manage site')).toBeDisabled();
  expect(box(dialog, 'Manage site')).toHaveAccessibleDescription(texts.notGrantable);
});

test('a permission that somebody else gives in the meantime is kept', async () => {
  const { user, calls, dialog, onClose, stored } = await open();
  await user.click(box(dialog, 'Edit care teams'));
  stored.held.add('Reports');
  stored.version = 2;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const notice = await dialog.findByRole('alert');
  expect(notice).toHaveTextContent('Changed: Reports');
  expect(notice).toHaveTextContent('Your changes are kept');
  expect(box(dialog, 'Reports')).toBeChecked();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(await screen.findByText(texts.permissionsSaved)).toBeVisible();
  expect(inputsOf(calls, savePermissions).at(-1)).toEqual({
    userId: '4',
    version: 2,
    permissions: ['UploadChart', 'EditCareTeam', 'Reports'],
  });
});
