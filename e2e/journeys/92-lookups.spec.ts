import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('an administrator adds a specialty, archives it and restores it', async ({ openAs }) => {
  const admin = await openAs('admin');
  await admin.goto('/provider/Lookups');
  await expect(admin.getByRole('heading', { name: 'Lookups', level: 1 })).toBeVisible();
  await expect(admin.getByRole('region', { name: 'specialties' })).toBeVisible();
  await expectAccessible(admin, 'lookups');

  await admin.getByRole('button', { name: 'Add specialty' }).click();
  const added = admin.getByRole('dialog', { name: 'Add specialty' });
  await added.getByRole('button', { name: 'Add specialty' }).click();
  await expect(added.getByText('Name is required')).toBeVisible();
  await expectAccessible(admin, 'lookups');
  await added.getByRole('textbox', { name: 'Name' }).fill('Aerospace Medicine of the Isles');
  await added.getByRole('button', { name: 'Add specialty' }).click();
  await expect(admin.getByText('Entry saved successfully')).toBeVisible();

  await admin.getByRole('searchbox', { name: 'Find specialty' }).fill('aerospace medicine of');
  await admin.getByRole('link', { name: 'Aerospace Medicine of the Isles' }).click();
  const entry = admin.getByRole('dialog', { name: 'Aerospace Medicine of the Isles' });
  await entry.getByRole('button', { name: 'Archive' }).click();
  await expect(admin.getByText('Existing uses are kept')).toBeVisible();
  await expect(entry).toBeHidden();
  await admin.getByRole('link', { name: 'Aerospace Medicine of the Isles' }).click();
  await entry.getByRole('button', { name: 'Restore' }).click();
  await expect(admin.getByText('It can be selected again')).toBeVisible();

  await admin.getByRole('tab', { name: 'Conditions' }).click();
  await expect(admin.getByText('No conditions yet')).toBeVisible();
  await admin.getByRole('tab', { name: 'User types' }).click();
  await expect(admin.getByRole('row', { name: /Care Coordinator/ })).toBeVisible();
  await expectAccessible(admin, 'lookups');
});

test('an administrator adds a market and a facility and sets a rule of the client', async ({ openAs }) => {
  const admin = await openAs('admin');
  await admin.goto('/provider/Clients');
  await expect(admin.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Edit client' })).toBeVisible();
  await expectAccessible(admin, 'clients');

  await admin.getByRole('button', { name: 'Add market' }).click();
  const market = admin.getByRole('dialog', { name: 'Add market' });
  await market.getByRole('textbox', { name: 'Name' }).fill('Northern Isles');
  await market.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('button', { name: 'Rename Northern Isles' })).toBeVisible();

  await admin.getByRole('button', { name: 'Add facility' }).click();
  const facility = admin.getByRole('dialog', { name: 'Add facility' });
  await facility.getByRole('button', { name: 'Save' }).click();
  await expect(facility.getByText('Name is required')).toBeVisible();
  await facility.getByRole('textbox', { name: 'Name' }).fill('Lighthouse Clinic');
  await facility.getByRole('combobox', { name: 'Market' }).click();
  await admin.getByRole('option', { name: 'Northern Isles' }).click();
  await facility.getByRole('combobox', { name: 'Facility type' }).click();
  await admin.getByRole('option', { name: 'Provider office' }).click();
  await expectAccessible(admin, 'clients');
  await facility.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByRole('button', { name: 'Lighthouse Clinic' })).toBeVisible();

  await admin.getByRole('button', { name: 'Edit client' }).click();
  const client = admin.getByRole('dialog');
  await client.getByRole('textbox', { name: 'Characters of a new password' }).fill('8');
  await client.getByRole('button', { name: 'Save' }).click();
  await expect(client.getByText('The value must be a whole number from 12 to 64.')).toBeVisible();
  await expectAccessible(admin, 'clients');
  await client.getByRole('textbox', { name: 'Characters of a new password' }).fill('16');
  await client.getByRole('button', { name: 'Save' }).click();
  await expect(client).toBeHidden();
  await expect(admin.getByText('Characters of a new password')).toBeVisible();
});
