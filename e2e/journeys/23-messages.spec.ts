import { messageTexts } from '@careloop/contracts/messages';
import { findUsers, sendMessage, sendQuickReply } from '@careloop/contracts/messages-sending';
import { getUserConversations } from '@careloop/contracts/messages-conversations';
import { getUserConversationMessages } from '@careloop/contracts/messages';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient, nameOf } from '../support/organisation.ts';
import { expect, test } from '../support/test.ts';

test('a message arrives while one looks, is read, answered and archived', async ({ openAs }) => {
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
  // Only what one wrote oneself is in it.
  const archive = sender.getByRole('button', { name: 'Archive' });
  await expect(archive).toHaveAttribute('aria-disabled', 'true');
  await archive.hover();
  await expect(sender.getByRole('tooltip', { name: messageTexts.oneSided })).toBeVisible();

  // Nothing moves under the reader's pointer; a pill says that there is something new.
  await reader.getByRole('button', { name: '1 new' }).click();
  const row = reader.getByRole('option').first();
  await expect(row).toContainText('Renée Caldwell');
  await expect(row).toContainText(nameOf(patient));
  await expect(row).toContainText('1 unread');
  const before = await unreadBadge(reader);
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

test('an answer whose receipt was lost is tried again and stands there once', async ({ openAs }) => {
  const page = await openAs('drpatel');
  const conversationKey = await startConversation(
    page,
    ['Caldwell'],
    'Could you call Mr. Rosen about his stress test?',
  );
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText('Could you call Mr. Rosen')).toBeVisible();

  let lost = 0;
  await page.route(`**/api${sendQuickReply.path}`, async (route) => {
    if (lost > 0) return await route.continue();
    lost += 1;
    await route.fetch();
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

test('the popout counts for whom one can act, and answers in their name show both people', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  const patel = await openAs('drpatel');
  await office.goto('/provider/');
  const others = office.getByRole('button', { name: /^Others/ });
  await others.click();
  const menu = office.getByRole('menu');
  const patelRow = menu.getByRole('menuitem', { name: /^Anjali Patel/ });
  const before = await countIn(patelRow);
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

test('what one began to write is there again, and unread stays unread on purpose', async ({ openAs }) => {
  const sender = await openAs('drobrien');
  const reader = await openAs('drnguyen');
  const conversationKey = await startConversation(
    sender,
    ['Nguyen'],
    'Bone density of Mrs. Lavoie is back: T-score -2.8.',
  );
  await reader.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(reader).getByText('Bone density')).toBeVisible();
  const field = reader.getByRole('textbox', { name: 'Message' });
  const kept = reader.waitForResponse((response) => response.url().endsWith('/drafts/save'));
  await field.fill('Then I would start');
  await kept;
  await reader.reload();
  await expect(field).toHaveValue('Then I would start');

  await expect.poll(() => unreadIn(reader, conversationKey)).toBe(0);
  await messagesOf(reader).click();
  await reader.keyboard.press('u');
  await expect(reader.getByText('Marked unread')).toBeVisible();
  await expect(reader.getByText('New messages', { exact: true })).toBeVisible();
  expect(await unreadIn(reader, conversationKey)).toBe(1);

  await reader.keyboard.press('/');
  await reader.getByRole('textbox', { name: 'Find in conversation' }).fill('t-score');
  await expect(reader.getByText('1 of 1')).toBeVisible();
  await expect(messagesOf(reader).locator('mark')).toHaveText('T-score');
  await expectAccessible(reader, 'find in conversation');
});

test('text stays text, and a conversation that is none says so until it is dismissed', async ({ openAs }) => {
  const page = await openAs('drpatel');
  const text = '<b>not bold</b> https://example.org \u202Eإلى\u202C שלום 👩🏽‍⚕️';
  const conversationKey = await startConversation(page, ['Nguyen'], text);
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText(text)).toBeVisible();
  await expect(messagesOf(page).getByRole('link')).toHaveCount(0);

  const outsider = await openAs('outsider');
  await outsider.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  const warning = outsider.getByText(messageTexts.noConversation);
  await expect(warning).toBeVisible();
  await expect(outsider.getByText(messageTexts.nothingSelected)).toBeVisible();
  await outsider.getByRole('button', { name: 'Dismiss' }).click();
  await expect(warning).toBeHidden();
});

test('who is not on the care team is warned about, nobody goes in twice, and a begun message is there again', async ({
  openAs,
}) => {
  const page = await openAs('drnguyen');
  const patient = await findPatient(page, 'Khalil');
  await page.goto('/provider/Messages');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  const message = dialog.getByRole('textbox', { name: 'Message' });
  const recipients = dialog.getByRole('combobox', { name: 'Recipients' });
  await recipients.click();
  await page.keyboard.press('Tab');
  await expect(dialog.getByText(messageTexts.recipientRequired)).toBeVisible();
  await message.click();
  await page.keyboard.press('Tab');
  await expect(dialog.getByText(messageTexts.messageRequired)).toBeVisible();

  await addRecipient(dialog, 'Kowalczyk, Tyler');
  await expect(dialog.getByText(messageTexts.careTeamWarning)).toBeHidden();
  await addRecipient(dialog, 'Kowalczyk, Tyler');
  await expect(page.getByText(messageTexts.duplicateRecipient)).toBeVisible();
  const chosen = dialog.getByRole('list', { name: 'Chosen recipients' });
  await expect(chosen.getByRole('listitem')).toHaveCount(1);
  await dialog.getByLabel('Patient (optional)').fill(patient.mrn);
  await page.getByRole('option', { name: new RegExp(patient.mrn) }).click();
  await expect(chosen).toContainText('Not on care team');
  await expect(dialog.getByText(messageTexts.careTeamWarning)).toBeVisible();
  await expectAccessible(page, 'new message with a warning');

  const kept = page.waitForResponse(
    (response) => response.url().endsWith('/drafts/save') && response.request().postData()?.includes('statin') === true,
  );
  await message.fill('Would you look at his statin?');
  await kept;
  await page.reload();
  await page.getByRole('button', { name: 'New Message' }).click();
  await expect(message).toHaveValue('Would you look at his statin?');
  await expect(chosen).toContainText('Kowalczyk, Tyler');
  await expect(dialog.getByLabel('Patient (optional)')).toHaveValue(nameOf(patient));

  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' });
  await expect(question.getByText('You have unsaved changes that will be lost.')).toBeVisible();
  await question.getByRole('button', { name: 'No' }).click();
  await dialog.getByRole('switch', { name: 'Urgent' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(messageTexts.sent)).toBeVisible();
  await expect(page.getByText('Added to the care team: Tyler Kowalczyk')).toBeVisible();
  await expect(page.getByRole('option').first()).toContainText('Urgent');

  await page.getByRole('link', { name: nameOf(patient) }).click();
  await expect(page.getByRole('link', { name: /Tyler Kowalczyk/ })).toContainText('Would you look at his statin?');
  await page.getByRole('link', { name: 'Show all messages' }).click();
  await expect(page).toHaveURL(new RegExp(`/Messages\\?.*patientId=${patient.patientId}`));
});

test('older messages come on top without moving what is read, and a link leads to one of them', async ({ openAs }) => {
  const page = await openAs('drobrien');
  const conversationKey = await startConversation(page, ['Rosenberg'], 'First of many.');
  for (let count = 2; count <= 65; count += 1) {
    const message = `Line of the ward round, number ${count}.`;
    await call(page.request, sendQuickReply, { conversationKey, message });
  }
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  const thread = messagesOf(page);
  await expect(thread.getByText('number 65.')).toBeInViewport();
  await expect(thread.getByText('number 30.')).toBeHidden();
  const place = thread.getByText('number 47.');
  await place.evaluate('(element) => element.scrollIntoView()');
  const top = (await place.boundingBox())?.y;
  await expect(thread.getByText('number 30.')).toBeAttached();
  expect((await place.boundingBox())?.y).toBeCloseTo(top ?? Number.NaN, 0);
  await page.getByRole('button', { name: 'Newest' }).click();
  await expect(thread.getByText('number 65.')).toBeInViewport();

  const { items } = await call(page.request, getUserConversationMessages, { conversationKey, after: 4, pageSize: 1 });
  await page.goto(`/provider/Messages?userMessageId=${items[0]?.userMessageId}`);
  await expect(page).toHaveURL(new RegExp(`conversationKey=${conversationKey}`));
  await expect(thread.getByText('number 5.', { exact: false }).first()).toBeInViewport();
  await expect(thread.getByText('number 65.')).toBeHidden();
  await page.getByRole('textbox', { name: 'Message' }).fill('And the last one.');
  await page.getByRole('textbox', { name: 'Message' }).press('Control+Enter');
  await expect(thread.getByText('And the last one.')).toBeInViewport();
});

function messagesOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Messages', exact: true }).last();
}

/** The options of a select lie outside of the dialog. */
async function addRecipient(dialog: Locator, fullName: string): Promise<void> {
  const field = dialog.getByRole('combobox', { name: 'Recipients' });
  await field.fill(fullName.split(',')[0] ?? fullName);
  await dialog.page().getByRole('option', { name: fullName }).click();
}

async function startConversation(
  page: Page,
  to: readonly string[],
  message: string,
  isUrgent = false,
): Promise<string> {
  const recipients = await Promise.all(
    to.map(async (searchTerm) => (await call(page.request, findUsers, { searchTerm })).items[0]?.userId ?? 0),
  );
  const input = { message, recipientUserIds: recipients, priority: isUrgent ? (4 as const) : (1 as const) };
  return (await call(page.request, sendMessage, input)).conversationKey;
}

async function textsOf(page: Page, conversationKey: string): Promise<string[]> {
  const { items } = await call(page.request, getUserConversationMessages, { conversationKey });
  return items.map(({ message }) => message);
}

async function unreadIn(page: Page, conversationKey: string): Promise<number> {
  const { items } = await call(page.request, getUserConversations, {});
  return items.find((item) => item.conversationKey === conversationKey)?.unreadMessageCount ?? Number.NaN;
}

/** What the navigation says; no badge is none. */
async function unreadBadge(page: Page): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ });
  return Number(/(\d+) unread messages/.exec((await link.textContent()) ?? '')?.[1] ?? 0);
}

async function countIn(row: Locator): Promise<number> {
  return Number(/(\d+) unread/.exec((await row.textContent()) ?? '')?.[1] ?? Number.NaN);
}
