import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { runStatement } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('an administrator adds a user, gives a permission and unlocks the account', async ({ openAs }) => {
  const admin = await openAs('admin');
  await admin.goto('/provider/');
  const administration = admin.getByRole('button', { name: 'Admin', exact: true });
  await administration.click();
  await expectAccessible(admin, 'administration menu');
  await admin.getByRole('menuitem', { name: 'Users' }).click();
  await expect(admin.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect(administration).toHaveAttribute('aria-current', 'true');
  await expectAccessible(admin, 'users');

  await admin.getByRole('button', { name: 'Add user' }).click();
  const added = admin.getByRole('dialog', { name: 'Add user' });
  await added.getByRole('textbox', { name: 'First name' }).fill('Ingrid');
  await added.getByRole('textbox', { name: 'Last name' }).fill('Sorensen');
  await added.getByRole('combobox', { name: 'User type' }).click();
  await expect(admin.getByRole('option', { name: 'Provider' })).toBeHidden();
  await admin.getByRole('option', { name: 'Office User' }).click();
  await added.getByRole('textbox', { name: 'Email', exact: true }).fill('ingrid.sorensen@example.org');
  await added.getByRole('button', { name: 'Suggest username' }).click();
  await expect(added.getByRole('textbox', { name: 'Username' })).toHaveValue('isorensen');
  await added.getByRole('button', { name: 'Generate Password' }).click();
  await expect(added.getByRole('textbox', { name: 'New password' })).not.toHaveValue('');
  await expectAccessible(admin, 'add a user');
  await added.getByRole('button', { name: 'Add user' }).click();
  await expect(admin.getByText('User saved successfully')).toBeVisible();

  await admin.getByRole('searchbox', { name: 'Find user' }).fill('sorensen');
  await admin.getByRole('link', { name: 'Sorensen, Ingrid' }).click();
  const user = admin.getByRole('dialog', { name: 'Sorensen, Ingrid' });
  await user.getByRole('button', { name: 'Permissions' }).click();
  const permissions = admin.getByRole('dialog', { name: 'Permissions of Sorensen, Ingrid' });
  await expectAccessible(admin, 'permissions of a user');
  await expect(permissions.getByRole('checkbox', { name: 'Upload charts' })).toBeChecked();
  await permissions.getByRole('checkbox', { name: 'Edit care teams' }).check();
  await permissions.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText('Permissions saved')).toBeVisible();

  await user.getByRole('button', { name: 'Link directory record' }).click();
  const link = admin.getByRole('dialog', { name: 'Link a directory record to Ingrid Sorensen' });
  await link.getByRole('combobox', { name: 'Provider' }).fill('gallagher');
  await admin.getByRole('option', { name: /^Gallagher.*NPI \d{10}/ }).click();
  await expectAccessible(admin, 'link a directory record');
  await link.getByRole('button', { name: 'Link' }).click();
  await expect(user.getByRole('textbox', { name: 'User type' })).toHaveValue('Provider');

  await lockForInactivity('isorensen');
  await admin.goto('/provider/Users?state=locked');
  await admin.getByRole('link', { name: 'Sorensen, Ingrid' }).click();
  await expect(user.getByText('Account locked due to inactivity')).toBeVisible();
  await expectAccessible(admin, 'a locked user');
  await user.getByRole('button', { name: 'Unlock' }).click();
  await expect(user.getByRole('button', { name: 'Unlock' })).toBeHidden();
});

/** Makes the user's last activity older than their clients allow. */
async function lockForInactivity(username: string): Promise<void> {
  await runStatement(
    `insert into client_setting (client_id, name, value)
     select client_id, 'daysUntilInactive', 60 from user_client join user_account using (user_id) where username = $1`,
    [username],
  );
  await runStatement(
    `update user_account set created_at = now() - interval '61 days', activated_at = null where username = $1`,
    [username],
  );
}

test('users who opened a record are found in the audit, filtered and exported', async ({ openAs }) => {
  const coordinator = await openAs('coordinator');
  // Reading the patient's record is audited.
  const { patientId, lastName } = await findPatient(coordinator, 'Sullivan');
  const admin = await openAs('admin');
  await admin.goto('/provider/Audit');
  await expect(admin.getByRole('heading', { name: 'Audit', level: 1 })).toBeVisible();
  const table = admin.getByRole('region', { name: 'Audit' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();

  // The administrator is on no care team, but can still find the patient.
  await admin.getByRole('combobox', { name: 'Patient' }).fill(lastName);
  await admin
    .getByRole('option')
    .filter({ hasText: new RegExp(lastName, 'i') })
    .first()
    .click();
  await expect(admin).toHaveURL(new RegExp(`patientId=${patientId}`));
  const row = table.getByRole('row').filter({ hasText: 'Patient record' }).first();
  await expect(row).toBeVisible();
  await row.getByRole('button').first().click();
  await expect(admin).toHaveURL(/userId=\d+/);
  await admin.getByRole('combobox', { name: 'Kind' }).click();
  await admin.getByRole('option', { name: 'Opened or searched' }).click();
  await expect(admin).toHaveURL(/kind=access/);
  await expect(row).toBeVisible();
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Audit \d{4}-\d{2}-\d{2}\.csv$/);
  await expectAccessible(admin, 'audit');
});
