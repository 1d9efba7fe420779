import { WorkQueue } from '@careloop/contracts/codes';
import { canAccessPatient } from '@careloop/contracts/patients';
import {
  getWorkQueueFilters,
  getWorkQueues,
  listWorkQueueItems,
  setHiddenWorkQueues,
} from '@careloop/contracts/work-queues';
import { setWorkQueueItemCompleted, workQueueTexts } from '@careloop/contracts/work-queues/items';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient, sendReferral } from '../support/organization.ts';
import { expect, staged, test } from '../support/test.ts';

const queueLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Work queues' }).getByRole('link', { name: new RegExp(`^${name}`) });
const listOf = (page: Page, name: string) => page.getByRole('listbox', { name });
const openQueue = async (page: Page, workQueueId: number) => {
  await page.goto(`/provider/WorkQueues?workQueueId=${workQueueId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

test('the settings decide which queues are shown and counted', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openQueue(page, WorkQueue.referralNeedsPhysicianSelection);
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Work Queues/ });
  const { categories, openCount } = await call(page.request, getWorkQueues, {});
  const exceptions = categories
    .flatMap(({ workQueues }) => workQueues)
    .find(({ workQueueId }) => workQueueId === WorkQueue.referralExceptions);
  await page.getByRole('button', { name: 'Work Queue Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Work Queue Settings' });
  await expectAccessible(page, 'work queue settings');
  await dialog.getByRole('textbox', { name: workQueueTexts.searchQueues }).fill('exceptions');
  await dialog.getByRole('treeitem', { name: /^Referral exceptions/ }).click();
  const save = `**/api${setHiddenWorkQueues.path}`;
  await page.route(save, async (route) => await route.fulfill({ status: 500, headers: staged, json: {} }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(workQueueTexts.settingsFailed)).toBeVisible();
  await page.unroute(save);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(workQueueTexts.settingsSaved)).toBeVisible();
  await expect(queueLink(page, 'Referral exceptions')).toBeHidden();
  const badge = `${openCount - (exceptions?.openCount ?? 0)} open items`;
  await expect(menu).toContainText(badge);

  await test.step('a hidden queue opens by its link, and is not counted in badges', async () => {
    await openQueue(page, WorkQueue.referralExceptions);
    await expect(page.getByRole('heading', { level: 1, name: 'Referral exceptions' })).toBeVisible();
    await expect(listOf(page, 'Referral exceptions').getByRole('option')).toHaveCount(exceptions?.openCount ?? 0);
    await expect(queueLink(page, 'Referral exceptions')).toBeVisible();
    await expect(menu).toContainText(badge);
    await queueLink(page, 'Needs physician selection').click();
    await expect(queueLink(page, 'Referral exceptions')).toBeHidden();
  });
});

test('an item is claimed, shared, completed and reopened, and others see it at once', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const [patel, office, nguyen] = [await openAs('drpatel'), await openAs('office'), await openAs('drnguyen')];
  await sendReferral(sender, { patient: 'Andrade', to: 'Patel', for: 'Washington', reason: 'Palpitations at rest.' });
  for (const page of [patel, office, nguyen]) await openQueue(page, WorkQueue.referralToProcess);
  const item = (page: Page) =>
    listOf(page, 'Referrals to process').getByRole('option', { name: /ANDRADE, Sofia.*Washington/ });
  await item(patel).click();
  await patel.getByRole('button', { name: 'Work on it' }).click();
  await expect(item(office)).toContainText('Anjali Patel is working on this');
  await patel.getByRole('button', { name: 'Stop working on it' }).click();
  await expect(item(office)).not.toContainText('is working on this');

  const toProcess = { workQueueId: WorkQueue.referralToProcess };
  const shared = (await call(nguyen.request, listWorkQueueItems, toProcess)).totalItemCount + 1;
  await patel.getByRole('button', { name: 'Share', exact: true }).click();
  const share = patel.getByRole('dialog', { name: /^Share/ });
  await expectAccessible(patel, 'share an item');
  await expect(share.getByRole('combobox', { name: 'Colleagues' })).toBeFocused();
  // The receiver may share the item although the patient's record is closed to them.
  const { patientId } = await findPatient(sender, 'Andrade');
  expect(await call(patel.request, canAccessPatient, { patientId })).toMatchObject({ canAccessPatient: false });
  await share.getByRole('combobox', { name: 'Colleagues' }).fill('Nguyen');
  await patel.getByRole('option', { name: /^Nguyen, Linh/ }).click();
  await share.getByRole('button', { name: 'Share' }).click();
  await expect(patel.getByRole('button', { name: 'Shared with 1' })).toBeVisible();
  await expect(queueLink(nguyen, `Referrals to process ${shared} open`)).toBeVisible();
  await openQueue(nguyen, WorkQueue.referralToProcess);
  await item(nguyen).click();
  await expect(nguyen.getByText('Palpitations at rest.')).toBeVisible();
  await patel.getByRole('button', { name: 'Shared with 1' }).click();
  await share.getByRole('button', { name: 'Stop sharing with Linh Nguyen' }).click();
  await expect(item(nguyen)).toBeHidden();
  await share.getByRole('button', { name: 'Cancel' }).click();

  const open = (await call(office.request, listWorkQueueItems, toProcess)).totalItemCount;
  await patel.getByRole('button', { name: 'Complete', exact: true }).click();
  const question = patel.getByRole('dialog', { name: 'Complete without an answer?' });
  await expect(question).toContainText(/ANDRADE, Sofia.*MRN/);
  await expect(question).toContainText('the sender still waits for an answer');
  await question.getByRole('button', { name: 'Complete' }).click();
  await expect(patel.getByText(workQueueTexts.itemUpdated)).toBeVisible();
  await expect(item(office)).toBeHidden();
  // An item the user reopens themselves does not wait as new.
  await patel.getByRole('button', { name: /^Undo/ }).click();
  await expect(item(patel)).toBeVisible();
  await expect(patel.getByRole('button', { name: '1 new' })).toBeHidden();
  await expect(patel.getByText('Completed', { exact: true })).toHaveCount(1);
  await expect(office.getByRole('button', { name: '1 new' })).toBeVisible();
  await patel.getByRole('button', { name: 'Complete', exact: true }).click();
  await question.getByRole('button', { name: 'Complete' }).click();
  await office.getByText('Completed', { exact: true }).click();
  await item(office).click();
  await office.getByRole('button', { name: 'Reopen' }).click();
  await expect(item(office)).toBeHidden();
  await office.getByText('Open', { exact: true }).click();
  await expect(item(office)).toBeVisible();
  await expect(office.getByRole('button', { name: '1 new' })).toBeHidden();
  await expect(queueLink(office, `Referrals to process ${open} open`)).toBeVisible();
});

test('an unknown queue says so, and completing an unanswered exception asks for confirmation', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/WorkQueues?workQueueId=999');
  await expect(page.getByText("this work queue doesn't exist")).toBeVisible();
  await openQueue(page, WorkQueue.referralExceptions);
  await listOf(page, 'Referral exceptions').getByRole('option', { name: /RODR/ }).click();
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Complete without an answer?' });
  await expect(question).toContainText('the sender still waits for an answer');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(listOf(page, 'Referral exceptions').getByRole('option', { name: /RODR/ })).toBeVisible();
});

test('several items are completed at once; an item changed by someone else is reported', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const queue = { workQueueId: WorkQueue.referralExceptions };
  await openQueue(page, queue.workQueueId);
  const { items } = await call(page.request, listWorkQueueItems, queue);
  await page.getByRole('button', { name: 'Select several' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete or share several items' });
  await dialog.getByRole('checkbox', { name: `All ${items.length} of this page` }).click();
  await expectAccessible(page, 'several items');
  await expect(dialog.getByRole('checkbox', { name: / To .+ · (Routine|Urgent|STAT) · due / })).toHaveCount(
    items.length,
  );
  const workQueueEncounterId = items[0]?.workQueueEncounterId ?? 0;
  await call(page.request, setWorkQueueItemCompleted, { workQueueEncounterId, setCompleted: true });
  await dialog.getByRole('button', { name: `Complete ${items.length}` }).click();
  const results = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await expect(results.filter({ hasText: workQueueTexts.changed })).toHaveCount(1);
  await expect(results.filter({ hasText: 'Completed' })).toHaveCount(items.length - 1);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Nothing is open in this queue.')).toBeVisible();
});

test('filters show the number of rows they announce', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openQueue(page, WorkQueue.referralNeedsPhysicianSelection);
  const rows = listOf(page, 'Needs physician selection').getByRole('option');
  const queue = { workQueueId: WorkQueue.referralNeedsPhysicianSelection };
  const all = (await call(page.request, listWorkQueueItems, queue)).totalItemCount;
  await page.getByRole('button', { name: 'More filters' }).click();
  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Urgency' }).click();
  await expectAccessible(page, 'queue filters');
  const count = (await call(page.request, listWorkQueueItems, { ...queue, urgencyDays: 7 })).totalItemCount;
  expect(count).toBeLessThan(all);
  const choice = page.getByRole('option', { name: `Urgent (${count})`, exact: true });
  await choice.click();
  await expect(rows).toHaveCount(count);
  await page.reload();
  await expect(rows).toHaveCount(count);
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(rows).toHaveCount(all);
});

test('a queue is filtered by provider tags, any or all', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await openQueue(page, WorkQueue.referralToProcess);
  const rows = listOf(page, 'Referrals to process').getByRole('option');
  const queue = { workQueueId: WorkQueue.referralToProcess };
  const all = (await call(page.request, listWorkQueueItems, queue)).totalItemCount;
  const { tags } = await call(page.request, getWorkQueueFilters, queue);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Provider tags' }).click();
  for (const { name, count } of tags.slice(0, 2)) {
    await page.getByRole('option', { name: `${name} (${count})`, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  const healthcareProviderTagIds = tags.slice(0, 2).map((tag) => tag.healthcareProviderTagId);
  const both = { ...queue, healthcareProviderTagIds, tagFilterType: 'All' } as const;
  await page.getByText('All tags', { exact: true }).click();
  await expect(page).toHaveURL(/tagFilterType=All/);
  await expect(rows).toHaveCount((await call(page.request, listWorkQueueItems, both)).totalItemCount);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'All tags' })).toBeChecked();
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(rows).toHaveCount(all);
});
