import { listPatients } from '@careloop/contracts/patients';
import { getContext } from '@careloop/contracts/session';
import { createTask } from '@careloop/contracts/tasks';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test('a task is added to a patient from a template, due on the same day everywhere, started and completed', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Tasks');
  await page.getByRole('button', { name: 'Call about morning weights and leg swelling' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'Open patient' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('tab', { name: 'Tasks', selected: true })).toBeVisible();
  await expectAccessible(page, 'tasks of a patient');
  await main.getByRole('button', { name: 'Add task' }).click();
  await dialog.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: 'Records request' }).click();
  await dialog.getByRole('textbox', { name: 'Due' }).fill('12/24/2030');
  await dialog.getByRole('combobox', { name: 'Tags' }).click();
  await page.getByRole('option', { name: 'Paperwork' }).click();
  await dialog.getByRole('combobox', { name: 'Provider' }).fill('Patel');
  await page.getByRole('option', { name: /Patel, Anjali/ }).click();
  await dialog.getByRole('radio', { name: 'Mail', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Phone of the office' }).fill('6175550123');
  await dialog.getByRole('textbox', { name: 'Email of the office' }).fill('records');
  await dialog.getByRole('textbox', { name: 'Remarks' }).fill('Operative report\nPathology');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Email of the office is not valid')).toBeVisible();
  await expectAccessible(page, 'a task with all types of fields');
  await dialog.getByRole('textbox', { name: 'Email of the office' }).fill('records@example.org');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Task added')).toBeVisible();
  await main.getByRole('combobox', { name: 'Tag' }).click();
  await page.getByRole('option', { name: 'Paperwork' }).click();
  await expect(main.getByRole('button', { name: /Call about/ })).toHaveCount(0);
  await main.getByRole('button', { name: 'Request outside records' }).click();
  for (const text of ['(617) 555-0123', 'records@example.org', 'Mail'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  const abroad = await openAs('coordinator', { timezoneId: 'Asia/Kolkata' });
  await abroad.goto('/provider/Tasks?relation=added');
  const row = abroad.getByRole('row').filter({ hasText: 'Request outside records' });
  await expect(row.getByText('12/24/30', { exact: true })).toBeVisible();
  await abroad.close();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(dialog.getByText('Started')).toBeVisible();
  await expectAccessible(page, 'a task with its history');
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByText('Task completed')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Request outside records' })).toHaveCount(0);
  await main.getByRole('radiogroup', { name: 'Tasks to show' }).getByText('Completed').click();
  await expect(main.getByRole('button', { name: 'Request outside records' })).toBeVisible();
});

test('a queue item previews its tasks, also by keyboard', async ({ openAs }) => {
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
  // My tasks is a tab of the work queues and has no link of its own.
  await page.goto('/provider/Tasks');
  await expect(page.getByRole('heading', { level: 1, name: 'My tasks' })).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.locator('[aria-current]')).toContainText('Work Queues');
});

test('Home shows a task added by another user without a reload, and that a patient is deceased', async ({ openAs }) => {
  const [home, other] = [await openAs('coordinator'), await openAs('admin')];
  await home.goto('/provider');
  const tasks = home.getByRole('region', { name: /^My tasks/ });
  await expect(tasks.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(home, 'Home');
  const { items } = await call(other.request, listPatients, { searchTerm: 'Winthrop' });
  await call(other.request, createTask, {
    patientId: items[0]?.patientId ?? 0,
    description: 'Return the rented walker',
    dateDue: '2026-11-01',
    taskTemplateId: null,
    assignedToUserId: (await call(home.request, getContext, {})).user.userId,
  });
  const row = tasks.getByRole('listitem').filter({ hasText: 'Return the rented walker' });
  await expect(row.getByText('Deceased', { exact: true })).toBeVisible();
});

test('open work of others is listed separately, and a row starts acting for them', async ({ openAs }) => {
  const page = await openAs('office');
  await page.goto('/provider');
  const others = page.getByRole('region', { name: 'For others' });
  await expect(others.getByText(/STAT or overdue/).first()).toBeVisible();
  await expect(page.getByText('Nothing needs you right now')).toHaveCount(0);
  const waiting = page.getByRole('region', { name: 'People waiting for you' });
  await expect(waiting.getByRole('link', { name: /care team invitation/ })).toBeVisible();
  const urgent = others.getByRole('list', { name: 'STAT and overdue for Anjali Patel' });
  await expectAccessible(page, 'Home of somebody who acts for others');
  await urgent.getByRole('link', { name: /STAT/ }).first().click();
  await expect(page).toHaveURL(/\/WorkQueues\?.*workQueueEncounterId=\d+/);
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
  await page.goBack();
  await others.getByRole('link', { name: /Anjali Patel/ }).click();
  await expect(page).toHaveURL(/onBehalfOfUserId=\d+/);
  await expect(others).toHaveCount(0);
});
