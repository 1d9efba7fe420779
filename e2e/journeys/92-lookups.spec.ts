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
  await expect(admin.getByText('It stays where it is used')).toBeVisible();
  await expect(entry).toBeHidden();
  await admin.getByRole('link', { name: 'Aerospace Medicine of the Isles' }).click();
  await entry.getByRole('button', { name: 'Restore' }).click();
  await expect(admin.getByText('It is offered again')).toBeVisible();

  await admin.getByRole('tab', { name: 'Conditions' }).click();
  await expect(admin.getByText('No conditions yet')).toBeVisible();
  await admin.getByRole('tab', { name: 'User types' }).click();
  await expect(admin.getByRole('row', { name: /Care Coordinator/ })).toBeVisible();
  await expectAccessible(admin, 'lookups');
});
