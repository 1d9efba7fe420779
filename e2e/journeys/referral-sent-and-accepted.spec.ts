import { createReferral, listReferrals, referralTexts } from '@careloop/contracts/referrals';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { hurryTo } from '../support/clock.ts';
import { loseAnswers } from '../support/lostAnswers.ts';
import { openAnswerDialog } from '../support/menu.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, chooseReferrer, fillWizard, goToStep, openWizard } from '../support/wizard.ts';

test.use({ reducedMotion: 'no-preference' });

const reason = 'New exertional chest pressure with ST changes on today’s ECG. Please see within 24 hours.';

test('a STAT referral goes to its receiver and comes back accepted, live', async ({ openAs }) => {
  // The whole process, with two users and an accessibility check of each of its screens.
  test.slow();
  const coordinator = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const patient = await findPatient(coordinator, 'Wu');
  const name = nameOf(patient);
  const { openCount } = await call(receiver.request, getWorkQueues, {});

  await receiver.goto('/provider/WorkQueues?sortBy=createdAt&sortDirection=DESC');
  const badge = receiver.getByRole('link', { name: /^Work Queues/ });
  await expect(badge).toContainText(String(openCount));
  await expect(receiver.getByRole('option')).not.toHaveCount(0);
  await expect(receiver.getByRole('option', { name })).toHaveCount(0);

  await coordinator.clock.install();
  const wizard = await openWizard(coordinator, patient.patientId);
  await test.step('step 1: recipient and on whose behalf', () => fillStep1(coordinator, wizard));
  await test.step('step 2: reason and urgency', () => fillStep2(coordinator, wizard));
  await test.step('step 3: contact', async () => {
    await wizard.getByRole('checkbox', { name: 'The patient/caregiver agrees to receive SMS messages' }).check();
    await expect(wizard.getByText(referralTexts.consentPrompt)).toBeVisible();
    await expectAccessible(coordinator, 'wizard, step 3');
    await goToStep(wizard, 4);
  });
  await test.step('step 4: records', () => fillStep4(coordinator, wizard));
  await test.step('step 5: summary', async () => {
    await goToStep(wizard, 5);
    for (const text of ['Please call referred to office directly!', 'Patel, Anjali, MD', 'Nguyen, Linh', reason]) {
      await expect(wizard.getByText(text)).toBeVisible();
    }
    await expect(wizard.getByRole('listitem').filter({ hasText: documentName })).toBeVisible();
    await expectAccessible(coordinator, 'wizard, step 5');
  });

  await test.step('after lost responses, pressing Finish again sends no second referral', async () => {
    const network = await loseAnswers(coordinator, createReferral);
    await failToFinish(wizard);
    await network.heal();
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(coordinator.getByText('Referral sent')).toBeVisible();
    await expect(wizard).toBeHidden();
    const { items } = await call(coordinator.request, listReferrals, { patientId: patient.patientId });
    expect(items.filter(({ referralReason }) => referralReason === reason)).toHaveLength(1);
  });

  await test.step('the receiver sees it arrive, with its documents', async () => {
    await expect(badge).toContainText(String(openCount + 1));
    await receiver.getByRole('button', { name: '1 new' }).click();
    await receiver.getByRole('option', { name }).click();
    const article = receiver.getByRole('article', { name: `Referral of ${patient.firstName} ${patient.lastName}` });
    await expect(article.getByText(reason)).toBeVisible();
    await expect(article.getByText('I25.10')).toBeVisible();
    await expectAccessible(receiver, 'work queue');
    await receiver.getByRole('list', { name: 'Attached documents' }).getByRole('button').click();
    // Beside the case, and larger in a dialog.
    await expect(receiver.getByRole('region', { name: `Text of ${documentName}` })).toContainText('mg');
    await expect(article.getByText(reason)).toBeVisible();
    await expectAccessible(receiver, 'a referral with the preview of a document');
    const list = receiver.getByRole('list', { name: 'Attached documents' });
    const row = list.getByRole('button', { name: documentName });
    const preview = receiver.getByRole('region', { name: `Text of ${documentName}` });
    await expect(row).toBeFocused();
    const placeOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const isBeside = async () => (await placeOf(preview)).x >= (await placeOf(list)).x + (await placeOf(list)).width;
    expect(await isBeside()).toBe(true);
    const size = receiver.viewportSize() ?? { width: 1280, height: 720 };
    await receiver.setViewportSize({ ...size, width: 1024 });
    await expect.poll(isBeside).toBe(false);
    expect((await placeOf(preview)).y).toBeGreaterThan((await placeOf(list)).y);
    await receiver.setViewportSize(size);
    await receiver.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    await expect(row).toBeFocused();
    await receiver.keyboard.press('Enter');
    await expect(preview).toBeVisible();
    await receiver.getByRole('button', { name: 'Enlarge' }).click();
    const documents = receiver.getByRole('dialog', { name: 'Documents' });
    await expect(documents.getByRole('region', { name: `Text of ${documentName}` })).toContainText('mg');
    await expectAccessible(receiver, 'documents of a referral');
    await receiver.keyboard.press('Escape');
    await expect(documents).toBeHidden();
  });

  // The screen where the sender waits for the answer.
  await coordinator.goto('/provider/Referrals');
  const senderRow = coordinator.getByRole('option', { name });
  await senderRow.click();
  await expect(senderRow).toContainText('Pending');

  // The receiver is notified once the sender can no longer undo, and only of a referral that still waits for an answer.
  const details = coordinator.getByRole('button', { name: 'How it was sent' });
  await details.click();
  await expect(section(coordinator, 'Notifications')).toContainText('drpatel@example.org');
  await details.click();
  await test.step('the receiver accepts with an appointment', () => accept(receiver));

  await test.step('the sender sees it accepted without a reload', async () => {
    await expect(senderRow).toContainText('Scheduled');
    const history = coordinator.getByRole('list', { name: 'History of the referral' }).getByRole('listitem');
    await expect(history.nth(0)).toContainText('Sent');
    await expect(history.nth(0)).toContainText('Renée Caldwell');
    await expect(history.filter({ hasText: 'Anjali Patel' }).first()).toContainText('Pending');
    const answer = coordinator.getByRole('status').filter({ hasText: 'Appointment' });
    await expect(answer).toContainText('10:30 AM with Patel, Anjali');
    await expect(answer).toContainText('by Anjali Patel');
    await expect(section(coordinator, 'Comments')).toContainText('Bring the ECG strips.');
    await expect(coordinator.getByText('SHA-256')).toHaveCount(0);
    await coordinator.getByRole('button', { name: 'How it was sent' }).click();
    await expect(coordinator.getByText('SHA-256 of what was sent')).toBeVisible();
    const mail = section(coordinator, 'Notifications');
    await expect(mail).toContainText('drpatel@example.org');
    await mail.getByRole('button', { name: 'Show content' }).first().click();
    await expect(mail.getByText('/provider/Referrals?referralId=')).toBeVisible();
    await expect(mail.getByText(patient.lastName)).toHaveCount(0);
    // To the top: links that are scrolled below the header of the pane would count as neighbors of its own.
    await answer.scrollIntoViewIfNeeded();
    await expectAccessible(coordinator, 'referrals');
  });
  await expect(badge).toContainText(String(openCount));
});

test('after lost responses, a changed input creates no second referral, and the user is told', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Maldonado');
  const { items: before } = await call(page.request, listReferrals, { patientId });
  await page.clock.install();
  const wizard = await openWizard(page, patientId);
  await fillWizard(wizard, { behalf: 'Nguyen, Linh', provider: 'Patel, Anjali', reason: 'Swelling of both legs.' });
  const network = await loseAnswers(page, createReferral);
  await failToFinish(wizard);
  await network.heal();
  await wizard.getByRole('button', { name: 'Edit reason' }).click();
  await wizard.getByLabel('Referral reason').fill('Swelling of both legs for a week.');
  await goToStep(wizard, 3);
  await goToStep(wizard, 4);
  await goToStep(wizard, 5);
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(wizard.getByText(/^This request was already sent with other content\./)).toBeVisible();
  const { items } = await call(page.request, listReferrals, { patientId });
  expect(items).toHaveLength(before.length + 1);
});

/** Presses Finish, in haste, and waits until all automatic retries have failed. */
async function failToFinish(wizard: Locator): Promise<void> {
  await wizard.getByRole('button', { name: 'Finish' }).dblclick();
  await hurryTo(wizard.getByText('The connection was interrupted.'));
  await expect(wizard.getByRole('button', { name: 'Finish' })).toBeEnabled();
}

async function fillStep1(page: Page, wizard: Locator): Promise<void> {
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByText(referralTexts.behalfRequired)).toBeVisible();
  await expect(wizard.getByText(referralTexts.chooseOne)).toBeVisible();
  await expect(wizard.getByLabel('Referred by')).toBeFocused();
  await expectAccessible(page, 'wizard, step 1 with messages');
  await chooseReferrer(wizard, 'Nguyen, Linh');
  await chooseProvider(wizard, 'Patel, Anjali');
  await expect(wizard.getByText(referralTexts.chooseOne)).toBeHidden();
  await goToStep(wizard, 2);
}

async function fillStep2(page: Page, wizard: Locator): Promise<void> {
  await wizard.getByLabel('Referral reason').fill(reason);
  await expect(wizard.getByText(`${reason.length} / 500 characters`)).toBeVisible();
  await wizard.getByRole('radio', { name: 'STAT, 24 hours' }).click();
  const alert = page.getByRole('dialog', { name: 'Referral Urgency Alert' });
  await expect(alert).toContainText('call the provider office directly');
  await expectAccessible(page, 'urgency alert');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toBeHidden();

  await wizard.getByLabel('Diagnosis').fill('I25.1');
  await page.getByRole('option', { name: 'I25.10' }).click();
  await expect(wizard.getByLabel('Diagnosis')).toHaveValue(/^I25\.10 /);
  await expectAccessible(page, 'wizard, step 2');
  await goToStep(wizard, 3);
}

const documentName = 'Medication List';

async function fillStep4(page: Page, wizard: Locator): Promise<void> {
  const tree = wizard.getByRole('tree', { name: 'Patient medical records' });
  // What belongs to the diagnosis is selected already.
  await wizard.getByRole('button', { name: 'Clear suggested' }).click();
  await expect(wizard.getByText('0 Document(s) Selected / 0 Page(s) Selected')).toBeVisible();
  await wizard.getByLabel('Search documents').fill('medication list');
  const document = tree.getByRole('treeitem', { level: 2, name: documentName }).first();
  await document.click();
  await expect(wizard.getByRole('article', { name: documentName })).toContainText('mg');
  await document.press(' ');
  await expect(document).toBeChecked();
  await expect(wizard.getByText('1 Document(s) Selected / 1 Page(s) Selected')).toBeVisible();
  await expectAccessible(page, 'wizard, step 4');
}

async function accept(page: Page): Promise<void> {
  await openAnswerDialog(page);
  const dialog = page.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await expect(dialog.getByText(reason)).toBeVisible();
  await dialog.getByRole('radio', { name: 'Accept' }).click();
  await dialog.getByRole('radio', { name: 'Yes' }).check();
  await dialog.getByLabel('Appointment date').fill('7/14/2020');
  await dialog.getByLabel('Appointment time').focus();
  await expect(dialog.getByText('Appointment must be in the future')).toBeVisible();
  await dialog.getByLabel('Appointment date').fill('');
  await dialog.getByRole('button', { name: 'Accept referral' }).click();
  await expect(dialog.getByText('Appointment date is required')).toBeVisible();
  await expect(dialog.getByText('Appointment time is required')).toBeVisible();
  await expect(dialog.getByLabel('Appointment date')).toBeFocused();
  await expect(page.getByRole('group', { name: 'Calendar' })).toBeHidden();
  await expectAccessible(page, 'process referral, accepting with messages');
  await dialog.getByLabel('Appointment date').fill('7/14/2031');
  await dialog.getByLabel('Appointment time').fill('10:30');
  await dialog.getByLabel('Appointment time').press('Tab');
  await expect(dialog.getByLabel('Appointment time')).toHaveValue('10:30 AM');
  await dialog.getByLabel('Add a note').fill('Bring the ECG strips.');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await dialog.getByRole('button', { name: 'Accept referral' }).click();
  await expect(page.getByText('Referral accepted')).toBeVisible();
  await expect(dialog).toBeHidden();
}
