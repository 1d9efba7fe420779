import { messageTexts } from '@careloop/contracts/messages';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { hurryTo, seconds } from '../support/clock.ts';
import { messagesOf, startConversation, textsOf, unreadIn } from '../support/messages.ts';
import { runStatement } from '../support/people.ts';
import { signInAgain } from '../support/sessionDialogs.ts';
import { endSession } from '../support/sessions.ts';
import { expect, password, test } from '../support/test.ts';

const fieldOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' });

test('a failed reply can be discarded without a trace', async ({ openAs }) => {
  const page = await openAs('drobrien');
  await page.clock.install();
  const conversationKey = await startConversation(page, ['Rosenberg'], 'Does she still take warfarin?');
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText('Does she still take warfarin?')).toBeInViewport();
  await page.route(`**/api${sendQuickReply.path}`, (route) => route.abort());
  await fieldOf(page).fill('Never mind, found it.');
  await fieldOf(page).press('Control+Enter');
  const outgoing = page.getByRole('list', { name: 'Not sent yet' });
  const failed = outgoing.getByRole('alert').filter({ hasText: 'Not confirmed.' });
  await hurryTo(failed);
  // Back in the conversation it is still waiting, once, and not in the input field.
  await page.getByRole('option').nth(1).click();
  await page.getByRole('option', { name: /warfarin/ }).click();
  await expect(outgoing.getByText('Never mind, found it.')).toHaveCount(1);
  await expect(fieldOf(page)).toHaveValue('');

  // Changed and sent again, it could arrive twice.
  await outgoing.getByRole('button', { name: 'Edit' }).click();
  const doubt = page.getByRole('dialog', { name: 'Are you sure you want to edit this reply?' });
  await expect(doubt).toContainText('It may have been sent anyway.');
  await doubt.getByRole('button', { name: 'No' }).click();
  await expect(outgoing.getByText('Never mind, found it.')).toBeVisible();

  const question = page.getByRole('dialog', { name: 'Are you sure you want to discard this reply?' });
  await outgoing.getByRole('button', { name: 'Discard' }).click();
  await expectAccessible(page, 'discarding an answer');
  const cleared = page.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(outgoing).toBeHidden();
  await cleared;
  await page.reload();
  await expect(messagesOf(page).getByText('Does she still take warfarin?')).toBeInViewport();
  await expect(fieldOf(page)).toHaveValue('');
  expect((await textsOf(page, conversationKey)).at(-1)).toBe('Does she still take warfarin?');
});

test('a failed reply sent by Retry is confirmed below the field, where it covers nothing', async ({ openAs }) => {
  const page = await openAs('drobrien');
  await page.clock.install();
  const conversationKey = await startConversation(page, ['Rosenberg'], 'Which dose does he take?');
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText('Which dose does he take?')).toBeInViewport();
  await page.route(`**/api${sendQuickReply.path}`, (route) => route.abort());
  await fieldOf(page).fill('Five milligrams.');
  await fieldOf(page).press('Control+Enter');
  const outgoing = page.getByRole('list', { name: 'Not sent yet' });
  await hurryTo(outgoing.getByRole('alert').filter({ hasText: 'Not confirmed.' }));
  await page.unroute(`**/api${sendQuickReply.path}`);
  await outgoing.getByRole('button', { name: 'Retry' }).click();
  const form = page.getByRole('form', { name: 'Reply' });
  await expect(form.getByText(messageTexts.replySent)).toBeVisible();
  await expect(page.getByText(messageTexts.replySent)).toHaveCount(1);
  await fieldOf(page).fill('I');
  await expect(form.getByText(messageTexts.replySent)).toBeHidden();
});

test('who signs in again while writing a reply is back in its field', async ({ openAs }) => {
  const page = await openAs('drobrien');
  const conversationKey = await startConversation(page, ['Rosenberg'], 'Is the echo on file?');
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText('Is the echo on file?')).toBeInViewport();
  await fieldOf(page).fill('Yes, from May.');
  await endSession(page);
  await signInAgain(page).getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
  await expect(signInAgain(page)).toBeHidden();
  await expect(fieldOf(page)).toBeFocused();
  await expect(fieldOf(page)).toHaveValue('Yes, from May.');
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
  const page = await openAs('drrosenberg');
  let printed = 0;
  await page.exposeFunction('countPrint', () => (printed += 1));
  await page.addInitScript('window.print = () => void window.countPrint()');
  const message = (number: number) => `Reading ${number}: 128 over 82.`;
  const conversationKey = await startConversation(page, ['Kowalczyk', 'Medeiros'], message(1));
  await addReadings(conversationKey, 1, 30);
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
  await expect(dialog.getByRole('combobox', { name: 'Part' })).toHaveValue('Messages 1,001 to 1,030 of 1,030 (newest)');
  await expectAccessible(page, 'which part to print');
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => printed).toBe(2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Messages 1,001 to 1,030 of 1,030')).toBeVisible();
  const onPaper = (number: number) => page.getByText(message(number)).filter({ visible: true });
  await expect(onPaper(1001)).toHaveCount(1);
  await expect(onPaper(1000)).toHaveCount(0);
});

test('the conversation that Messages selects stays unread until the user interacts with it', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  await reader.clock.install();
  const conversationKey = await startConversation(sender, ["O'Brien", 'Medeiros'], 'The biopsy of Mrs. Tan is back.');
  await reader.goto('/provider/Messages');
  await expect(messagesOf(reader).getByText('The biopsy of Mrs. Tan is back.')).toBeInViewport();
  // Longer than it takes to count as seen.
  await reader.clock.runFor(seconds(3));
  expect(await unreadIn(reader, conversationKey)).toBe(1);
  const row = reader.getByRole('option', { selected: true });
  await expect(row).toContainText('unread');
  await messagesOf(reader).click();
  await reader.clock.runFor(seconds(3));
  await expect.poll(() => unreadIn(reader, conversationKey)).toBe(0);
  await expect(row).not.toContainText('unread');
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
  await page.getByRole('option', { name: /Creatinine/ }).click();
  await expect(messagesOf(page).getByText('Potassium is 4.1.')).toBeInViewport();
  await messagesOf(page).focus();
  await page.keyboard.press('r');
  await expect(fieldOf(page)).toBeInViewport({ ratio: 0.9 });
  // Regardless of the length of the text.
  await page.keyboard.type('Both are fine.\nShe may\ngo home.');
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Control+Enter');
  await expect(messagesOf(page).getByText('Both are fine.')).toBeVisible();
});
