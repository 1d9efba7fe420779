import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('a user who answers a referral on a phone can read its documents', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/provider/WorkQueues');
  await page.getByRole('option', { name: /PAPADOPOULOS/ }).click();
  await page.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('tab', { name: /^Documents/ }).click();
  await expect(dialog.getByRole('list', { name: 'Attached documents' })).toBeInViewport();
  await expect(dialog.getByRole('region', { name: /^(Text|Pages) of/ })).toBeInViewport();
  await expectAccessible(page, 'documents of a referral on a phone');
});
