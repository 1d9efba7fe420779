import { getUnreadMessageCount, getUserConversationMessages } from '@careloop/contracts/messages';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { sendMessage } from '@careloop/contracts/messages/sending';
import type { Locator, Page } from '@playwright/test';

import { call } from './api.ts';
import { expect } from './test.ts';

/** The messages of the open conversation. */
export function messagesOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages of the conversation' });
}

/** The options of a select are rendered outside the dialog. */
export async function addRecipient(dialog: Locator, fullName: string): Promise<void> {
  const field = dialog.getByRole('combobox', { name: 'Recipients' });
  await field.fill(fullName.split(',')[0] ?? fullName);
  await dialog.page().getByRole('option', { name: fullName }).click();
}

/** Sends a message to users by their last names and returns its conversation. */
export async function startConversation(
  page: Page,
  to: readonly string[],
  message: string,
  isUrgent = false,
): Promise<string> {
  const recipients = await Promise.all(
    to.map(
      async (searchTerm) => (await call(page.request, findUsers, { ...toMessages, searchTerm })).items[0]?.userId ?? 0,
    ),
  );
  const input = { message, recipientUserIds: recipients, priority: isUrgent ? (4 as const) : (1 as const) };
  return (await call(page.request, sendMessage, input)).conversationKey;
}

/** The newest page of messages on the server. */
export async function textsOf(page: Page, conversationKey: string): Promise<string[]> {
  const { items } = await call(page.request, getUserConversationMessages, { conversationKey });
  return items.map(({ message }) => message);
}

export async function unreadIn(page: Page, conversationKey: string): Promise<number> {
  const { items } = await call(page.request, getUserConversations, {});
  return items.find((item) => item.conversationKey === conversationKey)?.unreadMessageCount ?? Number.NaN;
}

/** The unread count in the navigation; no badge counts as zero. */
export async function unreadBadge(page: Page): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });
  return Number(/(\d+) unread messages?\b/.exec((await link.textContent()) ?? '')?.[1] ?? 0);
}

/** The unread count in the navigation once it matches the server; the entry is visible before its count has arrived. */
export async function settledBadge(page: Page): Promise<number> {
  let count = Number.NaN;
  const difference = async () => {
    count = (await call(page.request, getUnreadMessageCount, {})).unreadMessageCount;
    return (await unreadBadge(page)) - count;
  };
  await expect.poll(difference).toBe(0);
  return count;
}

/** The unread count shown in a row. */
export async function countIn(row: Locator): Promise<number> {
  return Number(/(\d+) unread/.exec((await row.textContent()) ?? '')?.[1] ?? Number.NaN);
}

/** Expects each message once, in the server's order, and the server's unread count. */
export async function expectAgreement(page: Page, conversationKey: string): Promise<void> {
  const shown = async () =>
    (await messagesOf(page).locator('li[data-sequence] [dir=auto]').allTextContents()).map((text) => text.trim());
  const kept = async () => {
    const count = (await shown()).length;
    const pageSize = Math.min(Math.max(count, 1), 100);
    const { items } = await call(page.request, getUserConversationMessages, { conversationKey, pageSize });
    return items.map(({ message }) => message);
  };
  await expect.poll(async () => JSON.stringify(await shown()) === JSON.stringify(await kept())).toBe(true);
  await settledBadge(page);
}

/** Makes the page ask for permission to notify, as browsers with a window do; headless ones may refuse it at once. */
export async function offerNotifications(page: Page): Promise<void> {
  await page.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'default' })`);
}
