import { WorkQueue } from '@careloop/contracts/codes';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import { claimWorkQueueItem, setWorkQueueItemCompleted } from '@careloop/contracts/work-queues/items';
import type { Page } from '@playwright/test';

import { call } from '../support/api.ts';
import { putBadLine } from '../support/realtime.ts';
import { expect, test } from '../support/test.ts';

const queue = { workQueueId: WorkQueue.referralToProcess };

/** The rows of the queue on the page, after loading new items. */
async function shownOn(page: Page) {
  const showNew = page.getByRole('button', { name: / new$/ });
  if (await showNew.isVisible()) await showNew.click();
  const list = await page.getByRole('listbox', { name: 'Referrals to process' }).innerHTML();
  const rows = list
    .split(/(?=data-key=")/)
    .slice(1)
    .map((row) => [/^data-key="(\d+)"/.exec(row)?.[1], row.includes('is working on this')]);
  const link = page
    .getByRole('navigation', { name: 'Work queues' })
    .getByRole('link', { name: /^Referrals to process/ });
  return { rows, count: /\d+/.exec((await link.textContent()) ?? '')?.[0] };
}

/** The same rows from the API. */
async function answeredTo(page: Page) {
  const { items } = await call(page.request, listWorkQueueItems, queue);
  const { categories } = await call(page.request, getWorkQueues, {});
  const counts = categories.flatMap(({ workQueues }) => workQueues);
  return {
    rows: items.map(({ workQueueEncounterId, claim }) => [String(workQueueEncounterId), claim !== null]),
    count: String(counts.find(({ workQueueId }) => workQueueId === queue.workQueueId)?.openCount),
  };
}

test('wherever the connection breaks, a queue and its count match the server in the end', async ({ openAs }) => {
  test.slow();
  const office = await openAs('office');
  const page = await openAs('drpatel');
  const line = await putBadLine(page);
  await page.goto(`/provider/WorkQueues?workQueueId=${queue.workQueueId}`);
  await expect(page.getByRole('option').first()).toBeVisible();

  // The same random numbers in every run.
  let seed = 11;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let round = 1; round <= 4; round += 1) {
    for (let step = 1; step <= 6; step += 1) {
      const { items } = await call(office.request, listWorkQueueItemsByStatus, { ...queue, status: 3, pageSize: 100 });
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
