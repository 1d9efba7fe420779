import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('an administrator adds a user, gives a permission and deactivates the account', async ({ openAs }) => {
  const admin = await openAs('admin');
  await admin.goto('/provider/Users');
  await expect(admin.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expectAccessible(admin, 'users');

  await admin.getByRole('button', { name: 'Add user' }).click();
  const added = admin.getByRole('dialog', { name: 'Add user' });
  await added.getByRole('button', { name: 'Add user' }).click();
  await expect(added.getByText('First name is required')).toBeVisible();
  await added.getByRole('textbox', { name: 'First name' }).fill('Ingrid');
  await added.getByRole('textbox', { name: 'Last name' }).fill('Sorensen');
  await added.getByRole('combobox', { name: 'User type' }).click();
  await admin.getByRole('option', { name: 'Office User' }).click();
  await added.getByRole('textbox', { name: 'Email', exact: true }).fill('ingrid.sorensen@example.org');
  await added.getByRole('button', { name: 'Suggest username' }).click();
  await expect(added.getByRole('textbox', { name: 'Username' })).toHaveValue('isorensen');
  await added.getByRole('button', { name: 'Generate Password' }).click();
  await expect(added.getByRole('textbox', { name: 'New password' })).not.toHaveValue('');
  const password = await added.getByRole('textbox', { name: 'New password' }).inputValue();
  await expectAccessible(admin, 'users');
  await added.getByRole('button', { name: 'Add user' }).click();
  await expect(admin.getByText('User saved successfully')).toBeVisible();

  const person = await openAs(null);
  await person.goto('/provider');
  await person.getByRole('textbox', { name: 'Username' }).fill('isorensen');
  await person.getByRole('textbox', { name: 'Password' }).fill(password);
  await person.keyboard.press('Enter');
  // The first password must be replaced.
  await expect(person.getByRole('textbox', { name: 'New password' })).toBeVisible();

  await admin.getByRole('searchbox', { name: 'Find user' }).fill('sorensen');
  await admin.getByRole('link', { name: 'Sorensen, Ingrid' }).click();
  const user = admin.getByRole('dialog', { name: 'Sorensen, Ingrid' });
  await user.getByRole('button', { name: 'Permissions' }).click();
  const permissions = admin.getByRole('dialog', { name: 'Permissions of Sorensen, Ingrid' });
  await expectAccessible(admin, 'users');
  await expect(permissions.getByRole('checkbox', { name: 'Upload charts' })).toBeChecked();
  await permissions.getByRole('checkbox', { name: 'Edit care teams' }).check();
  await permissions.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Permissions saved')).toBeVisible();
  await user.getByRole('button', { name: 'Deactivate' }).click();
  await admin
    .getByRole('dialog', { name: 'Deactivate Ingrid Sorensen?' })
    .getByRole('button', { name: 'Deactivate' })
    .click();
  await expect(user.getByRole('button', { name: 'Activate' })).toBeVisible();
  await expect(user.getByText('Inactive', { exact: true })).toBeVisible();
});
