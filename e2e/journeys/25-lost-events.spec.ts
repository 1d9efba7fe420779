import { getMessageDraft } from '@careloop/contracts/messages/drafts';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import type { Response } from '@playwright/test';

import { call } from '../support/api.ts';
import { seconds } from '../support/clock.ts';
import { expectAgreement, messagesOf, startConversation } from '../support/messages.ts';
import { putBadLine } from '../support/realtime.ts';
import { expect, test } from '../support/test.ts';

test('a gap in the sequence numbers of counts refetches everything', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  const line = await putBadLine(reader);
  const conversationKey = await startConversation(sender, ["O'Brien"], 'Calcium of Mrs. Winthrop is 11.2.');
  await reader.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(reader).getByText('Calcium of Mrs. Winthrop')).toBeVisible();
  await expectAgreement(reader, conversationKey);

  line.lose(() => true);
  for (const [index, message] of ['PTH follows.', 'Vitamin D too.'].entries()) {
    await call(sender.request, sendQuickReply, { conversationKey, message });
    await expect.poll(() => line.countLost('UnreadMessageCountChangedEvent')).toBeGreaterThan(index);
  }
  line.lose(() => false);
  await call(sender.request, sendQuickReply, { conversationKey, message: 'PTH is 96.' });
  await expect(messagesOf(reader).getByText('PTH is 96.')).toBeVisible();
  await expectAgreement(reader, conversationKey);
});

test('messages sent while the connection was down appear once it is back', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  const line = await putBadLine(reader);
  const conversationKey = await startConversation(sender, ["O'Brien"], 'One more question about Mr. Rivera.');
  await reader.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(reader).getByText('One more question')).toBeVisible();
  await line.cut();
  await call(sender.request, sendQuickReply, {
    conversationKey,
    message: 'Can he have metformin before the operation?',
  });
  await expect(messagesOf(reader).getByText('Can he have metformin')).toBeVisible();
  await expectAgreement(reader, conversationKey);
});

test('whatever is lost, two browsers and the server agree in the end', async ({ openAs }) => {
  test.slow();
  const one = await openAs('drrosenberg');
  const other = await openAs('drobrien');
  const lines = [await putBadLine(one), await putBadLine(other)];
  const conversationKey = await startConversation(one, ["O'Brien"], 'Let us go through the list.');
  for (const page of [one, other]) {
    await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
    await expect(messagesOf(page).getByText('Let us go through the list.').last()).toBeVisible();
  }
  // The same random numbers in every run.
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
    await expect(messagesOf(page).getByText('That was the list.').last()).toBeVisible({ timeout: 40_000 });
    await expectAgreement(page, conversationKey);
  }
});

test('text typed while the server is unavailable stays, and is saved when it is back', async ({ openAs }) => {
  const page = await openAs('drobrien');
  await page.clock.install();
  await page.goto('/provider/Messages');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('n');
  const field = page.getByRole('dialog', { name: 'New Message' }).getByRole('textbox', { name: 'Message' });
  const isKept = (text: string) => (response: Response) =>
    response.url().endsWith('/drafts/save') && response.request().postData()?.includes(text) === true && response.ok();
  const first = page.waitForResponse(isKept('Before'));
  await field.fill('Before it went away');
  await first;

  await page.route('**/api/**', (route) => route.abort());
  await field.fill('Before it went away, and after');
  await expect(page.getByText('Connection interrupted.')).toBeVisible();
  // Everything on the screen is refetched now, including the earlier draft.
  const second = page.waitForResponse(isKept('and after'));
  await page.unroute('**/api/**');
  await page.clock.runFor(seconds(6));
  await expect(page.getByText('Connection interrupted.')).toBeHidden();
  await second;
  await expect(field).toHaveValue('Before it went away, and after');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Yes' }).click();
});

test('a reply typed while the server is unavailable reappears in its conversation, and is saved when the server is back', async ({
  openAs,
}) => {
  const page = await openAs('drnguyen');
  const [written, other] = [
    await startConversation(page, ['Patel'], 'Could you look at her potassium?'),
    await startConversation(page, ["O'Brien"], 'Is the report of the scan there?'),
  ];
  const rowOf = (text: string) => page.getByRole('option').filter({ hasText: text });
  const field = page.getByRole('form', { name: 'Reply' }).getByRole('textbox', { name: 'Message' });
  await page.goto(`/provider/Messages?conversationKey=${other}`);
  await expect(field).toBeVisible();
  await rowOf('potassium').click();
  await expect(messagesOf(page).getByText('Could you look at her potassium?')).toBeVisible();

  await page.route('**/api/**', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/drafts/save'));
  await field.pressSequentially('It was 5.1 this morning.');
  await failed;
  await expect(page.getByText('Not saved yet')).toBeVisible();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await rowOf('scan').click();
  await expect(page).toHaveURL(new RegExp(other));
  const kept = page.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await page.unroute('**/api/**');
  await rowOf('potassium').click();
  await expect(field).toHaveValue('It was 5.1 this morning.');
  await kept;
  await expect(page.getByText('Not saved yet')).toBeHidden();
  const { draft } = await call(page.request, getMessageDraft, { conversationKey: written });
  expect(draft?.message).toBe('It was 5.1 this morning.');
});
