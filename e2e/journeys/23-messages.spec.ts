import { getImpersonatableUsers } from '@careloop/contracts/directory';
import { messageTexts } from '@careloop/contracts/messages';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { sendQuickReply } from '@careloop/contracts/messages/sending';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import {
  addRecipient,
  countIn,
  messagesOf,
  offerNotifications,
  settledBadge,
  startConversation,
  textsOf,
  unreadBadge,
} from '../support/messages.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('a message arrives live, is read, answered and archived', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const reader = await openAs('drnguyen');
  const patient = await findPatient(sender, 'Mohamed');
  await reader.goto('/provider/Messages');
  await expect(reader.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');

  const text = 'Her daughter asks whether the Friday visit can be moved to the morning.';
  await sender.goto(`/provider/Messages?patientId=${patient.patientId}`);
  await expect(sender.getByText(messageTexts.none)).toBeVisible();
  await expect(sender.getByText(messageTexts.noneHint)).toBeVisible();
  await sender.getByRole('button', { name: 'New Message' }).click();
  const dialog = sender.getByRole('dialog', { name: 'New Message' });
  await expect(dialog.getByLabel('Patient (optional)')).toHaveValue(nameOf(patient));
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  await addRecipient(dialog, 'Nguyen, Linh');
  await expectAccessible(sender, 'new message');
  await dialog.getByRole('textbox', { name: 'Message' }).fill(text);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(sender.getByText(messageTexts.sent)).toBeVisible();
  await expect(messagesOf(sender).getByText(text)).toBeVisible();
  // It contains only the user's own messages.
  const archive = sender.getByRole('button', { name: 'Archive' });
  await expect(archive).toHaveAttribute('aria-disabled', 'true');
  await archive.hover();
  await expect(sender.getByRole('tooltip', { name: messageTexts.oneSided })).toBeVisible();

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
  await expect(reader).toHaveURL(/conversationKey=/);
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

  await expect(archive).not.toHaveAttribute('aria-disabled', 'true');
  await archive.click();
  await expect(sender.getByText(messageTexts.archived)).toBeVisible();
  await expect(sender.getByText(messageTexts.none)).toBeVisible();
  await sender.getByText('Include archived', { exact: true }).click();
  await sender.getByRole('option', { name: /Archived/ }).click();
  await sender.getByRole('button', { name: 'Unarchive' }).click();
  await expect(sender.getByText(messageTexts.unarchived)).toBeVisible();
});

test('while the conversations load, no prompt to select one is shown, and nothing jumps', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await offerNotifications(page);
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(`**/api${getUserConversations.path}*`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/provider/Messages');
  const notify = page.getByText('Notify me on this device');
  const select = page.getByText(messageTexts.nothingSelected);
  await expect(notify).toBeVisible();
  const before = await notify.boundingBox();
  await expect(select).toBeHidden();
  goOn();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect((await notify.boundingBox())?.y).toBe(before?.y);
  await expect(select).toBeHidden();
});

test('a reply whose response was lost is retried and shown once', async ({ openAs }) => {
  const page = await openAs('drpatel');
  const conversationKey = await startConversation(
    page,
    ['Caldwell'],
    'Could you call Mr. Rosen about his stress test?',
  );
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText('Could you call Mr. Rosen')).toBeVisible();

  // The first three tries are automatic.
  let tries = 0;
  await page.route(`**/api${sendQuickReply.path}`, async (route) => {
    tries += 1;
    if (tries > 3) return await route.continue();
    if (tries === 1) await route.fetch();
    await route.abort('connectionreset');
  });
  const send = page.getByRole('button', { name: 'Send' });
  await expect(send).toBeDisabled();
  await page.getByRole('textbox', { name: 'Message' }).fill('   ');
  await expect(page.getByText(messageTexts.replyBlank)).toBeVisible();
  await expect(send).toBeDisabled();
  await page.getByRole('textbox', { name: 'Message' }).fill('He prefers the afternoon.');
  await send.click();
  const outgoing = page.getByRole('list', { name: 'Not sent yet' });
  await expect(outgoing.getByRole('alert')).toContainText('Not sent.');
  expect(tries).toBe(3);
  await expectAccessible(page, 'an answer that failed');
  await outgoing.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(messageTexts.replySent)).toBeVisible();
  await expect(outgoing).toBeHidden();
  await expect(messagesOf(page).getByText('He prefers the afternoon.')).toHaveCount(1);
  expect(await textsOf(page, conversationKey)).toEqual([
    'Could you call Mr. Rosen about his stress test?',
    'He prefers the afternoon.',
  ]);
});

test('the popout shows counts for users one can act for, and replies on their behalf show both names', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  const patel = await openAs('drpatel');
  await office.goto('/provider/');
  const others = office.getByRole('button', { name: /^Others/ });
  await others.click();
  const menu = office.getByRole('menu');
  const patelRow = menu.getByRole('menuitem', { name: /^Anjali Patel/ });
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
  await expect(menu.getByRole('menuitem', { name: /^Me/ })).toBeVisible();
  await expectAccessible(office, 'whose messages');
  await patelRow.click();
  await expect(office).toHaveURL(/Messages\?.*onBehalfOfUserId=\d+/);
  await expect(office.getByRole('combobox', { name: 'Acting on behalf of' })).toHaveValue('Anjali Patel');
  await office.getByRole('button', { name: 'New Message' }).click();
  await expect(office.getByRole('dialog', { name: 'New Message as Anjali Patel' })).toBeVisible();
  await office.getByRole('button', { name: 'Cancel' }).click();

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
  const asked = messagesOf(patel).getByRole('listitem').filter({ hasText: 'potassium of Mr. Sullivan' });
  await expect(asked).toContainText('Urgent');
  await asked.getByRole('button', { name: /^Who has read/ }).click();
  await expect(patel.getByRole('list', { name: 'Who has read it' })).toContainText('by Carla Medeiros');
});

test('text stays text, and an unknown conversation says so until it is dismissed', async ({ openAs }) => {
  const page = await openAs('drpatel');
  const text =
    '<b>not bold</b> https://example.org/a?b=c. \u202Eإلى\u202C שלום 👩🏽‍⚕️ javascript:alert(1) https://user@example.org';
  const conversationKey = await startConversation(page, ['Nguyen'], text);
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText(text)).toBeVisible();
  // Only one of these texts is a link to a web page that leads where it says.
  const link = messagesOf(page).getByRole('link');
  await expect(link).toHaveText('https://example.org/a?b=c');
  await expect(link).toHaveAttribute('href', 'https://example.org/a?b=c');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expectAccessible(page, 'an address in a message');
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Find in conversation' }).fill('bold</b> https');
  await expect(messagesOf(page).locator('mark')).toHaveText(['bold</b> ', 'https']);
  await expect(link.locator('mark')).toHaveText('https');
  const found = messagesOf(page).locator('[data-shown]');
  await expect(found).toHaveCount(1);
  await page.getByRole('button', { name: 'Close find' }).click();
  await expect(found).toHaveCount(0);

  const outsider = await openAs('outsider');
  await outsider.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  const warning = outsider.getByText(messageTexts.noConversation);
  await expect(warning).toBeVisible();
  await expect(outsider.getByText(messageTexts.nothingSelected)).toBeVisible();
  await outsider.getByRole('button', { name: 'Dismiss' }).click();
  await expect(warning).toBeHidden();
});
