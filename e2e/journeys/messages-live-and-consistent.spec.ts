import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { messageTexts } from '@careloop/contracts/messages';
import { getMessageDraft } from '@careloop/contracts/messages/drafts';
import { sendQuickReply } from '@careloop/contracts/messages/sending';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import {
  addRecipient,
  countIn,
  expectAgreement,
  messagesOf,
  settledBadge,
  startConversation,
  unreadBadge,
} from '../support/messages.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { putBadLine } from '../support/realtime.ts';
import { expect, test } from '../support/test.ts';

test('a message arrives live, is read, answered and archived', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const reader = await openAs('drnguyen');
  const patient = await findPatient(sender, 'Mohamed');
  await reader.goto('/provider/Messages');
  await expect(reader.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');

  const text = 'Can the <b>Friday</b> visit be moved? See https://example.org/a?b=c.';
  await sender.goto(`/provider/Messages?patientId=${patient.patientId}`);
  await expect(sender.getByText(messageTexts.none)).toBeVisible();
  await sender.getByRole('button', { name: 'New Message' }).click();
  const dialog = sender.getByRole('dialog', { name: 'New Message' });
  await expect(dialog.getByLabel('Patient (optional)')).toHaveValue(nameOf(patient));
  await addRecipient(dialog, 'Nguyen, Linh');
  await dialog.getByRole('textbox', { name: 'Message' }).fill(text);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(sender.getByText(messageTexts.sent)).toBeVisible();
  await expect(messagesOf(sender).getByText(text)).toBeVisible();
  // It contains only the user's own messages.
  const archive = sender.getByRole('button', { name: 'Archive' });
  await expect(archive).toHaveAttribute('aria-disabled', 'true');

  // Nothing moves under the reader's pointer; a pill announces the new message.
  await reader.getByRole('button', { name: '1 new' }).click();
  const row = reader.getByRole('option').first();
  await expect(row).toContainText('Renée Caldwell');
  await expect(row).toContainText(nameOf(patient));
  await expect(row).toContainText('1 unread');
  const before = await settledBadge(reader);
  await row.click();
  await expect(messagesOf(reader).getByText(text)).toBeVisible();
  await expect(row).not.toContainText('unread');
  await expect.poll(() => unreadBadge(reader)).toBe(before - 1);
  const link = messagesOf(reader).getByRole('link');
  await expect(link).toHaveAttribute('href', 'https://example.org/a?b=c');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expectAccessible(reader, 'messages');

  await reader.keyboard.press('r');
  await reader.keyboard.type('Yes, 8:30 works.\nPlease tell her to bring the cuff.');
  await reader.keyboard.press('Control+Enter');
  await expect(messagesOf(sender).getByText('Yes, 8:30 works.')).toBeVisible();
  await expect(sender.getByText('New message from Linh Nguyen')).toBeAttached();

  await sender.getByRole('button', { name: /^Who has read message 1$/ }).click();
  await expect(sender.getByRole('list', { name: 'Who has read it' })).toContainText(/Linh NguyenRead \d/);
  await expectAccessible(sender, 'who has read it');
  await sender.keyboard.press('Escape');
  await archive.click();
  // The toast stays while the pointer is over it.
  await sender.getByText(messageTexts.archived).hover();
  await expect(sender.getByText(messageTexts.none)).toBeVisible();
  await expect(sender.getByText(messageTexts.nothingSelected)).toBeVisible();
  await sender.getByRole('button', { name: 'Undo' }).click();
  await archive.click();
  await expect(sender.getByText(messageTexts.nothingSelected)).toBeVisible();
  await sender.getByText('Include archived', { exact: true }).click();
  await sender.getByRole('option', { name: /Archived/ }).click();
  await sender.getByRole('button', { name: 'Unarchive' }).click();
  await expect(sender.getByText(messageTexts.unarchived).last()).toBeVisible();
});

test('the popout shows counts for users one can act for, and replies on their behalf show both names', async ({
  openAs,
}) => {
  const patel = await openAs('drpatel');
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  await office.goto('/provider/Sitemap');
  await office.getByRole('button', { name: /^Others/ }).click();
  const patelRow = office.getByRole('menu').getByRole('menuitem', { name: /^Anjali Patel/ });
  const { users } = await call(office.request, getImpersonatableUsers, { includeUnreadMessageCounts: true });
  const before = users.find(({ lastName }) => lastName === 'Patel')?.unreadMessageCount ?? Number.NaN;
  await expect.poll(() => countIn(patelRow)).toBe(before);
  const conversationKey = await startConversation(
    sender,
    ['Patel'],
    'The lab called: potassium of Mr. Sullivan is 6.1.',
    true,
  );
  await expect.poll(() => countIn(patelRow)).toBe(before + 1);
  await expectAccessible(office, 'whose messages');
  await patelRow.click();
  await expect(office).toHaveURL(/Messages\?.*onBehalfOfUserId=\d+/);
  await expect(office.getByRole('combobox', { name: 'Acting on behalf of' })).toHaveValue('Anjali Patel');
  const row = office.getByRole('option', { name: /potassium/ });
  await expect(row).toContainText('Urgent');
  await row.click();
  await expect(messagesOf(office).getByText('potassium of Mr. Sullivan')).toBeVisible();
  await office.getByRole('textbox', { name: 'Message' }).fill('Dr. Patel is on her way to the ward.');
  await office.getByRole('textbox', { name: 'Message' }).press('Control+Enter');
  await expect(office.getByText(messageTexts.replySent)).toBeVisible();

  await patel.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  const answer = messagesOf(patel).getByRole('listitem').filter({ hasText: 'on her way to the ward' });
  await expect(answer).toContainText('Carla Medeiros for Anjali Patel (you)');
});

test('whatever is lost on the way, two browsers and the server agree in the end', async ({ openAs }) => {
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
  for (let count = 1; count <= 12; count += 1) {
    const sender = random() < 0.5 ? one : other;
    await call(sender.request, sendQuickReply, { conversationKey, message: `Item ${count} of the list.` });
    if (count === 6) await lines[0]?.cut();
  }
  for (const line of lines) line.lose(() => false);
  await call(one.request, sendQuickReply, { conversationKey, message: 'That was the list.' });
  for (const page of [one, other]) {
    await expect(messagesOf(page).getByText('That was the list.').last()).toBeVisible({ timeout: 40_000 });
    await expectAgreement(page, conversationKey);
  }
});

test('a reply typed while the server is unavailable reappears in its conversation, and is saved when the server is back', async ({
  openAs,
}) => {
  const page = await openAs('drnguyen');
  const written = await startConversation(page, ['Patel'], 'Could you look at her potassium?');
  const field = page.getByRole('form', { name: 'Reply' }).getByRole('textbox', { name: 'Message' });
  await page.goto(`/provider/Messages?conversationKey=${written}`);
  await expect(field).toBeVisible();

  await page.route('**/api/**', (route) => route.abort());
  await field.pressSequentially('It was 5.1 this morning.');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await page.getByRole('option').nth(1).click();
  await expect(page).not.toHaveURL(new RegExp(written));
  const kept = page.waitForResponse((response) => response.url().endsWith('/drafts/save') && response.ok());
  await page.unroute('**/api/**');
  await page.getByRole('option').filter({ hasText: 'potassium?' }).click();
  await expect(field).toHaveValue('It was 5.1 this morning.');
  await kept;
  await expect(page.getByText('Not saved yet')).toBeHidden();
  const { draft } = await call(page.request, getMessageDraft, { conversationKey: written });
  expect(draft?.message).toBe('It was 5.1 this morning.');
});
