import { consultationTexts } from '@careloop/contracts/consultations';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';
import { goToStep } from '../support/wizard.ts';

test('a consultation is requested, acknowledged and answered, and the answer appears live', async ({ openAs }) => {
  const requester = await openAs('drpatel');
  const receiver = await openAs('drnguyen');
  const patient = await findPatient(requester, 'Dubois');
  const name = nameOf(patient);
  await requester.goto(`/provider/Patient/${patient.patientId}`);
  await requester.getByRole('button', { name: 'New consultation' }).click();
  const wizard = requester.getByRole('dialog', { name: 'Request Medication Consultation' });
  const next = wizard.getByRole('button', { name: 'Next Step →' });

  await test.step('a recipient of the care team is selected', async () => {
    await expect(wizard.getByRole('heading', { name: 'Step 1 of 4: Choose a Recipient' })).toBeFocused();
    await next.click();
    await expect(wizard.getByText(consultationTexts.providerRequired)).toBeVisible();
    await expectAccessible(requester, 'consultation, recipient');
    await wizard.getByRole('radio', { name: /Nguyen, Linh/ }).click();
    await next.click();
  });
  await test.step('asked a question, with a document', async () => {
    await wizard
      .getByRole('textbox', { name: 'What would you like to know about the patient’s medication?' })
      .fill('May he take both tablets in the evening?');
    await expectAccessible(requester, 'consultation, comments');
    await next.click();
    await wizard.getByRole('treeitem', { name: 'Demographics' }).press('Space');
    await next.click();
    await expect(wizard.getByText('May he take both tablets in the evening?')).toBeVisible();
    await expectAccessible(requester, 'consultation, summary');
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(requester.getByText(consultationTexts.sent)).toBeVisible();
  });

  await requester.goto('/provider/Consultations');
  const row = requester.getByRole('option', { name }).first();
  await expect(row).toContainText('Pending');
  await row.click();
  await receiver.goto('/provider/WorkQueues');
  await receiver.getByRole('link', { name: /^Care coordinator requests/ }).click();
  await receiver.getByRole('option', { name }).click();
  const dialog = receiver.getByRole('dialog', { name: consultationTexts.processTitle });
  const notes = dialog.getByRole('textbox', { name: 'Response notes' });

  await test.step('acknowledging keeps it in the queue, and the requester sees it', async () => {
    // The key is that of the button.
    await expect(receiver.getByRole('button', { name: 'Answer', exact: true })).toBeVisible();
    await receiver.keyboard.press('a');
    const line = receiver.getByRole('form', { name: 'Answer this request' });
    await expect(line.getByRole('radio', { name: 'Acknowledge' })).toBeFocused();
    await receiver.keyboard.press('Escape');
    await expect(line).toBeHidden();
    await expect(receiver.getByRole('button', { name: 'Answer', exact: true })).toBeFocused();
    await receiver.keyboard.press('a');
    await line.getByRole('radio', { name: 'Acknowledge' }).click();
    await line.getByRole('textbox', { name: 'Response notes' }).fill('I will look on Friday.');
    await expectAccessible(receiver, 'answering a consultation in place');
    await line.getByRole('button', { name: 'Submit' }).click();
    await expect(line).toBeHidden();
    await expect(receiver.getByRole('article').getByText('Acknowledged', { exact: true }).first()).toBeVisible();
    await expect(row).toContainText('Acknowledged');
    await expect(receiver.getByRole('option', { name })).toContainText('Acknowledged');
  });
  await test.step('an answer with changes requires its own notes', async () => {
    await receiver.getByRole('button', { name: 'Answer', exact: true }).click();
    await receiver.getByRole('button', { name: 'Answer beside the documents' }).click();
    await expect(notes).toHaveValue('I will look on Friday.');
    await dialog.getByRole('radio', { name: 'Accept with Changes' }).click();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByText(consultationTexts.notesRequired)).toBeVisible();
    await expectAccessible(receiver, 'process consultation');
    await notes.fill('Only one of them in the evening.');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('Accepted with changes');
    await expect(requester.getByText('Only one of them in the evening.').first()).toBeVisible();
    await expect(section(requester, 'History')).toContainText('Linh Nguyen');
    await expectAccessible(requester, 'consultations');
  });
});

test('a consultation becomes a referral, and each links to the other', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider/Consultations');
  await page.getByRole('option', { name: /ST\. PIERRE/ }).click();
  await page.getByRole('button', { name: 'Make a referral' }).click();
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  await expect(wizard.getByText(/^Follows the consultation with Nguyen, Linh/)).toBeVisible();
  await goToStep(wizard, 2);
  await expect(wizard.getByLabel('Referral reason')).toHaveValue(/^Potassium was 5\.4/);
  await wizard.getByRole('radio', { name: /Routine/ }).click();
  for (const step of [3, 4, 5] as const) await goToStep(wizard, step);
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Referral sent')).toBeVisible();
  await expect(page.getByText('Became a referral').first()).toBeVisible();
  await page.getByRole('link', { name: /^Nguyen, Linh, sent/ }).click();
  await expect(page.getByText('Follows a consultation')).toBeVisible();
});
