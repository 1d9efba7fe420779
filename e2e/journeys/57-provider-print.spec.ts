import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('a provider views a colleague on the care team and prints the page', async ({ openAs }) => {
  const page = await openAs('drpatel');
  // No print window opens in a test.
  await page
    .context()
    .addInitScript({ content: "window.print = () => document.documentElement.setAttribute('data-printed', 'yes');" });
  await page.goto('/provider/Patients');
  await page.getByRole('link', { name: 'CHEN, Robert' }).click();
  await page.getByRole('tab', { name: 'Care team' }).click();
  const team = page.getByRole('region', { name: 'Care team' });
  const colleague = team.getByRole('row').filter({ hasText: 'Provider ·', hasNotText: 'Patel' }).first();
  const name = colleague.getByRole('button', { name: /^[^,]+, [^,]+$/ });
  const [lastName = ''] = ((await name.textContent()) ?? '').split(',');
  await name.click();
  const view = page.getByRole('dialog', { name: 'View Info' });
  await expect(view.getByRole('heading', { name: new RegExp(lastName) })).toBeVisible();
  await expect(view.getByRole('heading', { name: 'Public notes' })).toBeVisible();
  await expect(view.getByText('Private notes')).toBeHidden();
  await expectAccessible(page, 'the view of a provider');
  const opening = page.context().waitForEvent('page');
  await view.getByRole('button', { name: 'Print' }).click();
  const paper = await opening;
  await expect(paper).toHaveURL(/\/Coordinator\/PrintProvider\/\d+\?shouldShowNotes=1$/);
  await expect(paper.getByRole('heading', { name: 'Physician Information' })).toBeVisible();
  await expect(paper.getByRole('heading', { name: new RegExp(lastName) })).toBeVisible();
  await expect(paper).toHaveTitle(/Physician Information/);
  await expect(paper.getByRole('img', { name: 'Careloop' })).toBeVisible();
  await expect(paper.locator('html')).toHaveAttribute('data-printed', 'yes');
  await expectAccessible(paper, 'the page for printing');
  await view.getByRole('button', { name: 'Close' }).last().click();
  await expect(view).toBeHidden();
});
