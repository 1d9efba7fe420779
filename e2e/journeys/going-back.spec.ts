import { createReferral, referralTexts } from '@careloop/contracts/referrals';
import { getReferralDraft } from '@careloop/contracts/referrals/drafts';
import type { Locator, Page, Route } from '@playwright/test';

import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { fillWizard } from '../support/wizard.ts';

// A selection adds an entry to the browser history; rows that keyboard navigation only passes do not.

const rows = (page: Page): Locator => page.getByRole('option');
const isSelected = (row: Locator) => expect(row).toHaveAttribute('aria-selected', 'true');

test('Back returns to the previous selection, not to every row that was passed', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Referrals' }).click();
  await isSelected(rows(page).nth(0));
  await rows(page).nth(2).click();
  await isSelected(rows(page).nth(2));
  await rows(page).nth(4).click();
  await isSelected(rows(page).nth(4));

  for (const place of [5, 6]) {
    await page.keyboard.press('j');
    await isSelected(rows(page).nth(place));
    const referralId = await rows(page).nth(place).getAttribute('data-key');
    await expect(page).toHaveURL(new RegExp(`referralId=${referralId}$`));
  }
  await page.goBack();
  await isSelected(rows(page).nth(2));
  await page.goBack();
  await isSelected(rows(page).nth(0));
  await page.goBack();
  await expect(page).toHaveURL(/\/provider\/$/);
});

test('on a narrow screen Back leads from a conversation to the list, and each has one main heading', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/provider/Messages');
  const row = rows(page).first();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(row).toBeVisible();
  await expect(heading).toHaveCount(1);
  await row.click();
  await expect(page.getByRole('button', { name: 'Back to list' })).toBeVisible();
  await expect(heading).toHaveCount(1);
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to list' })).toBeHidden();
});

/** Goes back like the browser’s button; returns null if the page stays. */
const goBack = (page: Page) => page.evaluate('history.back()');

test('Back closes a dialog together with the view below it, and asks once if its form has input', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  // Back goes from the second conversation to the third.
  await page.goto('/provider/Messages');
  for (const place of [0, 2, 1]) {
    if (place > 0) await rows(page).nth(place).click();
    await isSelected(rows(page).nth(place));
  }
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await page.getByRole('button', { name: 'New Message' }).click();
  await expect(message).toBeVisible();
  await goBack(page);
  await expect(dialog).toBeHidden();
  await isSelected(rows(page).nth(2));
  await page.goForward();
  await isSelected(rows(page).nth(1));

  await page.getByRole('button', { name: 'New Message' }).click();
  await message.fill('Would you look at');
  const here = page.url();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' });
  await goBack(page);
  await expect(question).toBeVisible();
  // Back is pressed again while the question is open.
  await goBack(page);
  await expect(page).toHaveURL(here);
  await expect(question).toHaveCount(1);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toBeHidden();
  await expect(message).toHaveValue('Would you look at');
  await expect(page).toHaveURL(here);
  await goBack(page);
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeHidden();
  await isSelected(rows(page).nth(2));
});

test('a referral that is being sent can be neither left nor kept as a draft, and a refused one is not lost', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Lavoie');
  await page.goto(`/provider/Patient/${patientId}`);
  // Back then leads to another section of the page.
  await page.getByRole('tab', { name: 'Clinical record' }).click();
  await expect(page).toHaveURL(/section=/);
  await page.getByRole('button', { name: 'New referral' }).click();
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  await expect(wizard.getByRole('heading', { name: 'Step 1 of 5' })).toBeFocused();
  await fillWizard(wizard, { behalf: 'Nguyen, Linh', provider: 'Patel, Anjali', reason: 'Faints on standing up.' });
  const path = `**/api${createReferral.path}`;
  const finish = async () => {
    const sent = Promise.withResolvers<Route>();
    await page.route(path, (route) => sent.resolve(route));
    await wizard.getByRole('button', { name: 'Finish' }).click();
    return await sent.promise;
  };
  const refused = await finish();
  const here = page.url();
  const exit = wizard.getByRole('button', { name: 'Exit / Cancel' });
  await expect(exit).toBeDisabled();
  await expect(wizard.getByRole('button', { name: 'Close' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await goBack(page);
  await expect(page).toHaveURL(here);
  await refused.fulfill({
    json: { wasSuccessful: false, code: 'refused', validationErrors: {}, message: 'Not today.' },
  });
  await expect(wizard.getByText('Not today.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);

  const question = page.getByRole('dialog', { name: referralTexts.exitTitle });
  await exit.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  const sent = await finish();
  await page.keyboard.press('Escape');
  await expect(exit).toBeDisabled();
  await sent.continue();
  await expect(page.getByText(/^Referral sent/)).toBeVisible();
  await expect(wizard).toBeHidden();
  expect((await call(page.request, getReferralDraft, { patientId })).draft).toBeNull();
});
