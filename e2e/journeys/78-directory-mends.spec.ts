import { expect, test } from '../support/test.ts';

test('text typed right after the palette shortcut appears in the palette', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Patients');
  await expect(page.getByRole('heading', { name: 'My Patients' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('provid');
  const input = page.getByRole('dialog', { name: 'Go to or do' }).getByLabel('Search patients, screens and actions');
  await expect(input).toBeFocused();
  await page.keyboard.type('ers');
  await expect(input).toHaveValue('providers');
  await page.keyboard.press('Escape');
  await expect(input).toHaveCount(0);
  // Once its code is loaded it opens at once, and again keeps every letter.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tasks');
  await expect(input).toHaveValue('tasks');
});
