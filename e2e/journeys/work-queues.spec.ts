import { WorkQueue } from '@careloop/contracts/codes';
import {
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  workQueuePageSize,
} from '@careloop/contracts/work-queues';
import { claimWorkQueueItem, setWorkQueueItemCompleted, workQueueTexts } from '@careloop/contracts/work-queues/items';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { mainHeading } from '../support/mainHeading.ts';
import { chooseMore } from '../support/menu.ts';
import { sendReferral } from '../support/organization.ts';
import { putBadLine } from '../support/realtime.ts';
import { expect, test } from '../support/test.ts';

const queueLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Work queues' }).getByRole('link', { name: new RegExp(`^${name}`) });
const listOf = (page: Page, name: string) => page.getByRole('listbox', { name });
const openQueue = async (page: Page, workQueueId: number) => {
  await page.goto(`/provider/WorkQueues?workQueueId=${workQueueId}`);
  await expect(mainHeading(page)).toBeVisible();
};

const toProcess = { workQueueId: WorkQueue.referralToProcess };

/** The rows of the queue on the page, after loading new items. */
async function shownOn(page: Page) {
  const showNew = page.getByRole('button', { name: / new$/ });
  if (await showNew.isVisible()) await showNew.click();
  const list = await page.getByRole('listbox', { name: 'Referrals to process' }).innerHTML();
  const rows = list
    .split(/(?=data-key=")/)
    .slice(1)
    .map((row) => [/^data-key="(\d+)"/.exec(row)?.[1], row.includes(' working on this')]);
  const link = page
    .getByRole('navigation', { name: 'Work queues' })
    .getByRole('link', { name: /^Referrals to process/ });
  return { rows, count: /\d+/.exec((await link.textContent()) ?? '')?.[0] };
}

/** The same rows from the API. */
async function answeredTo(page: Page) {
  const { items } = await call(page.request, listWorkQueueItems, { ...toProcess, urgentFirst: true });
  const { categories } = await call(page.request, getWorkQueues, {});
  const counts = categories.flatMap(({ workQueues }) => workQueues);
  return {
    rows: items.map(({ workQueueEncounterId, claim }) => [String(workQueueEncounterId), claim !== null]),
    count: String(counts.find(({ workQueueId }) => workQueueId === toProcess.workQueueId)?.openCount),
  };
}

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
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(workQueueTexts.settingsSaved)).toBeVisible();
  await expect(queueLink(page, 'Referral exceptions')).toBeHidden();
  const badge = `${openCount - (exceptions?.openCount ?? 0)} open items`;
  await expect(menu).toContainText(badge);
  // It still opens by a link.
  await openQueue(page, WorkQueue.referralExceptions);
  await expect(page.getByRole('heading', { level: 1, name: 'Referral exceptions' })).toBeVisible();
  await expect(listOf(page, 'Referral exceptions').getByRole('option')).toHaveCount(exceptions?.openCount ?? 0);
  await expect(menu).toContainText(badge);
});

test('an item is claimed, shared, completed and reopened, and others see it at once', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const [patel, office, nguyen] = [await openAs('drpatel'), await openAs('office'), await openAs('drnguyen')];
  await sendReferral(sender, { patient: 'Andrade', to: 'Patel', for: 'Washington', reason: 'Palpitations at rest.' });
  for (const page of [patel, office, nguyen]) await openQueue(page, WorkQueue.referralToProcess);
  const item = (page: Page) =>
    listOf(page, 'Referrals to process').getByRole('option', { name: /ANDRADE, Sofia.*Washington/ });

  await test.step('claimed', async () => {
    await item(patel).click();
    await chooseMore(patel, 'Take');
    await expect(item(office)).toContainText('Anjali Patel is working on this');
  });

  await test.step('shared, and no longer', async () => {
    const shared = (await call(nguyen.request, listWorkQueueItems, toProcess)).totalItemCount + 1;
    await chooseMore(patel, 'Share');
    const share = patel.getByRole('dialog', { name: /^Share/ });
    await expectAccessible(patel, 'share an item');
    await share.getByRole('combobox', { name: 'Colleagues' }).fill('Nguyen');
    await patel.getByRole('option', { name: /^Nguyen, Linh/ }).click();
    await share.getByRole('button', { name: 'Share' }).click();
    await expect(queueLink(nguyen, `Referrals to process ${shared} open`)).toBeVisible();
    await openQueue(nguyen, WorkQueue.referralToProcess);
    await item(nguyen).click();
    await expect(item(nguyen)).toContainText('Shared by Anjali Patel');
    await expect(nguyen.getByText('Palpitations at rest.')).toBeVisible();
    await chooseMore(patel, 'Shared with 1');
    await share.getByRole('button', { name: 'Stop sharing with Linh Nguyen' }).click();
    await expect(item(nguyen)).toBeHidden();
    await share.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('completed after a confirmation, and reopened by a colleague', async () => {
    await item(office).click();
    await chooseMore(patel, 'Remove from queue');
    const question = patel.getByRole('dialog', { name: 'Remove without an answer?' });
    await expect(question).toContainText('the sender still waits for an answer');
    await question.getByRole('button', { name: 'Remove from queue' }).click();
    await expect(patel.getByText(workQueueTexts.itemUpdated)).toBeVisible();
    await expect(item(office)).toBeHidden();
    await expect(office.getByText('Completed by Anjali Patel')).toBeVisible();
    await expect(office.getByRole('button', { name: /^Next item/ })).toBeVisible();
    await office.getByText('Completed', { exact: true }).click();
    await item(office).click();
    await expect(item(office)).toContainText('by Anjali Patel');
    await chooseMore(office, 'Put back in queue');
    await expect(item(office)).toBeHidden();
    await office.getByText('Open', { exact: true }).click();
    await expect(item(office)).toBeVisible();
    // An item the user reopens themselves does not wait as new.
    await expect(office.getByRole('button', { name: '1 new' })).toBeHidden();
    await expect(patel.getByRole('button', { name: '1 new' })).toBeVisible();
  });
});

test('the queue opened by default stays after a reload', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/WorkQueues');
  await expect(page).toHaveURL(/workQueueId=\d+/);
  const name = await mainHeading(page).textContent();
  const address = page.url();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible();
  expect(page.url()).toBe(address);
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
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await expect(rows).toHaveCount(all);
});

test('wherever the connection breaks, a queue and its count match the server in the end', async ({ openAs }) => {
  const office = await openAs('office');
  const page = await openAs('drpatel');
  const line = await putBadLine(page);
  await page.goto(`/provider/WorkQueues?workQueueId=${toProcess.workQueueId}`);
  await expect(page.getByRole('option').first()).toBeVisible();

  // The same random numbers in every run.
  let seed = 11;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let round = 1; round <= 2; round += 1) {
    for (let step = 1; step <= 6; step += 1) {
      const { items } = await call(office.request, listWorkQueueItemsByStatus, {
        ...toProcess,
        status: 3,
        pageSize: 100,
      });
      const possible = items.filter(({ can }) => can.complete === true || can.reopen === true);
      const item = possible[Math.floor(random() * possible.length)];
      if (item === undefined) throw new Error('There is no item to work on');
      const { workQueueEncounterId, version, status, can } = item;
      const isOpen = status === 'open';
      if (isOpen && random() < 0.5) {
        await call(office.request, claimWorkQueueItem, { workQueueEncounterId, isClaimed: can.claim === true });
      } else {
        await call(office.request, setWorkQueueItemCompleted, { workQueueEncounterId, version, setCompleted: isOpen });
      }
      if (random() < 0.4) await line.cut();
    }
    const answer = await answeredTo(page);
    await expect.poll(() => shownOn(page), { timeout: 40_000 }).toEqual(answer);
  }
});

test('all items of a queue are selected across pages and completed, and an item changed meanwhile is reported', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const page = await openAs('drpatel');
  const listed = () => call(page.request, listWorkQueueItems, toProcess);
  const missing = Math.max(workQueuePageSize + 3 - (await listed()).totalItemCount, 0);
  await Promise.all(
    Array.from({ length: missing }, (_, index) => {
      const reason = `Follow-up ${index} after the clinic.`;
      return sendReferral(sender, { patient: 'Lavoie', to: 'Patel', for: 'Washington', reason });
    }),
  );
  const total = (await listed()).totalItemCount;

  await page.goto(`/provider/WorkQueues?workQueueId=${toProcess.workQueueId}`);
  await page.getByRole('button', { name: 'Select several' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove or share several items' });
  await expect(dialog.getByRole('checkbox', { name: `All ${workQueuePageSize} on this page` })).toBeVisible();
  await dialog.getByRole('button', { name: `Select all ${total} items on all pages` }).click();
  await expect(dialog.getByRole('checkbox', { name: `All ${total} in this list` })).toBeChecked();
  await expect(dialog.getByRole('button', { name: `Share ${total}` })).toBeEnabled();

  // One item is deselected, and one is completed in another window in the meantime.
  await dialog.getByRole('group', { name: 'Items in this list' }).getByRole('checkbox').nth(1).click();
  const [, , third] = (await listed()).items;
  const change = { workQueueEncounterId: third?.workQueueEncounterId ?? 0, setCompleted: true };
  await call(page.request, setWorkQueueItemCompleted, change);
  await dialog.getByRole('button', { name: `Remove ${total - 1}` }).click();
  const question = page.getByRole('dialog', { name: 'Remove without an answer?' });
  await question.getByRole('button', { name: `Remove ${total - 1}` }).click();
  await expect(dialog.getByText(`Removed: ${total - 2} of ${total - 1}`)).toBeVisible();
  const results = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await expect(results).toHaveCount(total - 1);
  await expect(results.first()).toContainText(workQueueTexts.completedBy('You'));
  await expect(results.first()).toContainText(`MRN ${third?.patient.mrn}`);
  await expect(results.first()).toContainText('Not changed');
  await expectAccessible(page, 'results of all items');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('listbox', { name: 'Referrals to process' }).getByRole('option')).toHaveCount(1);
});
