import { getUserConversationMessages, markConversationRead } from '@careloop/contracts/messages';
import { archiveUserConversation, getUserConversations } from '@careloop/contracts/messages/conversations';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { followCalls } from '../support/calls.ts';
import { minutes, moveMouse, seconds } from '../support/clock.ts';
import { countIn, messagesOf, settledBadge, startConversation, unreadBadge, unreadIn } from '../support/messages.ts';
import { untilConnected } from '../support/realtime.ts';
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

/** Conversations with one user, each with different other members. The first one is the oldest. */
async function buildConversations(sender: Page, to: string, count: number): Promise<string[]> {
  const { items } = await call(sender.request, findUsers, { ...toMessages, pageSize: 50 });
  const reader = items.find(({ fullName }) => fullName.startsWith(to))?.userId ?? 0;
  const others = items.filter(({ userId }) => userId !== reader).map(({ userId }) => userId);
  // Each set of members is one conversation; the bits of the number select the members.
  const sets = Array.from({ length: count }, (_, index) =>
    others.filter((_one, bit) => ((index + 1) >> bit) % 2 === 1),
  );
  const keys: string[] = [];
  for (const [index, more] of sets.entries()) {
    const message = `Round ${index + 1}: who is on call?`;
    keys.push(
      (await call(sender.request, sendMessage, { message, recipientUserIds: [reader, ...more] })).conversationKey,
    );
  }
  expect(new Set(keys).size).toBe(count);
  return keys;
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
  test.slow();
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  const conversationKey = await buildUnread(sender, reader, ["O'Brien", 'Medeiros'], 70, 10);
  await reader.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(line(reader)).toBeInViewport();
  await expect(entry(reader, 11)).toBeInViewport();
  await expect(entry(reader, 10)).toBeInViewport();
  await expect(entry(reader, 60)).toBeHidden();
  const atFirst = await untilSeen(reader, conversationKey);
  expect(atFirst).toBeLessThan(60);
  expect(atFirst).toBeGreaterThan(40);
  await expectUnread(reader, conversationKey, atFirst);
  await expect(reader.getByRole('button', { name: `${atFirst} new` })).toBeVisible();

  // Scrolling marks more messages read; the line stays.
  await entry(reader, 30).scrollIntoViewIfNeeded();
  await expect.poll(() => unreadIn(reader, conversationKey)).toBeLessThan(atFirst);
  await expect(line(reader)).toBeAttached();

  // Jumping to the end does not mark the skipped messages.
  await reader.getByRole('button', { name: /^(\d+ new|Newest)$/ }).click();
  await expect(entry(reader, 70)).toBeInViewport();
  await expect(entry(reader, 45)).not.toBeInViewport();
  const skipped = reader.getByRole('button', { name: 'First unread' });
  await expect(skipped).toBeVisible();
  await expect.poll(() => isRead(reader, conversationKey, 70)).toBe(true);
  expect(await isRead(reader, conversationKey, 45)).toBe(false);
  await expectUnread(reader, conversationKey, await untilSeen(reader, conversationKey));
  await expectAccessible(reader, 'the end of a conversation with something skipped');

  // Replying from there marks nothing read either.
  await reader.getByRole('textbox', { name: 'Message' }).fill('I am reading all of it.');
  await reader.keyboard.press('Control+Enter');
  await expect(messagesOf(reader).getByText('I am reading all of it.')).toBeInViewport();
  expect(await isRead(reader, conversationKey, 45)).toBe(false);
  await skipped.click();
  await expect(line(reader)).toBeInViewport();
  await reader.reload();
  await expect(line(reader)).toBeInViewport();
  await expect(entry(reader, 70)).toBeHidden();

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
  await call(one.request, markConversationRead, { conversationKey });
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
  // When it is opened again, it is read.
  await one.getByRole('option').nth(1).click();
  await one.getByRole('option', { name: /Fine needle/ }).click();
  await expect(line(one)).toBeInViewport();
  for (const page of [one, other])
    await expect.poll(() => countIn(page.getByRole('option', { name: /Fine needle/ }))).toBeNaN();
  await expect.poll(() => unreadIn(one, conversationKey)).toBe(0);
});

test('a conversation is marked unread from its header if someone else wrote in it', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  const conversationKey = await startConversation(sender, ["O'Brien", 'Kowalczyk'], 'The MRI slot is at 9:40.');
  for (const page of [reader, sender]) await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expectUnread(reader, conversationKey, 0);
  await reader.getByRole('button', { name: 'Mark unread', exact: true }).click();
  await expect(reader.getByText('Marked unread')).toBeVisible();
  await expectUnread(reader, conversationKey, 1);

  await sender.getByRole('button', { name: 'Mark unread', exact: true }).click();
  await expect(sender.getByText('There is no message from others here to mark unread.')).toBeVisible();
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

  // No notification for a conversation visible in any tab, nor for messages marked unread.
  await other.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(other).getByText('It is 11.4.')).toBeVisible();
  await expect.poll(() => unreadIn(other, conversationKey)).toBe(0);
  await send('PTH is 96.');
  await expect(messagesOf(other).getByText('PTH is 96.')).toBeVisible();
  await expect.poll(() => unreadIn(other, conversationKey)).toBe(0);
  await messagesOf(other).click();
  await other.keyboard.press('u');
  await expect(other.getByText('Marked unread')).toBeVisible();
  for (const page of [one, other]) await expect.poll(() => unreadBadge(page)).toBe(unreadCount + 1);
  expect(told).toHaveLength(1);
});

test('if the browser blocks notifications, the switch says so', async ({ openAs }) => {
  const page = await openAs('drobrien');
  const sender = await openAs('drrosenberg');
  const conversationKey = await startConversation(sender, ["O'Brien"], 'Her potassium is back.');
  const notifications = page.getByRole('switch', { name: 'Notify me on this device' });
  const open = async (permission: 'default' | 'granted') => {
    // As browsers on phones do.
    await page.addInitScript(`
      window.Notification = class {
        static permission = '${permission}';
        static requestPermission = async () => '${permission}';
        constructor() { throw new TypeError('Illegal constructor'); }
      };
    `);
    await page.goto('/provider/Messages');
    await expect(page.getByRole('option').first()).toBeVisible();
  };
  await open('default');
  await expect(notifications).toBeDisabled();
  await expect(notifications).toHaveAccessibleDescription('This browser does not show notifications from web pages.');
  // If allowed, the failure appears only with the first notification.
  await open('granted');
  await notifications.click();
  await expect(notifications).toBeDisabled();
  await expect(notifications).not.toBeChecked();
  await page.evaluate(`localStorage.setItem('careloop-message-notifications', 'on')`);
  await page.goto('/provider/Referrals');
  const unreadCount = await settledBadge(page);
  await call(sender.request, sendQuickReply, { conversationKey, message: 'It is 4.1.' });
  await expect.poll(() => unreadBadge(page)).toBe(unreadCount + 1);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Messages/ })
    .click();
  await expect(notifications).toBeDisabled();
});

test('in a list with many pages, one event fetches one row', async ({ openAs }) => {
  test.slow();
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drnguyen');
  const keys = await buildConversations(sender, 'Nguyen', 45);
  const rows = reader.getByRole('option');
  const connected = untilConnected(reader);
  const untilQuiet = followCalls(reader);
  await reader.goto('/provider/Messages');
  await expect(rows).toHaveCount(20);
  for (const count of [40, 45]) {
    await rows.last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(count);
  }
  // Data read before the channel was connected is refetched once it is.
  await connected;
  await untilQuiet();
  const reads: URL[] = [];
  reader.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === `/api${getUserConversations.path}`) reads.push(url);
  });
  // A conversation from the third page moves up: a pill announces it, and its row stays in place.
  const shown = await rows.count();
  await call(sender.request, sendQuickReply, { conversationKey: keys[2] ?? '', message: 'One more thing about him.' });
  await expect(rows.filter({ hasText: 'One more thing about him.' })).toHaveCount(1);
  await expect(rows).toHaveCount(shown);
  await reader.getByRole('button', { name: '1 new' }).click();
  await expect(rows.first()).toContainText('One more thing about him.');
  await expect(rows).toHaveCount(shown);

  // A conversation archived elsewhere disappears.
  await call(reader.request, sendQuickReply, { conversationKey: keys[4] ?? '', message: 'Thank you, seen and filed.' });
  await expect(rows.filter({ hasText: 'seen and filed' })).toHaveCount(1);
  await call(reader.request, archiveUserConversation, { conversationKey: keys[4] ?? '', archiveConversation: true });
  await expect(rows.filter({ hasText: 'seen and filed' })).toHaveCount(0);
  await call(reader.request, archiveUserConversation, { conversationKey: keys[4] ?? '', archiveConversation: false });
  await reader.getByRole('button', { name: '1 new' }).click();
  await expect(rows.filter({ hasText: 'seen and filed' })).toHaveCount(1);
  await expect(rows).toHaveCount(shown);
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter(({ searchParams }) => !searchParams.has('conversationKeys'))).toEqual([]);
});
