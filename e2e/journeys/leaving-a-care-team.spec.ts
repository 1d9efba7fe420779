import { careTeamTexts } from '@careloop/contracts/care-teams';
import { messageTexts } from '@careloop/contracts/messages';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { sendMessage } from '@careloop/contracts/messages/sending';
import type { PatientInfo } from '@careloop/contracts/patients';
import { errorTexts } from '@careloop/contracts/result';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { messagesOf } from '../support/messages.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

async function write(from: Page, to: string, patient: PatientInfo, message: string): Promise<string> {
  const { items } = await call(from.request, findUsers, { ...toMessages, searchTerm: to });
  const recipientUserIds = [items[0]?.userId ?? 0];
  const sent = await call(from.request, sendMessage, { message, recipientUserIds, patientId: patient.patientId });
  return sent.conversationKey;
}

async function open(page: Page, conversationKey: string, text: string): Promise<void> {
  await page.goto(`/provider/Messages?conversationKey=${conversationKey}`);
  await expect(messagesOf(page).getByText(text)).toBeVisible();
}

async function expectClosed(page: Page, patient: PatientInfo): Promise<void> {
  await expect(page.getByText(messageTexts.noConversation)).toBeVisible();
  await expect(messagesOf(page)).toBeHidden();
  await expect(page.getByRole('option').filter({ hasText: nameOf(patient) })).toHaveCount(0);
}

test('when a user leaves a care team, open views of the patient and the conversation close at once', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const leaver = await openAs('drobrien');
  const reader = await leaver.context().newPage();
  const patient = await findPatient(sender, 'Tran');
  const text = 'Her thyroid medicine was changed at the hospital.';
  const conversationKey = await write(sender, "O'Brien", patient, text);
  await open(sender, conversationKey, text);
  await leaver.goto(`/provider/Patient/${patient.patientId}?section=careTeam`);
  await open(reader, conversationKey, text);

  await leaver.getByRole('button', { name: 'Leave care team' }).click();
  const dialog = leaver.getByRole('dialog', { name: 'Leave Care Team' });
  const reason = dialog.getByLabel('Reason');
  await expect(reason).toBeFocused();
  await leaver.keyboard.press('Tab');
  await expect(dialog.getByText(careTeamTexts.reasonRequired)).toBeVisible();
  await expectAccessible(leaver, 'leaving a care team');
  await reason.fill('Another practice looks after her now.');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(leaver.getByText(careTeamTexts.removed)).toBeVisible();
  await expect(leaver).toHaveURL(/\/provider\/Patients/);
  await expectClosed(reader, patient);
  await expect(sender.getByText(messageTexts.nobodyLeft)).toBeVisible();
  await expect(sender.getByRole('textbox', { name: 'Message' })).toBeHidden();
});

test('a care team editor removes another member, whose conversation closes', async ({ openAs }) => {
  const editor = await openAs('coordinator');
  const patient = await findPatient(editor, 'Dubois');
  const conversationKey = await write(editor, "O'Brien", patient, 'Could you look at his back?');
  const removed = await openAs('drobrien');
  await open(removed, conversationKey, 'Could you look at his back?');
  await editor.goto(`/provider/Patient/${patient.patientId}?section=careTeam`);
  await editor.getByRole('button', { name: /^Remove .*O'Brien$/ }).click();
  const dialog = editor.getByRole('dialog', { name: 'Remove Care Team Member' });
  await expectAccessible(editor, 'removing from a care team');
  await dialog.getByLabel('Reason').fill('Sent to the wrong colleague.');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(editor.getByText(careTeamTexts.removed)).toBeVisible();
  await expect(editor.getByRole('row', { name: /O'Brien/ })).toHaveCount(0);
  await expectClosed(removed, patient);
  await removed.goto(`/provider/Patient/${patient.patientId}`);
  await expect(removed.getByText(errorTexts.removedFromCareTeam)).toBeVisible();
});
