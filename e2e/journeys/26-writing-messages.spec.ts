import { duplicateUserText } from '@careloop/contracts/directory/users';
import { getUserConversationMessages, messageTexts } from '@careloop/contracts/messages';
import { getMessageDraft } from '@careloop/contracts/messages/drafts';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { addRecipient, messagesOf, startConversation, unreadIn } from '../support/messages.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('a started draft is restored, and a conversation marked unread stays unread', async ({ openAs }) => {
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
  await expect.poll(() => unreadIn(reader, conversationKey)).toBe(1);

  await reader.keyboard.press('/');
  await reader.getByRole('textbox', { name: 'Find in conversation' }).fill('t-score');
  await expect(reader.getByText('1 of 1')).toBeVisible();
  await expect(messagesOf(reader).locator('mark')).toHaveText('T-score');
  await expectAccessible(reader, 'find in conversation');
});

test('text in one window is not lost when the other window sends', async ({ openAs }) => {
  const sender = await openAs('drobrien');
  const one = await openAs('drnguyen');
  const other = await one.context().newPage();
  const conversationKey = await startConversation(sender, ['Nguyen', 'Kowalczyk'], 'The wound clinic moves to 3 West.');
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
  for (const page of [one, other]) {
    await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
    await expect(field(page)).toBeVisible();
  }
  const saved = one.waitForResponse((response) => response.url().endsWith('/drafts/save'));
  await field(one).fill('Please tell the front desk');
  await saved;
  await field(other).fill('Thank you.');
  await field(other).press('Control+Enter');
  await expect(messagesOf(one).getByText('Thank you.')).toBeVisible();
  await expect(field(one)).toHaveValue('Please tell the front desk');
  // Sending removes only the draft that was sent.
  const { draft } = await call(one.request, getMessageDraft, { conversationKey });
  expect(draft?.message).toBe('Please tell the front desk');
  await one.reload();
  await expect(field(one)).toHaveValue('Please tell the front desk');
  await field(one).fill('');
});

test('the last typed text is restored, however soon the page is left', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  const conversationKey = await startConversation(page, ['Kowalczyk'], 'The cast room is on the first floor now.');
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Is there a');
  await page.reload();
  await expect(field).toHaveValue('Is there a');
  await field.fill('Is there a lift?');
  await page.close();
  const { request } = page.context();
  const kept = async () => (await call(request, getMessageDraft, { conversationKey })).draft?.message;
  await expect.poll(kept).toBe('Is there a lift?');
});

test('a draft is not overwritten by another window without asking', async ({ openAs }) => {
  const sender = await openAs('drobrien');
  const one = await openAs('drnguyen');
  const other = await one.context().newPage();
  const conversationKey = await startConversation(sender, ['Nguyen', 'Kowalczyk'], 'Her graft is due on Monday.');
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
  const question = (page: Page) => page.getByText('This draft was changed in another window.');
  const savedBy = async (page: Page, text: string) => {
    const saved = page.waitForResponse((response) => response.url().endsWith('/drafts/save'));
    await field(page).fill(text);
    await saved;
  };
  for (const page of [one, other]) {
    await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
    await expect(field(page)).toBeVisible();
  }
  await savedBy(one, 'Then Tuesday is');
  await savedBy(other, 'On Monday I am');
  await expect(question(other)).toBeVisible();
  await expect(other.getByRole('blockquote')).toHaveText('Then Tuesday is');
  await expectAccessible(other, 'another draft of a reply');
  // It stays in its tab while the user navigates; signing out asks.
  await other.getByRole('option').nth(1).click();
  await expect(question(other)).toBeHidden();
  await other.getByRole('button', { name: /account and settings$/ }).click();
  await other.getByRole('menuitem', { name: 'Logout' }).click();
  const leaving = other.getByRole('dialog', { name: 'Are you sure you want to sign out?' });
  await expect(leaving.getByText('A draft has not been saved. It will be lost.')).toBeVisible();
  await leaving.getByRole('button', { name: 'No' }).click();
  await other.getByRole('option').filter({ hasText: 'Her graft is due' }).click();
  await expect(question(other)).toBeVisible();
  await expect(field(other)).toHaveValue('On Monday I am');
  await other.getByRole('button', { name: 'Keep mine' }).click();
  await expect(question(other)).toBeHidden();
  await savedBy(one, 'Then Tuesday is what');
  await expect(one.getByRole('blockquote')).toHaveText('On Monday I am');
  await one.getByRole('button', { name: 'Reload' }).click();
  await expect(field(one)).toHaveValue('On Monday I am');
  await expect(field(one)).toBeFocused();
  await savedBy(one, 'On Monday I am away.');
  await expect(question(one)).toBeHidden();
  await field(one).fill('');
});

test('a new message in two windows causes a conflict, and sending one keeps the other', async ({ openAs }) => {
  const one = await openAs('drobrien');
  const other = await one.context().newPage();
  const dialog = (page: Page) => page.getByRole('dialog', { name: /^New Message/ });
  const field = (page: Page) => dialog(page).getByRole('textbox', { name: 'Message' });
  const savedBy = async (page: Page, text: string) => {
    const saved = page.waitForResponse((response) => response.url().endsWith('/drafts/save'));
    await field(page).fill(text);
    await saved;
  };
  const open = async (page: Page) => {
    await page.goto('/provider/Messages');
    await page.getByRole('button', { name: 'New Message' }).click();
    await expect(field(page)).toBeVisible();
  };
  for (const page of [one, other]) await open(page);
  await savedBy(one, 'The first one');
  // A window that was opened earlier and stayed empty discards nothing.
  const removed = other.waitForResponse((response) => response.url().endsWith('/drafts/save'));
  await other.keyboard.press('Escape');
  await removed;
  await other.getByRole('button', { name: 'New Message' }).click();
  await expect(field(other)).toHaveValue('The first one');
  await savedBy(other, 'The second one');
  await savedBy(one, 'The first one, longer');
  await expect(dialog(one).getByRole('blockquote')).toHaveText('The second one');

  await addRecipient(dialog(other), 'Medeiros, Carla');
  await dialog(other).getByRole('button', { name: 'Send' }).click();
  await expect(other.getByText(messageTexts.sent)).toBeVisible();
  await expect(field(one)).toHaveValue('The first one, longer');
  await savedBy(one, 'The first one, even longer');
  await expect(dialog(one).getByRole('blockquote')).toBeHidden();
  await other.getByRole('button', { name: 'New Message' }).click();
  await expect(field(other)).toHaveValue('The first one, even longer');
  await savedBy(other, 'The third one');
  await savedBy(one, 'The first one, longest');
  await dialog(one).getByRole('button', { name: 'Reload' }).click();
  await expect(field(one)).toHaveValue('The third one');
  await dialog(one).getByRole('button', { name: 'Cancel' }).click();
  await one
    .getByRole('dialog', { name: 'Are you sure you want to cancel?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect(dialog(one)).toBeHidden();
});

test('recipients outside the care team cause a warning, nobody is added twice, and a started message is restored', async ({
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
  await expect(dialog.getByText(duplicateUserText)).toBeInViewport();
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
  // A draft restored without a message does not start with an error.
  await expect
    .poll(async () => (await call(page.request, getMessageDraft, {})).draft?.patientId)
    .toBe(patient.patientId);
  await page.reload();
  await page.getByRole('button', { name: 'New Message' }).click();
  await expect(chosen).toContainText('Kowalczyk, Tyler');
  await expect(dialog.getByText(messageTexts.messageRequired)).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
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

test('older messages load on top without moving the view, and a link opens one of them', async ({ openAs }) => {
  const page = await openAs('drobrien');
  const conversationKey = await startConversation(page, ['Medeiros'], 'First of many.');
  for (let count = 2; count <= 65; count += 1) {
    const message = `Line of the ward round, number ${count}.`;
    await call(page.request, sendQuickReply, { conversationKey, message });
  }
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  const thread = messagesOf(page);
  await expect(thread.getByText('number 65.')).toBeInViewport();
  await expect(thread.getByText('number 30.')).toBeHidden();
  const place = thread.getByText('number 47.');
  await place.scrollIntoViewIfNeeded();
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

test('a canned reply and a document are sent, and access is checked again when the document is opened', async ({
  openAs,
}) => {
  const page = await openAs('drnguyen');
  const reader = await openAs('drpatel');
  const patient = await findPatient(page, 'Rivera');
  await page.goto(`/provider/Messages?patientId=${patient.patientId}`);
  await expect(messagesOf(page).getByText('Chest tightness on the stairs')).toBeVisible();
  const canned = page.getByRole('button', { name: 'Canned replies' });
  await canned.click();
  await page.getByRole('menuitem', { name: 'Manage canned replies' }).click();
  await page.getByRole('button', { name: 'New canned reply' }).click();
  const form = page.getByRole('dialog', { name: 'New canned reply' });
  await form.getByLabel('Title').fill('Results attached');
  await form.getByRole('textbox', { name: 'Message' }).fill('The newest results are attached.');
  await form.getByRole('button', { name: 'Save' }).click();
  const replies = page.getByRole('dialog', { name: 'Canned replies' });
  await expect(replies.getByText('Results attached')).toBeVisible();
  await expectAccessible(page, 'canned replies');
  await replies.getByRole('button', { name: 'Close' }).last().click();
  await canned.click();
  await page.getByRole('menuitem', { name: /^Results attached/ }).click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect(field).toHaveValue('The newest results are attached.');

  await page.getByRole('button', { name: 'Attach' }).click();
  const charts = page.getByRole('dialog', { name: 'Attach documents' });
  const attach = charts.getByRole('button', { name: /^(?:Attach|Remove all)/ });
  await expect(attach).toBeDisabled();
  await charts.getByLabel('Search documents').fill('Lipid');
  const document = charts.getByRole('treeitem', { level: 2 }).first();
  await expect(document).toContainText('Lipid');
  await document.press(' ');
  await document.press('Enter');
  await expect(charts.getByRole('region', { name: /^Text of / })).toContainText(patient.mrn);
  await expectAccessible(page, 'attach documents');
  await expect(attach).toHaveText('Attach 1');
  await attach.click();
  const toSend = page.getByRole('list', { name: 'Documents to send' });
  await expect(toSend).toContainText('Lipid');
  await page.getByRole('button', { name: 'Attach' }).click();
  await charts.getByLabel('Search documents').fill('Lipid');
  await expect(document).toContainText('Lipid');
  await document.press(' ');
  await expect(attach).toHaveText('Remove all');
  await charts.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('dialog', { name: 'Are you sure you want to cancel?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect(toSend).toContainText('Lipid');
  await page.getByRole('button', { name: 'Attach' }).click();
  await charts.getByLabel('Search documents').fill('Summary of Care');
  await charts.getByRole('treeitem', { name: /Summary of Care/ }).press(' ');
  await expect(attach).toHaveText('Attach 2');
  await attach.click();
  await expect(toSend).toContainText('Summary of Care');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(messageTexts.replySent)).toBeVisible();

  await reader.goto(`/provider/Messages?patientId=${patient.patientId}`);
  const asked = reader.waitForResponse((response) => response.url().includes('/document-viewer/'));
  await messagesOf(reader).getByRole('button', { name: /Lipid/ }).click();
  expect((await asked).status()).toBe(200);
  const dialog = reader.getByRole('dialog', { name: 'Attached document' });
  await expect(dialog.getByRole('region', { name: /^Text of / })).toContainText(patient.mrn);
  await expectAccessible(reader, 'attached document');
  await reader.keyboard.press('Escape');
  await messagesOf(reader).getByRole('button', { name: 'Summary of Care' }).click();
  await expect(dialog.getByText('As it was sent on')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Summary of Care' })).toContainText(patient.mrn);
});
