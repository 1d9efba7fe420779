import { getUnreadMessageCount, getUserConversationMessages } from '@careloop/contracts/messages';
import { findUsers, sendMessage, sendQuickReply } from '@careloop/contracts/messages-sending';
import type { Locator, Page } from '@playwright/test';

import { call } from '../support/api.ts';
import { putBadLine } from '../support/realtime.ts';
import { expect, test } from '../support/test.ts';

test('a count whose number does not follow on the last one has everything read again', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  const line = await putBadLine(reader);
  const conversationKey = await begin(sender, "O'Brien", 'Calcium of Mrs. Winthrop is 11.2.');
  await reader.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(thread(reader).getByText('Calcium of Mrs. Winthrop')).toBeVisible();
  await expectAgreement(reader, conversationKey);

  line.lose(() => true);
  for (const message of ['PTH follows.', 'Vitamin D too.']) {
    await call(sender.request, sendQuickReply, { conversationKey, message });
  }
  line.lose(() => false);
  await call(sender.request, sendQuickReply, { conversationKey, message: 'PTH is 96.' });
  await expect(thread(reader).getByText('PTH is 96.')).toBeVisible();
  await expectAgreement(reader, conversationKey);
});

test('what was said while the line was cut is there once it is back', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  const line = await putBadLine(reader);
  const conversationKey = await begin(sender, "O'Brien", 'One more question about Mr. Rivera.');
  await reader.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(thread(reader).getByText('One more question')).toBeVisible();
  await line.cut();
  await call(sender.request, sendQuickReply, {
    conversationKey,
    message: 'Can he have metformin before the operation?',
  });
  await expect(thread(reader).getByText('Can he have metformin')).toBeVisible({ timeout: 20_000 });
  await expectAgreement(reader, conversationKey);
});

test('whatever is lost on the way, two browsers and the server agree in the end', async ({ openAs }) => {
  test.slow();
  const one = await openAs('drrosenberg');
  const other = await openAs('drobrien');
  const lines = [await putBadLine(one), await putBadLine(other)];
  const conversationKey = await begin(one, "O'Brien", 'Let us go through the list.');
  for (const page of [one, other]) {
    await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
    await expect(thread(page).getByText('Let us go through the list.').last()).toBeVisible();
  }
  // The same numbers in every run.
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (const line of lines) line.lose(() => random() < 0.4);
  for (let count = 1; count <= 30; count += 1) {
    const sender = random() < 0.5 ? one : other;
    await call(sender.request, sendQuickReply, { conversationKey, message: `Item ${count} of the list.` });
    if (count % 10 === 0) await lines[count % 20 === 0 ? 0 : 1]?.cut();
  }
  for (const line of lines) line.lose(() => false);
  await call(one.request, sendQuickReply, { conversationKey, message: 'That was the list.' });
  for (const page of [one, other]) {
    await expect(thread(page).getByText('That was the list.').last()).toBeVisible({ timeout: 40_000 });
    await expectAgreement(page, conversationKey);
  }
});

const thread = (page: Page): Locator => page.getByRole('region', { name: 'Messages', exact: true }).last();

async function begin(page: Page, searchTerm: string, message: string): Promise<string> {
  const { items } = await call(page.request, findUsers, { searchTerm });
  const recipientUserIds = items.map(({ userId }) => userId);
  return (await call(page.request, sendMessage, { message, recipientUserIds })).conversationKey;
}

/** The messages stand there once each, in the server's order, and what is unread is counted as the server counts it. */
async function expectAgreement(page: Page, conversationKey: string): Promise<void> {
  const shown = async () =>
    (await thread(page).locator('li[data-sequence] [dir=auto]').allTextContents()).map((text) => text.trim());
  const kept = async () => {
    const count = (await shown()).length;
    const pageSize = Math.min(Math.max(count, 1), 100);
    const { items } = await call(page.request, getUserConversationMessages, { conversationKey, pageSize });
    return items.map(({ message }) => message);
  };
  await expect.poll(async () => JSON.stringify(await shown()) === JSON.stringify(await kept())).toBe(true);
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });
  const badge = async () => Number(/(\d+) unread messages/.exec((await link.textContent()) ?? '')?.[1] ?? 0);
  await expect
    .poll(async () => {
      const { unreadMessageCount } = await call(page.request, getUnreadMessageCount, {});
      return (await badge()) - unreadMessageCount;
    })
    .toBe(0);
}
