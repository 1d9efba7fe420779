import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('an encounter is added, and an ambiguous time requires AM or PM', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Sullivan');
  await page.goto(`/provider/Patient/${patientId}?section=encounters`);
  await page.getByRole('button', { name: 'Add encounter' }).click();
  const form = page.getByRole('dialog', { name: 'Add encounter' });
  await form.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Emergency' }).click();
  await form.getByLabel('Encounter date, date').fill('3/2/2026');
  await form.getByLabel('Encounter date, time').fill('6:15');
  await form.getByLabel('Reason').fill('Fall at home');
  await expectAccessible(page, 'add encounter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Add AM or PM, as in 6:15 AM')).toBeVisible();
  await form.getByLabel('Encounter date, time').fill('6:15 am');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Encounter added')).toBeVisible();
  const row = page.getByRole('region', { name: 'Encounters' }).getByRole('row').filter({ hasText: 'Fall at home' });
  await expect(row).toContainText('6:15 AM');
});

test('a draft about one patient is not opened as a message about another patient', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const [first, second] = [await findPatient(page, 'Sullivan'), await findPatient(page, 'Tran')];
  await page.goto(`/provider/Patient/${first.patientId}`);
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  const saved = page.waitForResponse((response) => response.url().includes('/messages/drafts/save'));
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Her weight is up again.');
  await saved;
  await page.goto(`/provider/Patient/${second.patientId}`);
  await page.getByRole('button', { name: 'New message' }).click();
  await expect(dialog.getByText('You have a draft about SULLIVAN')).toBeVisible();
  await expectAccessible(page, 'draft about another patient');
  await dialog.getByRole('button', { name: 'Discard draft and start new' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect(dialog.getByText('TRAN').first()).toBeVisible();
});
