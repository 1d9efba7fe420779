import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, chooseReferrer, goToStep, openWizard } from '../support/wizard.ts';

const protocol = 'Joints and bones';
const question = 'How far can the patient walk?';
const answer = 'Half a block with a cane';
const why = 'Booked for Thursday, the report follows.';

test('an administrator says what a specialty needs; the sender is told what is missing; the receiver reads the answers', async ({
  openAs,
}) => {
  test.slow();
  const admin = await openAs('admin');
  await test.step('the administrator adds a protocol', () => addProtocol(admin));
  const coordinator = await openAs('coordinator');
  const receiver = await openAs('drobrien');
  const patient = await findPatient(coordinator, 'Wu');
  const wizard = await openWizard(coordinator, patient.patientId);
  await chooseReferrer(wizard, 'Nguyen');
  await chooseProvider(wizard, "O'Brien");
  const note = wizard.getByRole('status').filter({ hasText: `Still missing for “${protocol}”` });
  await expect(note).toContainText('1 question is open · X-ray of the joint of the last 12 months: none on file');
  await goToStep(wizard, 2);

  await test.step('the sender answers, and says why something is missing', async () => {
    await wizard.getByRole('textbox', { name: 'Referral reason' }).fill('Knee pain after a fall.');
    await expect(wizard.getByRole('radio', { name: /Urgent/ })).toBeChecked();
    await wizard.getByRole('button', { name: 'Next' }).click();
    await expect(wizard.getByText('An answer is required')).toBeVisible();
    const asked = wizard.getByRole('region', { name: `Asked by ${protocol}` });
    await expect(asked).toContainText('Films first, please.');
    await expectAccessible(coordinator, 'wizard, step 2 with a protocol');
    await asked.getByRole('textbox', { name: question }).fill(answer);
    await goToStep(wizard, 3);
    await goToStep(wizard, 4);
    await wizard.getByRole('button', { name: 'Next' }).click();
    const missing = wizard.getByRole('textbox', { name: 'Why X-ray of the joint is missing' });
    await expect(wizard.getByText('Attach X-ray of the joint of the last 12 months, or say why')).toBeVisible();
    await expectAccessible(coordinator, 'wizard, step 4 with a protocol');
    await missing.fill(why);
    await goToStep(wizard, 5);
    await expect(section(coordinator, protocol)).toContainText(answer);
    await expect(section(coordinator, protocol)).toContainText(why);
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(coordinator.getByText('Referral sent')).toBeVisible();
  });

  await receiver.goto('/provider/WorkQueues?sortBy=createdAt&sortDirection=DESC');
  await receiver
    .getByRole('option', { name: nameOf(patient) })
    .first()
    .click();
  const answered = section(receiver, protocol);
  await expect(answered).toContainText(answer);
  await expect(answered).toContainText(`X-ray of the joint of the last 12 months${why}`);
  await expectAccessible(receiver, 'a referral with a protocol');
});

/** A protocol with a question and a document, on the screen. */
async function addProtocol(admin: Page): Promise<void> {
  await admin.goto('/provider/Lookups?tab=referralProtocols');
  await expect(admin.getByRole('link', { name: 'Diabetes and endocrine' })).toBeVisible();
  await admin.getByRole('button', { name: 'Add referral protocol' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Add referral protocol' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(protocol);
  await pick(admin, dialog, 'Specialty', 'Orthopaedic Surgery');
  await dialog.getByRole('textbox', { name: 'Text for the sender' }).fill('Films first, please.');
  await dialog.getByRole('button', { name: 'Add question' }).click();
  const added = admin.getByRole('dialog', { name: 'Add question' });
  await added.getByRole('textbox', { name: 'Question' }).fill(question);
  await added.getByRole('checkbox', { name: 'An answer is required' }).check();
  await added.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add document' }).click();
  const document = admin.getByRole('dialog', { name: 'Add document' });
  await document.getByRole('textbox', { name: 'Document' }).fill('X-ray of the joint');
  await pick(admin, document, 'Types', 'Radiology Report');
  await document.getByRole('textbox', { name: 'At most this many months old' }).fill('12');
  await document.getByRole('textbox', { name: 'Its name contains' }).fill('joint');
  await expectAccessible(admin, 'a document of a protocol');
  await document.getByRole('button', { name: 'Add', exact: true }).click();
  await pick(admin, dialog, 'Suggested urgency', 'Urgent, 7 days');
  await expectAccessible(admin, 'a new referral protocol');
  await dialog.getByRole('button', { name: 'Add referral protocol' }).click();
  await expect(admin.getByRole('row', { name: /Joints and bones.*Orthopaedic Surgery.*Offered/ })).toBeVisible();
}

async function pick(page: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}
