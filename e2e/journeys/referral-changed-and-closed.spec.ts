import { readFile } from 'node:fs/promises';

import { referralTexts } from '@careloop/contracts/referrals';
import { acceptReferral, cancelReferral, processTexts } from '@careloop/contracts/referrals/processing';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { openAnswerDialog } from '../support/menu.ts';
import { nameOf, ordinaryReferral, sendReferral } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, goToStep } from '../support/wizard.ts';

test('a sent referral is edited, its urgency changed, and canceled from the wizard, visible to its receiver', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, ordinaryReferral);
  const name = nameOf(patient);
  await receiver.goto('/provider/WorkQueues');
  await receiver.getByRole('option', { name }).click();
  const received = receiver.getByRole('article', { name: `Referral of ${patient.firstName} ${patient.lastName}` });
  await expect(received).toContainText('Routine');
  await expect(received.getByRole('button', { name: 'Edit referral' })).toHaveCount(0);
  await sender.goto(`/provider/Referrals?referralId=${referralId}`);
  const history = sender.getByRole('list', { name: 'History of the referral' });
  const wizard = sender.getByRole('dialog', { name: 'Edit Patient Referral' });
  const edit = async () => {
    await sender.getByRole('button', { name: 'Edit referral' }).click();
    await expect(wizard.getByRole('heading', { name: 'Step 1 of 5' })).toBeFocused();
  };

  await test.step('in the five steps of the wizard', async () => {
    await edit();
    await expect(wizard.getByLabel('Referred by')).toHaveValue('Nguyen, Linh');
    await expect(wizard.getByText('Patel, Anjali').first()).toBeVisible();
    await expectAccessible(sender, 'edit, step 1');
    await goToStep(wizard, 2);
    await wizard.getByLabel('Referral reason').fill('Palpitations and syncope.');
    await wizard.getByRole('radio', { name: 'STAT, 24 hours' }).click();
    const alert = sender.getByRole('dialog', { name: 'Referral Urgency Alert' });
    await sender.keyboard.press('Enter');
    await expect(alert).toBeHidden();
    for (const step of [3, 4, 5] as const) await goToStep(wizard, step);
    await expect(wizard.getByText('Please call referred to office directly!')).toBeVisible();
    await expect(wizard.getByRole('link', { name: /^\(508\)/ })).toBeVisible();
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(sender.getByText('Referral updated')).toBeVisible();
    await expect(wizard).toBeHidden();
  });
  await test.step('the history shows the changes, and the receiver sees them at once', async () => {
    const last = history.getByRole('listitem').filter({ hasText: 'Changed' }).first();
    await expect(last).toContainText(`${ordinaryReferral.reason} → Palpitations and syncope.`);
    await expect(last).toContainText('Urgency: Routine → STAT');
    await expect(last).toContainText('counted from this change');
    await expect(received).toContainText('Changed by Renée Caldwell');
    await expect(received).toContainText('STAT');
    await expect(received).toContainText('Due in 23 hours');
  });

  await test.step('only its urgency is changed', async () => {
    await sender.getByRole('button', { name: 'Change urgency' }).click();
    const dialog = sender.getByRole('dialog', { name: 'Change Urgency' });
    await expect(dialog.getByRole('button', { name: 'Change urgency' })).toBeDisabled();
    await dialog.getByRole('radio', { name: 'Routine, 30 days' }).check();
    await expectAccessible(sender, 'change urgency');
    await dialog.getByRole('button', { name: 'Change urgency' }).click();
    await expect(sender.getByText('Urgency changed')).toBeVisible();
    await expect(received).toContainText('Urgency: STAT → Routine');
  });

  await test.step('it is canceled from the wizard after a confirmation', async () => {
    await edit();
    await wizard.getByRole('button', { name: 'Cancel Referral' }).click();
    const cancel = sender.getByRole('dialog', { name: referralTexts.cancelTitle });
    await cancel.getByRole('button', { name: referralTexts.cancelYes }).click();
    await expect(sender.getByText('Referral canceled')).toBeVisible();
    await expect(wizard).toBeHidden();
    await expect(history).toContainText('Canceled');
  });
});

test('office staff accepts for a provider, and the full PDF opens', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Russo',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Syncope on standing up, please evaluate.',
    withDocument: true,
  });
  const name = nameOf(patient);

  await test.step('it is accepted on the provider’s behalf, with a visit after the due time', async () => {
    await office.goto('/provider/WorkQueues');
    await office.getByRole('option', { name }).click();
    await openAnswerDialog(office);
    const dialog = office.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
    await dialog.getByRole('radio', { name: 'Accept' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Provider' })).toHaveValue('Patel, Anjali');
    await dialog.getByRole('radio', { name: 'Yes', exact: true }).check();
    await dialog.getByLabel('Appointment date').fill('7/14/2031');
    await dialog.getByLabel('Appointment time').fill('9');
    await expect(dialog.getByText('The visit is on Monday, 7/14/31 9:00 AM.')).toBeVisible();
    await expect(dialog.getByText('This is after the due time of the referral')).toBeVisible();
    await dialog.getByRole('button', { name: 'Accept referral' }).click();
    await expect(office.getByText('Referral accepted')).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  await test.step('the referring side sees it and downloads the full PDF', async () => {
    await sender.goto(`/provider/Referrals?referralId=${referralId}`);
    await expect(sender.getByRole('option', { name, selected: true })).toContainText(
      'Appointment 7/14/31 9:00 AM, after due time',
    );
    await expect(sender.getByText(/^This is after the due time/)).toBeVisible();
    await expect(section(sender, 'History')).toContainText('Carla Medeiros for Anjali Patel');
    const downloading = sender.waitForEvent('download');
    const button = sender.getByRole('button', { name: 'Download full PDF' });
    await button.click();
    // It comes wherever the user is by then.
    await sender.getByRole('link', { name: 'Home', exact: true }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`referral-${referralId}.pdf`);
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await sender.goBack();
    await expect(button).toBeEnabled();
    await expectAccessible(sender, 'a referral with its documents');
  });
  await test.step('the summary is printed without screen controls, with the patient on each page', async () => {
    await sender.evaluate('window.print = () => undefined');
    await sender.getByRole('button', { name: 'Print summary' }).click();
    const sheets =
      '[...document.adoptedStyleSheets].flatMap((one) => [...one.cssRules].map((rule) => rule.cssText)).join()';
    // Printed once the logo and the patient's address are loaded.
    await expect.poll(() => sender.evaluate<string>(sheets)).toContain(name);
    expect(await sender.evaluate<string>(sheets)).toContain(`MRN ${patient.mrn}`);
    await sender.emulateMedia({ media: 'print' });
    await expect(sender.getByText('Syncope on standing up, please evaluate.').first()).toBeVisible();
    for (const line of [/^Phone .* · Fax/, /^Insurance: /]) await expect(sender.getByText(line).first()).toBeVisible();
    for (const button of ['Print summary', 'Download full PDF', 'Add comment', 'Show content', 'Cancel referral'])
      await expect(sender.getByRole('button', { name: button })).toHaveCount(0);
    await expect(sender.getByLabel('Add a comment')).toBeHidden();
    for (const hidden of ['How it was sent', /not stated$/]) await expect(sender.getByText(hidden)).toBeHidden();
    await sender.emulateMedia({ media: 'screen' });
  });
});

test('a referral is answered, closed with a consult note, reopened, canceled and sent again', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, ordinaryReferral);
  const name = nameOf(patient);
  await call(receiver.request, acceptReferral, { referralId });
  for (const page of [sender, receiver]) {
    await page.goto(`/provider/Referrals?referralId=${referralId}`);
    await expect(page.getByRole('option', { name, selected: true })).toContainText('Accepted');
  }

  await test.step('the referring side requests a reply, and the receiver replies', async () => {
    await sender.getByLabel('Add a comment').fill('When will she be seen?');
    await sender.getByRole('checkbox', { name: 'Ask the receiving side for a reply' }).check();
    await sender.getByRole('button', { name: 'Add comment' }).click();
    await expect(receiver.getByRole('option', { name, selected: true })).toContainText('Your reply is awaited');
    await expect(receiver.getByText('Your reply is awaited').last()).toBeVisible();
    await expect(sender.getByText('Receiver owes a reply').first()).toBeVisible();
    await receiver.getByLabel('Reply', { exact: true }).fill('She was seen this morning.');
    await receiver.getByRole('button', { name: 'Send reply' }).click();
    await expect(section(sender, 'Comments')).toContainText('She was seen this morning.');
    await expect(sender.getByText('Receiver owes a reply')).toHaveCount(0);
  });
  await test.step('the receiver writes to the sender, and referral and message link to each other', async () => {
    await receiver.getByRole('button', { name: 'Message Renée Caldwell' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'New Message' });
    await expect(dialog.getByText(/^The message links to the referral to Patel, Anjali/)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Could you send the last ECG?');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog).toBeHidden();
    const messages = receiver.getByRole('list', { name: 'Messages about this request' });
    await messages.getByRole('link', { name: 'Could you send the last ECG?' }).click();
    await receiver.getByRole('link', { name: 'About a referral' }).click();
    await expect(messages).toBeVisible();
  });
  await test.step('the receiver closes it with a note from the chart', async () => {
    await receiver.getByRole('button', { name: 'Close referral' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Close Referral' });
    await dialog.getByRole('button', { name: 'Close referral' }).click();
    await expect(dialog.getByText(processTexts.closingRequired)).toBeVisible();
    const notes = dialog.getByRole('combobox', { name: 'Consult notes' });
    await notes.press('ArrowDown');
    await expect(receiver.getByRole('listbox', { name: 'Consult notes' })).toBeVisible();
    await notes.press('ArrowDown');
    await notes.press('Enter');
    await notes.press('Tab');
    await expectAccessible(receiver, 'close a referral');
    await dialog.getByLabel('Comment').fill('No arrhythmia found.');
    await dialog.getByRole('button', { name: 'Close referral' }).click();
    await expect(dialog).toBeHidden();
    const row = sender.getByRole('option', { name, selected: true });
    await expect(row).toContainText('Completed');
    await expect(row).toContainText(/Closed .* by Patel, Anjali: No arrhythmia found\./);
    await expect(sender.getByRole('status').filter({ hasText: 'A consult note came back' })).toContainText(
      'No arrhythmia found.',
    );
    await expect(section(sender, 'History')).toContainText('Consult note attached');
    await expect(section(sender, 'Consult notes')).toBeVisible();
  });
  await test.step('the referring side reopens it and says what is missing', async () => {
    await sender.getByRole('button', { name: 'Reopen' }).click();
    const dialog = sender.getByRole('dialog', { name: 'Reopen Referral' });
    await dialog.getByRole('button', { name: 'Reopen referral' }).click();
    await expect(dialog.getByText(processTexts.reopenReasonRequired)).toBeVisible();
    await dialog.getByLabel('What is still missing?').fill('The ECG is missing.');
    await expectAccessible(sender, 'reopen a referral');
    await dialog.getByRole('button', { name: 'Reopen referral' }).click();
    await expect(dialog).toBeHidden();
    await expect(section(receiver, 'History')).toContainText('The ECG is missing.');
    await expect(receiver.getByRole('option', { name, selected: true })).toContainText('Accepted');
  });
  await test.step('a canceled referral is referred again, linked', async () => {
    await call(sender.request, cancelReferral, { referralId });
    await sender.getByRole('button', { name: 'Refer again' }).click();
    await expect(sender.getByText('Follows the referral to Patel, Anjali')).toBeVisible();
    const wizard = sender.getByRole('dialog', { name: 'Request Patient Referral' });
    await chooseProvider(wizard, 'Patel, Anjali');
    for (const step of [2, 3, 4, 5] as const) await goToStep(wizard, step);
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(sender.getByRole('link', { name: /^Patel, Anjali, sent/ })).toBeVisible();
  });
});
