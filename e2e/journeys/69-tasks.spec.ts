import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('a task is added to a patient from a template, started and completed, and its history shows it', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Tasks');
  await page.getByRole('button', { name: 'Call about morning weights and leg swelling' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Open patient' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('tab', { name: 'Tasks', selected: true })).toBeVisible();
  await expectAccessible(page, 'the screen');
  await main.getByRole('button', { name: 'Add task' }).click();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Transport' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Arrange transport');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Book the van for Friday');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Company is required')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'CareVan' }).click();
  await dialog.getByRole('textbox', { name: 'Pickup day' }).fill('12/18/2026');
  await expectAccessible(page, 'the screen');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Task added')).toBeVisible();
  await main.getByRole('button', { name: 'Book the van for Friday' }).click();
  await expect(dialog.getByText('CareVan')).toBeVisible();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(dialog.getByText('Started')).toBeVisible();
  await expectAccessible(page, 'the screen');
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Task completed')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Book the van for Friday' })).toHaveCount(0);
  await main.getByRole('radiogroup', { name: 'Tasks to show' }).getByText('Completed').click();
  await expect(main.getByRole('button', { name: 'Book the van for Friday' })).toBeVisible();
});

test('a queue item previews its tasks, also by keyboard, and reports a failure', async ({ openAs }) => {
  // A receiver, who may not open the patient's record yet.
  const page = await openAs('drpatel');
  await page.goto('/provider/WorkQueues');
  const main = page.getByRole('main');
  await main.getByRole('option', { name: /KACZMAREK, Dorothy/ }).click();
  await main.getByRole('button', { name: 'Add task' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('KACZMAREK, Dorothy Ann')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Ask the office for a date');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const list = main.getByRole('listbox');
  const row = list.getByRole('option').filter({ hasText: '1 open task' });
  await expect(row).toBeVisible();
  await row.hover();
  const preview = page.getByRole('list', { name: 'Open tasks' });
  await expect(preview.getByText('Ask the office for a date')).toBeVisible();
  await main.getByRole('navigation', { name: 'Work queues' }).hover();
  await expect(preview).toHaveCount(0);
  // The order of the list depends on the hour: a referral due within a day stands above an overdue one.
  await list.press('ArrowDown');
  await list.press('ArrowUp');
  await expect(preview.getByText('Ask the office for a date')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  const failed = { wasSuccessful: false, code: 'no_access', validationErrors: {}, message: 'Not now' };
  await page.route('**/task-info*', (route) => route.fulfill({ json: failed }));
  await page.reload();
  await expect(row).toBeVisible();
  await row.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Error encountered while attempting to load task info');
});

test('a template has phone, email and radio fields, and my tasks are fully visible on a phone', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Tasks');
  const main = page.getByRole('main');
  await page.getByRole('button', { name: 'Call about morning weights and leg swelling' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Open patient' }).click();
  await main.getByRole('button', { name: 'Add task' }).click();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Records request' }).click();
  await dialog.getByRole('combobox', { name: 'Provider' }).fill('Patel');
  await page.getByRole('option', { name: /Patel, Anjali/ }).click();
  await dialog.getByRole('radio', { name: 'Mail', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Phone of the office' }).fill('6175550123');
  await dialog.getByRole('textbox', { name: 'Email of the office' }).fill('records');
  await dialog.getByRole('textbox', { name: 'Remarks' }).fill('Operative report\nPathology');
  await expectAccessible(page, 'all types of fields');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Email of the office is not valid')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Email of the office' }).fill('records@example.org');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Task added')).toBeVisible();
  await main.getByRole('button', { name: 'Request outside records' }).click();
  for (const text of ['(617) 555-0123', 'records@example.org', 'Mail']) {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/provider/Tasks');
  const row = page.getByRole('row').filter({ hasText: 'Call about morning weights' });
  for (const text of [/FITZGERALD/, /^\d+\/\d+\/\d+$/]) await expect(row.getByText(text)).toBeInViewport({ ratio: 1 });
});
