import { getUserConversationMessages, markConversationRead, messageTexts } from '@careloop/contracts/messages';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import type { Page, Route } from '@playwright/test';

import { call } from '../support/api.ts';
import { followCalls } from '../support/calls.ts';
import { minutes, moveMouse, seconds } from '../support/clock.ts';
import { countIn, messagesOf, settledBadge, startConversation, unreadBadge, unreadIn } from '../support/messages.ts';
import { expect, test } from '../support/test.ts';

/** A conversation with messages 1 to `count` from one user to another, who has read the first ones. */
async function buildUnread(sender: Page, reader: Page, to: string[], count: number, readThrough: number) {
  const conversationKey = await startConversation(sender, to, 'Entry 1 of the night.');
  for (let number = 2; number <= count; number += 1) {
    await call(sender.request, sendQuickReply, { conversationKey, message: `Entry ${number} of the night.` });
  }
  await call(reader.request, markConversationRead, { conversationKey, throughSequence: readThrough });
  return conversationKey;
}

/** Whether the message with this sequence number is read on the server. */
async function isRead(page: Page, conversationKey: string, sequence: number): Promise<boolean> {
  const input = { conversationKey, after: sequence - 1, pageSize: 1 };
  return (await call(page.request, getUserConversationMessages, input)).items[0]?.isRead === true;
}

/** Sequence numbers of the messages whose end is in view. */
const placesInView = `new Promise((resolve) => {
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect();
    resolve(entries.filter((one) => one.isIntersecting).map(({ target }) => Number(target.dataset.end)));
  });
  for (const end of document.querySelectorAll('[data-end]')) observer.observe(end);
})`;

/** Waits until the messages in view are marked read; returns the remaining unread count. */
async function untilSeen(page: Page, conversationKey: string): Promise<number> {
  const areRead = async () => {
    const places = await page.evaluate<number[]>(placesInView);
    const input = { conversationKey, after: Math.min(...places) - 1, pageSize: places.length };
    const { items } = await call(page.request, getUserConversationMessages, input);
    return items.length > 0 && items.every((message) => message.isRead);
  };
  await expect.poll(areRead).toBe(true);
  return await unreadIn(page, conversationKey);
}

const entry = (page: Page, number: number) => messagesOf(page).getByText(`Entry ${number} of the night.`);
const line = (page: Page) => messagesOf(page).getByText('New messages', { exact: true });

/** Expects badge, row and server to show the same count for the only unread conversation. */
async function expectUnread(page: Page, conversationKey: string, count: number): Promise<void> {
  await expect.poll(() => unreadIn(page, conversationKey)).toBe(count);
  await settledBadge(page);
  const row = page.getByRole('option', { selected: true });
  if (count === 0) await expect(row).not.toContainText('unread');
  else await expect.poll(() => countIn(row)).toBe(count);
}

test('a conversation opens where the reader left off, and unseen messages stay unread', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  const conversationKey = await buildUnread(sender, reader, ["O'Brien", 'Medeiros'], 50, 10);
  await reader.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(line(reader)).toBeInViewport();
  await expect(entry(reader, 11)).toBeInViewport();
  await expect(entry(reader, 10)).toBeInViewport();
  await expect(entry(reader, 45)).toBeHidden();
  const atFirst = await untilSeen(reader, conversationKey);
  expect(atFirst).toBeLessThan(40);
  expect(atFirst).toBeGreaterThan(20);

  // Jumping to the end does not mark the skipped messages, and neither does a reply.
  await reader.getByRole('button', { name: `${atFirst} new` }).click();
  await expect(entry(reader, 50)).toBeInViewport();
  const skipped = reader.getByRole('button', { name: 'First unread' });
  await expect(skipped).toBeVisible();
  await expect.poll(() => isRead(reader, conversationKey, 50)).toBe(true);
  const reply = Promise.withResolvers<Route>();
  await reader.route(`**/api${sendQuickReply.path}`, (route) => reply.resolve(route));
  await reader.getByRole('textbox', { name: 'Message' }).fill('I am reading all of it.');
  await reader.keyboard.press('Control+Enter');
  await expect(messagesOf(reader).getByText('I am reading all of it.')).toBeInViewport();
  expect(await isRead(reader, conversationKey, 35)).toBe(false);
  const held = await reply.promise;
  await skipped.click();
  await expect(line(reader)).toBeInViewport();
  // The reader stays there when the reply is sent.
  const untilQuiet = followCalls(reader);
  await held.continue();
  await expect(reader.getByText(messageTexts.replySent)).toBeVisible();
  await untilQuiet();
  await expect(line(reader)).toBeInViewport();

  // A link to an older message goes there and marks nothing read. What is in view until then is read first.
  const before = await untilSeen(reader, conversationKey);
  const { items } = await call(reader.request, getUserConversationMessages, { conversationKey, after: 1, pageSize: 1 });
  await reader.goto(`/provider/Messages?userMessageId=${items[0]?.userMessageId}`);
  await expect(entry(reader, 2)).toBeInViewport();
  expect(await unreadIn(reader, conversationKey)).toBe(before);
  await reader.getByRole('button', { name: 'Mark all read' }).click();
  await expectUnread(reader, conversationKey, 0);
  await expect(skipped).toBeHidden();
});

test('a message marked unread in one window stays unread in the other', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const one = await openAs('drobrien');
  const other = await one.context().newPage();
  const conversationKey = await startConversation(sender, ["O'Brien"], 'Ultrasound of Mrs. Lavoie: two nodules.');
  const last = (page: Page) => messagesOf(page).getByRole('listitem').filter({ hasText: 'two nodules' }).last();
  for (const page of [one, other]) {
    await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
    await expect(last(page)).toBeInViewport();
  }
  await expectUnread(other, conversationKey, 0);
  await last(one)
    .getByRole('button', { name: /^Mark unread from here/ })
    .click();
  await expect(one.getByText('Marked unread')).toBeVisible();
  for (const page of [one, other]) await expectUnread(page, conversationKey, 1);
  // Neither viewing it further nor a new message changes that, in either window.
  await messagesOf(other).hover();
  await call(sender.request, sendQuickReply, { conversationKey, message: 'Fine needle aspiration is planned.' });
  for (const page of [one, other]) await expect(messagesOf(page).getByText('Fine needle aspiration')).toBeVisible();
  await expect.poll(() => unreadIn(one, conversationKey)).toBeGreaterThan(0);
});

test('messages that arrive in a hidden or idle window stay unread', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  await reader.context().clock.install();
  const conversationKey = await startConversation(sender, ["O'Brien", 'Caldwell'], 'Rounds begin.');
  const send = async (message: string) => await call(sender.request, sendQuickReply, { conversationKey, message });
  await reader.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(reader).getByText('Rounds begin.')).toBeInViewport();
  await expectUnread(reader, conversationKey, 0);

  await setVisibility(reader, 'hidden');
  for (const message of ['Bed 1 is well.', 'Bed 2 is, too.']) await send(message);
  await expect(messagesOf(reader).getByText('Bed 2 is, too.')).toBeAttached();
  await reader.clock.runFor(seconds(3));
  await expectUnread(reader, conversationKey, 2);
  await setVisibility(reader, 'visible');
  await expect(line(reader)).toBeInViewport();
  await expectUnread(reader, conversationKey, 0);

  await reader.clock.runFor(minutes(2));
  await send('Bed 3 goes home.');
  await expect(messagesOf(reader).getByText('Bed 3 goes home.')).toBeInViewport();
  await reader.clock.runFor(seconds(3));
  await expectUnread(reader, conversationKey, 1);
  await moveMouse(reader);
  await expectUnread(reader, conversationKey, 0);
  await reader.getByRole('button', { name: 'Mark unread', exact: true }).click();
  await expectUnread(reader, conversationKey, 1);
});

/** Simulates switching to another tab and back. */
async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

test('the browser shows one notification per new message, and no others', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const one = await openAs('drobrien');
  const context = one.context();
  await context.grantPermissions(['notifications']);
  const told: string[] = [];
  await context.exposeFunction('told', (tag: string) => void told.push(tag));
  // Replaces the browser's notifications, which a test cannot inspect.
  await context.addInitScript(`
    window.Notification = class extends EventTarget {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(_title, { tag }) {
        super();
        void window.told(tag);
      }
    };
  `);
  const other = await context.newPage();
  const conversationKey = await startConversation(sender, ["O'Brien"], 'Her calcium is back.');
  await call(one.request, markConversationRead, { conversationKey });
  const send = async (message: string) => await call(sender.request, sendQuickReply, { conversationKey, message });
  await one.goto('/provider/Messages');
  await one.getByRole('switch', { name: 'Notify me on this device' }).click();
  // The first notification says that they are on.
  await expect.poll(() => told.splice(0)).toEqual(['careloop-message-notifications']);
  await one.goto('/provider/Referrals');
  await other.goto('/provider/WorkQueues');
  const unreadCount = await settledBadge(one);
  await expect.poll(() => unreadBadge(other)).toBe(unreadCount);
  await send('It is 11.4.');
  for (const page of [one, other]) await expect.poll(() => unreadBadge(page)).toBe(unreadCount + 1);
  await expect.poll(() => told).toEqual([`careloop-message-${conversationKey}`]);

  // No notification for a conversation visible in any tab.
  await other.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(other).getByText('It is 11.4.')).toBeVisible();
  await send('PTH is 96.');
  await expect(messagesOf(other).getByText('PTH is 96.')).toBeVisible();
  await expect.poll(() => unreadIn(other, conversationKey)).toBe(0);
  for (const page of [one, other]) await expect.poll(() => unreadBadge(page)).toBe(unreadCount);
  expect(told).toHaveLength(1);
});
