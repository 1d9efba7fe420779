import {
  getMessagePage,
  getUserConversationMessages,
  markConversationRead,
  messageTexts,
} from '@careloop/contracts/messages';
import { getSingleUserConversation } from '@careloop/contracts/messages/conversations';
import { getMessageDraft } from '@careloop/contracts/messages/drafts';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import type { Endpoint } from '@careloop/contracts/endpoint';
import type { Locator, Page, Route } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { hurryTo, seconds } from '../support/clock.ts';
import { addRecipient, messagesOf, startConversation, textsOf } from '../support/messages.ts';
import { runStatement } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

const addressOf = ({ path }: Pick<Endpoint, 'path'>) => new RegExp(`/api${path}(\\?|$)`);
const fieldOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

/** Holds calls back from the server until they are released. */
async function hold(page: Page, address: RegExp) {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(address, async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  return {
    count: () => held.length,
    release: async () => {
      isHeld = false;
      // A call aborted in the meantime needs no response.
      for (const route of held) await route.continue().catch(() => undefined);
    },
  };
}

/** Opens a conversation of the two doctors at a new message; earlier messages are read. */
async function openConversation(page: Page, message: string): Promise<string> {
  const conversationKey = await startConversation(page, ['Rosenberg'], message);
  await call(page.request, markConversationRead, { conversationKey });
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText(message)).toBeInViewport();
  return conversationKey;
}

test('a failed reply can be discarded without a trace', async ({ openAs }) => {
  const page = await openAs('drobrien');
  const conversationKey = await openConversation(page, 'Does she still take warfarin?');
  await page.route(addressOf(sendQuickReply), (route) => route.abort());
  await fieldOf(page).fill('Never mind, found it.');
  await fieldOf(page).press('Control+Enter');
  const outgoing = page.getByRole('list', { name: 'Not sent yet' });
  await expect(outgoing.getByRole('alert')).toContainText('Not sent.');
  // Back in the conversation it is still waiting, once, and not in the input field.
  await page.getByRole('option').nth(1).click();
  await page.getByRole('option', { name: /warfarin/ }).click();
  await expect(outgoing.getByText('Never mind, found it.')).toHaveCount(1);
  await expect(fieldOf(page)).toHaveValue('');

  const question = page.getByRole('dialog', { name: 'Are you sure you want to discard this reply?' });
  await outgoing.getByRole('button', { name: 'Discard' }).click();
  await expectAccessible(page, 'discarding an answer');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(outgoing.getByText('Never mind, found it.')).toBeVisible();
  const cleared = page.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await outgoing.getByRole('button', { name: 'Discard' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(outgoing).toBeHidden();
  await cleared;
  await page.reload();
  await expect(messagesOf(page).getByText('Does she still take warfarin?')).toBeInViewport();
  await expect(fieldOf(page)).toHaveValue('');
  expect((await textsOf(page, conversationKey)).at(-1)).toBe('Does she still take warfarin?');
});

test('a draft and a link that failed to load say so, and can be retried', async ({ openAs }) => {
  const page = await openAs('drobrien');
  await page.clock.install();
  const conversationKey = await openConversation(page, 'Her INR today is 2.4.');
  const kept = page.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await fieldOf(page).fill('Good, the same dose then.');
  await kept;
  await page.route(addressOf(getMessageDraft), (route) => route.abort());
  await page.reload();
  await expect(messagesOf(page).getByText('Her INR today')).toBeVisible();
  // No empty field, in which the user would overwrite the saved draft.
  const retry = page.getByRole('article', { name: 'Conversation' }).getByRole('button', { name: 'Retry' });
  await hurryTo(retry);
  await expect(fieldOf(page)).toBeHidden();
  await expectAccessible(page, 'a draft that cannot be read');
  await page.unroute(addressOf(getMessageDraft));
  await retry.click();
  await expect(fieldOf(page)).toHaveValue('Good, the same dose then.');
  const cleared = page.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await fieldOf(page).fill('');
  await cleared;

  const { items } = await call(page.request, getUserConversationMessages, { conversationKey });
  const link = `/provider/Messages?userMessageId=${items.at(-1)?.userMessageId}`;
  await page.route(addressOf(getMessagePage), (route) => route.abort());
  await page.goto(link);
  const again = page.getByRole('region', { name: 'Messages: selected item' }).getByRole('button', { name: 'Retry' });
  await hurryTo(again);
  await expect(page).toHaveURL(/userMessageId=/);
  await expectAccessible(page, 'a link that cannot be followed');
  await page.unroute(addressOf(getMessagePage));
  await again.click();
  await expect(messagesOf(page).getByText('Her INR today')).toBeInViewport();
  await expect(page).toHaveURL(new RegExp(`conversationKey=${conversationKey}`));
});

test('text typed during slow reads stays, and the requested data arrives', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const page = await openAs('drobrien');
  const conversationKey = await openConversation(page, 'When is her next scan?');
  const reads = [
    await hold(page, addressOf(getSingleUserConversation)),
    await hold(page, addressOf(getUserConversationMessages)),
  ];
  await call(sender.request, sendQuickReply, { conversationKey, message: 'On Monday at nine.' });
  for (const read of reads) await expect.poll(read.count).toBeGreaterThan(0);
  await fieldOf(page).pressSequentially('Thanks, I will tell her ');
  for (const read of reads) await read.release();
  await expect(messagesOf(page).getByText('On Monday at nine.')).toBeVisible();
  await fieldOf(page).pressSequentially('at once.');
  await expect(fieldOf(page)).toHaveValue('Thanks, I will tell her at once.');
  await expect(fieldOf(page)).toBeFocused();

  // Sending is slow, too: text typed in the meantime is the next reply.
  const sending = await hold(page, addressOf(sendQuickReply));
  await fieldOf(page).press('Control+Enter');
  const outgoing = page.getByRole('list', { name: 'Not sent yet' });
  await expect(outgoing.getByText('Sending…')).toBeVisible();
  await fieldOf(page).pressSequentially('And I will bring the images.');
  expect(sending.count()).toBe(1);
  await sending.release();
  await expect(outgoing).toBeHidden();
  await expect(messagesOf(page).getByText('Thanks, I will tell her at once.')).toHaveCount(1);
  await expect(fieldOf(page)).toHaveValue('And I will bring the images.');
});

test('a form is sent once, however often its button is clicked', async ({ openAs }) => {
  const page = await openAs('drobrien');
  await page.goto('/provider/Messages');
  await page.getByRole('button', { name: 'New Message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  await addRecipient(dialog, 'Rosenberg-Katz, Daniel');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Can you take my calls on Thursday?');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(sendMessage.path)) sent.push(request.url());
  });
  const send = dialog.getByRole('button', { name: 'Send' });
  await expect(send).toBeEnabled();
  await send.evaluate((button: { click: () => void }) => {
    for (let count = 0; count < 10; count += 1) button.click();
  });
  await expect(dialog).toBeHidden();
  await expect(messagesOf(page).getByText('Can you take my calls on Thursday?')).toHaveCount(1);
  expect(sent).toHaveLength(1);
});

/** Copies the last of the readings up to this number, because sending a thousand messages takes long. */
async function addReadings(conversationKey: string, last: number, upTo: number): Promise<void> {
  await runStatement(
    `with last as (select conversation_id, from_user_id, from_identity_user_id, date_sent
         from message join conversation using (conversation_id) where conversation_key = $1 and sequence = $2),
       added as (
         insert into message (conversation_id, sequence, message, from_user_id, from_identity_user_id, date_sent)
         select conversation_id, number, 'Reading ' || number || ': 128 over 82.', from_user_id, from_identity_user_id, date_sent
         from last, generate_series($2::integer + 1, $3) as number),
       had as (
         insert into user_message (conversation_id, user_id, sequence, read_at)
         select conversation_id, user_id, number, read_at from user_message join last using (conversation_id),
           generate_series($2::integer + 1, $3) as number where sequence = $2),
       counted as (
         update conversation_member set sent_count = sent_count + $3 - $2::integer from last
         where conversation_member.conversation_id = last.conversation_id and user_id = from_user_id)
     update conversation set last_sequence = $3 where conversation_key = $1`,
    [conversationKey, last, upTo],
  );
}

test('a long conversation is printed in labeled parts, a short one completely', async ({ openAs }) => {
  test.slow();
  const page = await openAs('drrosenberg');
  let printed = 0;
  await page.exposeFunction('countPrint', () => (printed += 1));
  await page.addInitScript('window.print = () => void window.countPrint()');
  const message = (number: number) => `Reading ${number}: 128 over 82.`;
  const conversationKey = await startConversation(page, ['Kowalczyk', 'Medeiros'], message(1));
  for (let number = 2; number <= 30; number += 1) {
    await call(page.request, sendQuickReply, { conversationKey, message: message(number) });
  }
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText(message(30))).toBeInViewport();
  const print = page.getByRole('button', { name: 'Print conversation' });
  await print.click();
  await expect.poll(() => printed).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('All 30 messages')).toBeVisible();
  await expect(page.getByText(message(1))).toBeVisible();
  await page.evaluate(`window.dispatchEvent(new Event('afterprint'))`);
  // Printing from the browser's menu prints the loaded messages and says that they are not all.
  await expect(page.getByText('Messages 11 to 30 of 30')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  // The window is hidden while a thousand messages arrive.
  await page.goto('about:blank');
  await addReadings(conversationKey, 30, 1030);
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText(message(1030))).toBeInViewport();
  await print.click();
  const dialog = page.getByRole('dialog', { name: 'Print conversation' });
  await expect(dialog.getByText('This conversation has 1,030 messages.')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Part' })).toHaveValue('Messages 1,001 to 1,030 of 1,030 (newest)');
  await expectAccessible(page, 'which part to print');
  await dialog.getByRole('combobox', { name: 'Part' }).click();
  await page.getByRole('option', { name: 'Messages 1 to 1,000 of 1,030 (oldest)' }).click();
  await expect(dialog.getByRole('status')).toContainText(' to ');
  // Leaving the conversation while the print is prepared cancels it.
  const reading = await hold(page, addressOf(getUserConversationMessages));
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect.poll(reading.count).toBe(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await reading.release();
  await print.click();
  await dialog.getByRole('combobox', { name: 'Part' }).click();
  await page.getByRole('option', { name: 'Messages 1 to 1,000 of 1,030 (oldest)' }).click();
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => printed).toBe(2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Messages 1 to 1,000 of 1,030')).toBeVisible();
  const onPaper = (number: number) => page.getByText(message(number)).filter({ visible: true });
  await expect(onPaper(1)).toHaveCount(1);
  await expect(onPaper(1000)).toHaveCount(1);
  await expect(onPaper(1001)).toHaveCount(0);
  expect(printed).toBe(2);
});

test('a permanently failing mark-read call is not repeated endlessly', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const page = await openAs('drobrien');
  await page.context().clock.install();
  let asked = 0;
  const json = { wasSuccessful: false, code: 'no_access', validationErrors: { '': messageTexts.noConversation } };
  await page.route(addressOf(markConversationRead), async (route) => {
    asked += 1;
    await route.fulfill({ json });
  });
  const conversationKey = await startConversation(sender, ["O'Brien"], 'Her sodium is 131.');
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText('Her sodium is 131.')).toBeInViewport();
  await page.clock.runFor(seconds(3));
  await expect.poll(() => asked).toBe(1);
  await page.clock.runFor(seconds(30));
  expect(asked).toBe(1);
});

test('at 200% zoom, the list and the conversation can be used', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const page = await openAs('drobrien');
  // 1280 × 720 at 200 %.
  await page.setViewportSize({ width: 640, height: 360 });
  const conversationKey = await startConversation(sender, ["O'Brien"], 'Potassium is 4.1.');
  await call(sender.request, sendQuickReply, { conversationKey, message: 'Creatinine is 0.9.' });
  await page.goto('/provider/Messages');
  await expect(page.getByRole('option').nth(1)).toBeInViewport({ ratio: 0.5 });
  // Found by its key, because the list continues and another row becomes the last one once this one is seen.
  const key = await page.getByRole('option').last().getAttribute('data-key');
  const row = page.locator(`[role=option][data-key="${key}"]`);
  await row.evaluate((element: { scrollIntoView: (how: object) => void }) =>
    element.scrollIntoView({ block: 'center' }),
  );
  await expect(row).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page, 'messages at 200 %');
  await page.getByRole('option', { name: /Creatinine/ }).click();
  await expect(messagesOf(page).getByText('Potassium is 4.1.')).toBeInViewport();
  await messagesOf(page).focus();
  await page.keyboard.press('r');
  await expect(fieldOf(page)).toBeInViewport({ ratio: 0.9 });
  // Regardless of the length of the text.
  await page.keyboard.type('Both are fine.\nShe may\ngo home.');
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page, 'a conversation at 200 %');
  await page.keyboard.press('Control+Enter');
  await expect(messagesOf(page).getByText('Both are fine.')).toBeVisible();
});
