import { listPatients } from '@careloop/contracts/patients';
import { getContext } from '@careloop/contracts/session';
import { createTask } from '@careloop/contracts/tasks';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test('Home shows a task added by another user without a reload', async ({ openAs }) => {
  const [home, other] = [await openAs('coordinator'), await openAs('admin')];
  await home.goto('/provider');
  const tasks = home.getByRole('region', { name: /^My tasks/ });
  await expect(tasks.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(home, 'Home');
  await other.goto('/provider');
  await other.getByRole('searchbox', { name: 'Find a patient' }).fill('Fitzgerald');
  await other.getByRole('list', { name: 'Patients found' }).getByRole('link').first().click();
  await other.getByRole('tab', { name: 'Tasks' }).click();
  await other.getByRole('button', { name: 'Add task' }).click();
  const dialog = other.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Check the oxygen delivery');
  const assignee = dialog.getByRole('combobox', { name: 'Assigned to' });
  await assignee.fill('Caldwell');
  await other.getByRole('option', { name: /Caldwell/ }).click();
  await dialog.getByRole('textbox', { name: 'Due' }).fill('11/20/2026');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Task added')).toBeVisible();
  await expect(tasks.getByText('Check the oxygen delivery')).toBeVisible();
});

test('open work of others is listed separately, and a row starts acting for them', async ({ openAs }) => {
  const page = await openAs('office');
  await page.goto('/provider');
  const others = page.getByRole('region', { name: 'For others' });
  await expect(others.getByText(/STAT or overdue/).first()).toBeVisible();
  await expect(page.getByText('Nothing needs you right now')).toHaveCount(0);
  const waiting = page.getByRole('region', { name: 'People waiting for you' });
  await expect(waiting.getByRole('link', { name: /care team invitation/ })).toBeVisible();
  await others.getByRole('link').first().click();
  await expect(page).toHaveURL(/onBehalfOfUserId=\d+/);
  await expect(others).toHaveCount(0);
});

test('a task about a deceased patient says so, on Home and in the list of tasks', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { items } = await call(page.request, listPatients, { searchTerm: 'Winthrop' });
  const description = 'Return the rented walker';
  const task = {
    patientId: items[0]?.patientId ?? 0,
    description,
    dateDue: '2026-11-01T12:00:00Z',
    taskTemplateId: null,
  };
  await call(page.request, createTask, { ...task, assignedToUserId: await ownId(page) });
  await page.goto('/provider');
  const mine = page.getByRole('region', { name: /^My tasks/ });
  const row = mine.getByRole('listitem').filter({ hasText: description });
  await expect(row.getByText('Deceased', { exact: true })).toBeVisible();
  await page.goto('/provider/Tasks');
  await expect(page.getByRole('row').filter({ hasText: description })).toContainText('Deceased');
});

const ownId = async (page: Page) => (await call(page.request, getContext, {})).user.userId;
