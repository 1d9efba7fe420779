import type { Locator, Page } from '@playwright/test';

import { referralTexts } from '@careloop/contracts/referrals';

import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider } from '../support/wizard.ts';

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
  await page.goBack();
  await isSelected(rows(page).nth(2));
  await page.goForward();
  await isSelected(rows(page).nth(4));

  for (const place of [5, 6]) {
    await page.keyboard.press('j');
    await isSelected(rows(page).nth(place));
    const referralId = await rows(page).nth(place).getAttribute('data-key');
    await expect(page).toHaveURL(new RegExp(`referralId=${referralId}$`));
  }
  const passed = page.url();
  await page.goBack();
  await isSelected(rows(page).nth(2));
  await page.goBack();
  await isSelected(rows(page).nth(0));
  await page.goBack();
  await expect(page).toHaveURL(/\/provider\/$/);
  await page.goto(passed);
  await isSelected(rows(page).nth(6));
});

test('on a narrow screen Back leads from a conversation to the list', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/provider/Messages');
  const row = rows(page).first();
  await row.click();
  await expect(page.getByRole('button', { name: 'Back to list' })).toBeVisible();
  await expect(page).toHaveURL(/conversationKey=/);
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to list' })).toBeHidden();
});

/** Goes back like the browser’s button; returns null if the page stays. */
const goBack = (page: Page) => page.evaluate('history.back()');

/** Opens one conversation after the other, so that Back goes from the second row to the third. */
async function openConversations(page: Page): Promise<void> {
  await page.goto('/provider/Messages');
  for (const place of [0, 2, 1]) {
    if (place > 0) await rows(page).nth(place).click();
    await isSelected(rows(page).nth(place));
  }
}

test('Back closes a dialog together with the view below it', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openConversations(page);
  const dialog = page.getByRole('dialog');
  for (const open of [
    () => page.getByRole('button', { name: 'New Message' }).click(),
    () => page.keyboard.press('?'),
    () => page.keyboard.press('Control+k'),
  ]) {
    await isSelected(rows(page).nth(1));
    await open();
    await expect(dialog).toBeVisible();
    await goBack(page);
    await expect(dialog).toBeHidden();
    await isSelected(rows(page).nth(2));
    await page.goForward();
  }
});

test('Back asks once before it closes a form with unsaved input', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openConversations(page);
  await page.getByRole('button', { name: 'New Message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await message.fill('Would you look at');
  const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' });
  const stays = async () => {
    await question.getByRole('button', { name: 'No' }).click();
    await expect(question).toBeHidden();
    await expect(message).toHaveValue('Would you look at');
    await isSelected(rows(page).nth(1));
  };
  const here = page.url();

  await goBack(page);
  await expect(question).toBeVisible();
  await stays();
  await expect(page).toHaveURL(here);

  const pressTwice = async () => {
    await goBack(page);
    await expect(question).toBeVisible();
    await goBack(page);
    await expect(page).toHaveURL(here);
  };
  // Back is pressed again while the question is open.
  await pressTwice();
  await stays();
  await expect(page).toHaveURL(here);

  // A confirmation of the dialog itself is answered first.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeVisible();
  await goBack(page);
  await expect(question).toHaveCount(1);
  await stays();
  await expect(page).toHaveURL(here);

  await pressTwice();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeHidden();
  await isSelected(rows(page).nth(2));
  await expect(page).not.toHaveURL(here);
  await page.getByRole('button', { name: 'New Message' }).click();
  await expect(message).toHaveValue('');
});

test('Back closes the wizard and the upload after leaving is confirmed', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Mohamed');
  await page.goto(`/provider/Patient/${patient.patientId}`);
  const documents = page.getByRole('tab', { name: /^Documents/ });
  await documents.click();
  await expect(documents).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('button', { name: 'New referral' }).click();
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  await chooseProvider(wizard, 'Lindgren, Zoë');
  await goBack(page);
  await page.getByRole('dialog', { name: referralTexts.exitTitle }).getByRole('button', { name: 'Keep draft' }).click();
  await expect(wizard).toBeHidden();
  await expect(documents).toHaveAttribute('aria-selected', 'false');

  await page.goForward();
  const shows = (chart: string) => expect(page.getByRole('region', { name: chart })).toBeVisible();
  for (const chart of ['Demographics', 'Summary of Care']) {
    await page.getByRole('treeitem', { name: chart }).click();
    await shows(chart);
  }
  await page.getByRole('tabpanel').getByRole('button', { name: 'UPLOAD CHART(S)' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload Chart' });
  await upload.getByRole('combobox').first().click();
  await page.getByRole('listbox').last().getByRole('option').first().click();
  await goBack(page);
  const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' });
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(upload).toBeHidden();
  await shows('Demographics');
});
