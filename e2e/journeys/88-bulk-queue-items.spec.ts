import { WorkQueue } from '@careloop/contracts/codes';
import { listWorkQueueItems, workQueuePageSize } from '@careloop/contracts/work-queues';
import {
  completeWorkQueueItems,
  setWorkQueueItemCompleted,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('all items of a queue are selected across pages and completed, and an item changed by someone else is reported', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const page = await openAs('drpatel');
  const queue = { workQueueId: WorkQueue.referralToProcess };
  const listed = () => call(page.request, listWorkQueueItems, queue);
  let total = (await listed()).totalItemCount;
  for (; total <= workQueuePageSize + 2; total += 1) {
    const reason = `Follow-up ${total} after the clinic.`;
    await sendReferral(sender, { patient: 'Lavoie', to: 'Patel', for: 'Washington', reason });
  }

  await page.goto(`/provider/WorkQueues?workQueueId=${queue.workQueueId}`);
  await page.getByRole('button', { name: 'Select several' }).click();
  const dialog = page.getByRole('dialog', { name: 'Complete or share several items' });
  await expect(dialog.getByRole('checkbox', { name: `All ${workQueuePageSize} of this page` })).toBeVisible();
  await dialog.getByRole('button', { name: `Select all ${total} items on all pages` }).click();
  await expect(dialog.getByRole('checkbox', { name: `All ${total} of this list` })).toBeChecked();
  await expect(dialog.getByRole('button', { name: `Share ${total}` })).toBeEnabled();

  // One item is deselected, and one is completed by someone else in the meantime.
  await dialog.getByRole('group', { name: 'Items of this list' }).getByRole('checkbox').nth(1).click();
  const [, , third] = (await listed()).items;
  const change = { workQueueEncounterId: third?.workQueueEncounterId ?? 0, setCompleted: true };
  await call(page.request, setWorkQueueItemCompleted, change);
  const completed = page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith(completeWorkQueueItems.path),
  );
  await dialog.getByRole('button', { name: `Complete ${total - 1}` }).click();
  expect((await completed).ok()).toBe(true);
  await expect(dialog.getByText(`Completed: ${total - 2} of ${total - 1}`)).toBeVisible();
  const results = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem');
  await expect(results).toHaveCount(total - 1);
  await expect(results.first()).toContainText(workQueueTexts.changed);
  await expectAccessible(page, 'results of all items');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('listbox', { name: 'Referrals to process' }).getByRole('option')).toHaveCount(1);
});
