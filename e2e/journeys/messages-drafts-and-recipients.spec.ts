import { messageTexts } from '@careloop/contracts/messages';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { addRecipient, messagesOf, startConversation } from '../support/messages.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('a started reply is restored, however soon the page is left, and a word is found', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  const conversationKey = await startConversation(page, ['Kowalczyk'], 'Bone density is back: T-score -2.8.');
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('Then I would start');
  await page.reload();
  await expect(field).toHaveValue('Then I would start');

  await messagesOf(page).click();
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Find in conversation' }).fill('t-score');
  await expect(page.getByText('1 of 1')).toBeVisible();
  await expect(messagesOf(page).locator('mark')).toHaveText('T-score');
  await expectAccessible(page, 'find in conversation');
});

test('a draft is not overwritten by another window without asking', async ({ openAs }) => {
  const one = await openAs('drnguyen');
  const other = await one.context().newPage();
  const conversationKey = await startConversation(one, ["O'Brien", 'Kowalczyk'], 'Her graft is due on Monday.');
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
  await other.getByRole('button', { name: 'Keep mine' }).click();
  await expect(question(other)).toBeHidden();
  await savedBy(one, 'Then Tuesday is what');
  await expect(one.getByRole('blockquote')).toHaveText('On Monday I am');
  await one.getByRole('button', { name: 'Reload' }).click();
  await expect(field(one)).toHaveValue('On Monday I am');
  await expect(field(one)).toBeFocused();
  await savedBy(one, 'On Monday I am away.');
  await expect(question(one)).toBeHidden();
});

test('recipients outside the care team cause a warning, and join it with the message', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  const patient = await findPatient(page, 'Khalil');
  await page.goto('/provider/Messages');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  const message = dialog.getByRole('textbox', { name: 'Message' });
  await addRecipient(dialog, 'Kowalczyk, Tyler');
  await expect(dialog.getByText(messageTexts.careTeamWarning)).toBeHidden();
  await message.click();
  await dialog.getByLabel('Patient (optional)').fill(patient.mrn);
  await page.getByRole('option', { name: new RegExp(patient.mrn) }).click();
  const chosen = dialog.getByRole('list', { name: 'Chosen recipients' });
  await expect(chosen).toContainText('Not on care team');
  await expect(dialog.getByText(messageTexts.careTeamWarning)).toBeVisible();
  await expect(dialog.getByText(messageTexts.messageRequired)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expectAccessible(page, 'new message with a warning');

  await message.fill('Would you look at his statin?');
  await page.reload();
  await page.getByRole('button', { name: 'New Message' }).click();
  await expect(message).toHaveValue('Would you look at his statin?');
  await expect(chosen).toContainText('Kowalczyk, Tyler');
  await expect(dialog.getByLabel('Patient (optional)')).toHaveValue(nameOf(patient));
  await dialog.getByRole('switch', { name: 'Urgent' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(messageTexts.sent)).toBeVisible();
  await expect(page.getByText('Added to the care team: Tyler Kowalczyk')).toBeVisible();
  await expect(page.getByRole('option').first()).toContainText('Urgent');

  await page.getByRole('link', { name: nameOf(patient) }).click();
  await expect(page.getByRole('link', { name: /Tyler Kowalczyk/ })).toContainText('Would you look at his statin?');
});

test('older messages load on top without moving the view', async ({ openAs }) => {
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
});

test('conversations above a linked one load on top without moving the view', async ({ openAs }) => {
  const page = await openAs('drobrien');
  const { items: people } = await call(page.request, findUsers, { ...toMessages, pageSize: 6 });
  const keys: string[] = [];
  // One with each group of six people.
  for (let group = 1; group < 64; group += 1) {
    const recipientUserIds = people
      .filter((_, index) => Math.floor(group / 2 ** index) % 2 === 1)
      .map((one) => one.userId);
    keys.push(
      (await call(page.request, sendMessage, { message: 'Rounds move to 7.', recipientUserIds })).conversationKey,
    );
  }
  const linked = keys[5] ?? '';
  await page.goto(`/provider/Messages?conversationKey=${linked}`);
  const rowOf = (key: string | null) => page.locator(`[role=option][data-key="${key}"]`);
  await expect(rowOf(linked)).toBeInViewport();
  const first = page.getByRole('listbox', { name: 'Messages' }).getByRole('option').first();
  await first.scrollIntoViewIfNeeded();
  const key = await first.getAttribute('data-key');
  const top = (await rowOf(key).boundingBox())?.y;
  await expect(first).not.toHaveAttribute('data-key', key ?? '');
  expect((await rowOf(key).boundingBox())?.y).toBeCloseTo(top ?? Number.NaN, 0);
  await expect(page.getByRole('button', { name: /\d new/ })).toBeHidden();
  await first.scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Load previous' })).toBeHidden();
  await expect(rowOf(keys.at(-1) ?? '')).toBeAttached();
});

test('a canned reply and a document are sent, and the recipient opens the document', async ({ openAs }) => {
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
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('The newest results are attached.');

  await page.getByRole('button', { name: 'Attach' }).click();
  const charts = page.getByRole('dialog', { name: 'Attach documents' });
  const attach = charts.getByRole('button', { name: /^Attach/ });
  await expect(attach).toBeDisabled();
  await charts.getByLabel('Search documents').fill('Lipid');
  const document = charts.getByRole('treeitem', { level: 2 }).first();
  await expect(document).toContainText('Lipid');
  await document.press(' ');
  await document.press('Enter');
  await expect(charts.getByRole('region', { name: /^Text of / })).toContainText(patient.mrn);
  await expectAccessible(page, 'attach documents');
  await charts.getByLabel('Search documents').fill('Summary of Care');
  await charts.getByRole('treeitem', { name: /Summary of Care/ }).press(' ');
  await expect(attach).toHaveText('Attach 2');
  await attach.click();
  await expect(page.getByRole('list', { name: 'Documents to send' })).toContainText('Summary of Care');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(messageTexts.replySent)).toBeVisible();

  await reader.goto(`/provider/Messages?patientId=${patient.patientId}`);
  await messagesOf(reader).getByRole('button', { name: /Lipid/ }).click();
  const dialog = reader.getByRole('dialog', { name: 'Attached document' });
  await expect(dialog.getByRole('region', { name: /^Text of / })).toContainText(patient.mrn);
  await reader.keyboard.press('Escape');
  await messagesOf(reader).getByRole('button', { name: 'Summary of Care' }).click();
  await expect(dialog.getByText('As it was sent on')).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Summary of Care' })).toContainText(patient.mrn);
  await expectAccessible(reader, 'attached document');
});
