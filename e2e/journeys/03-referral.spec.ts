import { referralTexts } from '@careloop/contracts/referrals';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient, nameOf, sendReferral } from '../support/organization.ts';
import { listen } from '../support/realtime.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, chooseReferrer, goToStep, openWizard } from '../support/wizard.ts';

const reason = 'New exertional chest pressure with ST changes on today’s ECG. Please see within 24 hours.';

test('a STAT referral goes to its receiver and comes back accepted, live', async ({ openAs }) => {
  // The whole process, with three users and a dozen accessibility checks.
  test.slow();
  const coordinator = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const outsider = await openAs('outsider');
  const heard = listen(outsider);
  await outsider.goto('/provider/Referrals');
  const patient = await findPatient(coordinator, 'Wu');
  const name = nameOf(patient);
  const { openCount } = await call(receiver.request, getWorkQueues, {});

  await receiver.goto('/provider/WorkQueues?sortBy=createdAt&sortDirection=DESC');
  const badge = receiver.getByRole('link', { name: /^Work Queues/ });
  await expect(badge).toContainText(String(openCount));
  await expect(receiver.getByRole('option')).not.toHaveCount(0);
  await expect(receiver.getByRole('option', { name })).toHaveCount(0);

  const wizard = await openWizard(coordinator, patient.patientId);
  await test.step('step 1: recipient and on whose behalf', () => fillStep1(coordinator, wizard));
  await test.step('step 2: reason and urgency', () => fillStep2(coordinator, wizard));
  await test.step('step 3: contact', () => fillStep3(coordinator, wizard));
  const documentName = await test.step('step 4: records', () => fillStep4(coordinator, wizard));
  await test.step('step 5: summary', async () => {
    await goToStep(wizard, 5);
    for (const text of ['Please call referred to office directly!', 'Patel, Anjali, MD', 'Nguyen, Linh', reason]) {
      await expect(wizard.getByText(text)).toBeVisible();
    }
    await expect(wizard.getByRole('listitem').filter({ hasText: documentName })).toBeVisible();
    await expectAccessible(coordinator, 'wizard, step 5');
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(coordinator.getByText('Referral sent')).toBeVisible();
    await expect(wizard).toBeHidden();
  });

  await test.step('the receiver sees it arrive', async () => {
    await expect(badge).toContainText(String(openCount + 1));
    await receiver.getByRole('button', { name: '1 new' }).click();
    await receiver.getByRole('option', { name }).click();
    const article = receiver.getByRole('article', { name: `Referral of ${patient.firstName} ${patient.lastName}` });
    await expect(article.getByText(reason)).toBeVisible();
    await expect(article.getByText('I25.10')).toBeVisible();
    await expectAccessible(receiver, 'work queue');
  });

  // The screen where the sender waits for the answer.
  await coordinator.goto('/provider/Referrals');
  const senderRow = coordinator.getByRole('option', { name });
  await senderRow.click();
  await expect(senderRow).toContainText('Pending');
  const patientPage = await coordinator.context().newPage();
  await patientPage.goto(`/provider/Patient/${patient.patientId}`);
  const openReferrals = section(patientPage, 'Open referrals');
  await expect(openReferrals).toContainText('Pending');

  await test.step('the receiver reads and accepts with an appointment', () => accept(receiver, documentName));

  await test.step('the sender sees it accepted without a reload', async () => {
    await expect(senderRow).toContainText('Scheduled');
    await expect(openReferrals).toContainText('Scheduled');
    await expect(section(patientPage, 'Care team')).toContainText('Patel, Anjali');
    const history = coordinator.getByRole('list', { name: 'History of the referral' }).getByRole('listitem');
    await expect(history.nth(0)).toContainText('Sent');
    await expect(history.nth(0)).toContainText('Renée Caldwell');
    await expect(history.filter({ hasText: 'Anjali Patel' }).first()).toContainText('Pending');
    await expect(section(coordinator, 'Appointment')).toContainText('10:30 AM');
    await expect(section(coordinator, 'Comments')).toContainText('Bring the ECG strips.');
    const mail = section(coordinator, 'Notifications');
    await expect(mail).toContainText('Email to');
    await expect(mail).toContainText('drpatel@example.org');
    await mail.getByRole('button', { name: 'Show content' }).first().click();
    await expect(mail.getByText('/provider/Referrals?referralId=')).toBeVisible();
    await expect(mail.getByText(patient.lastName)).toHaveCount(0);
    await expectAccessible(coordinator, 'referrals');
    await expectAccessible(patientPage, 'patient');
  });
  await expect(badge).toContainText(String(openCount));

  await test.step('a browser of another client received none of its events, but does receive its own', async () => {
    const own = await sendReferral(outsider, {
      patient: 'Tate',
      to: 'Okafor',
      for: 'Whitaker',
      reason: 'Palpitations.',
    });
    const patientIds = () => [...new Set(heard.flatMap(({ payload }) => payload.patientId ?? []))];
    await expect.poll(patientIds).toEqual([own.patient.patientId]);
  });
});

async function fillStep1(page: Page, wizard: Locator): Promise<void> {
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByText(referralTexts.behalfRequired)).toBeVisible();
  await expect(wizard.getByText(referralTexts.chooseOne)).toBeVisible();
  await expect(wizard.getByLabel('Referred by')).toBeFocused();
  await expectAccessible(page, 'wizard, step 1 with messages');
  await chooseReferrer(wizard, 'Nguyen, Linh');
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByRole('tab', { name: 'Provider' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(wizard.getByText(referralTexts.chooseOne)).toBeHidden();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByText(referralTexts.specialtyRequired)).toBeVisible();
  await expect(wizard.getByLabel('Specialty').and(page.locator('input:visible'))).toBeFocused();
  await wizard.getByRole('tab', { name: 'Provider' }).click();
  await expect(wizard.getByText(referralTexts.specialtyRequired)).toBeHidden();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByText(referralTexts.providerRequired)).toBeVisible();
  await expect(wizard.getByRole('searchbox', { name: 'Provider name' })).toBeFocused();
  await chooseProvider(wizard, 'Patel, Anjali');
  await expect(wizard.getByText(referralTexts.providerRequired)).toBeHidden();
  await expectAccessible(page, 'wizard, step 1');
  await goToStep(wizard, 2);
}

async function fillStep2(page: Page, wizard: Locator): Promise<void> {
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByText(referralTexts.reasonRequired)).toBeVisible();
  await expect(wizard.getByText(referralTexts.urgencyRequired)).toBeVisible();
  await wizard.getByLabel('Referral reason').fill('x'.repeat(501));
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByText(referralTexts.reasonTooLong)).toBeVisible();
  await wizard.getByLabel('Referral reason').fill(reason);
  await expect(wizard.getByText(`${reason.length} / 500 characters`)).toBeVisible();

  await wizard.getByRole('radio', { name: 'STAT, 24 hours' }).click();
  const alert = page.getByRole('dialog', { name: 'Referral Urgency Alert' });
  await expect(alert).toContainText('call the provider office directly');
  await expectAccessible(page, 'urgency alert');
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toBeHidden();

  await wizard.getByLabel('Diagnosis').fill('I');
  await expect(page.getByText('Enter at least 2 characters')).toBeVisible();
  await wizard.getByLabel('Diagnosis').fill('I25.1');
  await page.getByRole('option', { name: 'I25.10' }).click();
  await expect(wizard.getByLabel('Diagnosis')).toHaveValue(/^I25\.10 /);
  await expectAccessible(page, 'wizard, step 2');
  await goToStep(wizard, 3);
}

async function fillStep3(page: Page, wizard: Locator): Promise<void> {
  const phone = wizard.getByLabel('Patient/caregiver cell phone');
  await phone.fill('');
  await wizard.getByRole('checkbox', { name: 'The patient/caregiver agrees to receive SMS messages' }).check();
  await expect(wizard.getByText(referralTexts.consentPrompt)).toBeVisible();
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByText(referralTexts.consentPhoneRequired)).toBeVisible();
  await expectAccessible(page, 'wizard, step 3');
  await phone.fill('508 555 0153');
  await phone.blur();
  await expect(phone).toHaveValue('(508) 555-0153');
  await goToStep(wizard, 4);
}

/** Returns the name of the attached document. */
async function fillStep4(page: Page, wizard: Locator): Promise<string> {
  const tree = wizard.getByRole('tree', { name: 'Patient medical records' });
  await expect(wizard.getByText('0 Document(s) Selected / 0 Page(s) Selected')).toBeVisible();
  await wizard.getByText('Chart Type', { exact: true }).click();
  await expect(wizard.getByRole('radio', { name: 'Chart Type' })).toBeChecked();
  await wizard.getByRole('button', { name: 'Expand all' }).click();
  await wizard.getByLabel('Search documents').fill('medication list');
  const document = tree.getByRole('treeitem', { level: 2, name: 'Medication List' }).first();
  await document.click();
  await expect(wizard.getByRole('article', { name: 'Medication List' })).toContainText('mg');
  await document.press(' ');
  await expect(document).toBeChecked();
  await expect(wizard.getByText('1 Document(s) Selected / 1 Page(s) Selected')).toBeVisible();
  await expectAccessible(page, 'wizard, step 4');
  return 'Medication List';
}

async function accept(page: Page, documentName: string): Promise<void> {
  await page.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await expect(dialog.getByText(reason)).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('You must accept or decline the referral')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Accept' })).toBeFocused();
  await expectAccessible(page, 'process referral');

  await dialog.getByRole('tab', { name: 'Documents (1)' }).click();
  await expect(dialog.getByRole('region', { name: `Text of ${documentName}` })).toContainText('mg');
  await expectAccessible(page, 'process referral, documents');

  await dialog.getByRole('radio', { name: 'Accept' }).click();
  await dialog.getByRole('button', { name: 'Accept referral' }).click();
  await expect(dialog.getByText('This is a required field')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Yes' })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Yes' }).check();
  await dialog.getByRole('button', { name: 'Accept referral' }).click();
  await expect(dialog.getByText('Appointment date is required')).toBeVisible();
  await expect(dialog.getByText('Appointment time is required')).toBeVisible();
  await expect(dialog.getByLabel('Appointment date')).toBeFocused();
  await expect(page.getByRole('group', { name: 'Calendar' })).toBeHidden();
  await dialog.getByLabel('Appointment date').fill('7/14/2031');
  await dialog.getByLabel('Appointment date').press('Tab');
  await dialog.getByLabel('Appointment time').fill('10:30');
  await dialog.getByLabel('Appointment time').press('Tab');
  await expect(dialog.getByLabel('Appointment time')).toHaveValue('10:30 AM');
  await dialog.getByLabel('Add a note').fill('Bring the ECG strips.');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expectAccessible(page, 'process referral, accepting');
  await dialog.getByRole('button', { name: 'Accept referral' }).click();
  await expect(page.getByText('Referral accepted')).toBeVisible();
  await expect(dialog).toBeHidden();
}
