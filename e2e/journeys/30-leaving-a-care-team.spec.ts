import { careTeamTexts, listCareTeam } from '@careloop/contracts/care-teams';
import { messageTexts } from '@careloop/contracts/messages';
import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import { acceptReferral, cancelReferral } from '@careloop/contracts/referrals/processing';
import type { PatientInfo } from '@careloop/contracts/patients';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call, tryCall } from '../support/api.ts';
import { messagesOf, settledBadge, unreadBadge } from '../support/messages.ts';
import { findPatient, findProvider, nameOf, sendReferral } from '../support/organization.ts';
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

/** Expects what remaining members see after someone left. */
async function expectNobodyLeft(page: Page, conversationKey: string, name: string): Promise<void> {
  await expect(page.getByText(messageTexts.nobodyLeft)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden();
  await page.getByRole('button', { name: /^Conversation with/ }).click();
  const members = page.getByRole('list', { name: 'Members' });
  await expect(members.getByRole('listitem').filter({ hasText: name })).toContainText('No access');
  await page.keyboard.press('Escape');
  const late = await tryCall(page.request, sendQuickReply, { conversationKey, message: 'Are you there?' });
  expect(late.body).toMatchObject({ wasSuccessful: false, message: messageTexts.nobodyLeft });
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
  const reader = await openAs('drobrien');
  const leaver = await openAs('drobrien');
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
  await expect(dialog.getByRole('button', { name: 'Leave' })).toBeDisabled();
  await expectAccessible(leaver, 'leaving a care team');
  await reason.fill('Another practice looks after her now.');
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(leaver.getByText(careTeamTexts.removed)).toBeVisible();
  await expect(leaver).toHaveURL(/\/provider\/Patients/);

  await expectClosed(reader, patient);
  await expectNobodyLeft(sender, conversationKey, "O'Brien");
  await leaver.goto(`/provider/Patient/${patient.patientId}`);
  await expect(leaver).toHaveURL(/\/provider\/Patients/);
});

test('canceling a referral removes the receiver from the conversation and clears their unread messages', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drobrien');
  const { patient, referralId } = await sendReferral(sender, {
    patient: 'Mensah',
    to: "O'Brien",
    for: 'Nguyen',
    reason: 'Knee pain after a fall.',
  });
  const { healthcareProviderId } = await findProvider(sender, "O'Brien");
  await call(receiver.request, acceptReferral, { referralId, version: 1, healthcareProviderId });
  const text = 'His X-ray is in the charts.';
  const conversationKey = await write(sender, "O'Brien", patient, text);
  await open(sender, conversationKey, text);
  await open(receiver, conversationKey, text);
  await expect(receiver.getByRole('option').filter({ hasText: nameOf(patient) })).toHaveCount(1);
  // Marked unread again, so that the badge has a count to lose.
  await messagesOf(receiver).click();
  await receiver.keyboard.press('u');
  await expect(receiver.getByText('Marked unread')).toBeVisible();
  const before = await settledBadge(receiver);

  await call(sender.request, cancelReferral, { referralId, version: 2 });
  await expectClosed(receiver, patient);
  await expect.poll(() => unreadBadge(receiver)).toBe(before - 1);
  await expectNobodyLeft(sender, conversationKey, "O'Brien");
});

test('a care team editor removes another member, who is not told the reason', async ({ openAs }) => {
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
  const { members } = await call(editor.request, listCareTeam, { patientId: patient.patientId });
  expect(members.map(({ lastName }) => lastName)).not.toContain("O'Brien");
  await expectClosed(removed, patient);
});
