import { selectionTexts } from '@careloop/contracts/charts/selection';
import { chartAssociationType } from '@careloop/contracts/codes';
import { completeConsultation, consultationTexts, createConsultation } from '@careloop/contracts/consultations';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

test('a consultation is requested, acknowledged and answered, and the answer appears live', async ({ openAs }) => {
  const requester = await openAs('drpatel');
  const receiver = await openAs('drnguyen');
  const patient = await findPatient(requester, 'Dubois');
  const name = nameOf(patient);
  await requester.goto(`/provider/Patient/${patient.patientId}`);
  await requester.getByRole('button', { name: 'New consultation' }).click();
  const wizard = requester.getByRole('dialog', { name: 'Request Medication Consultation' });
  const next = wizard.getByRole('button', { name: 'Next Step →' });

  await test.step('a recipient is required; selecting a care team member hides the search', async () => {
    await expect(wizard.getByRole('heading', { name: 'Step 1 of 4: Choose a Recipient' })).toBeFocused();
    await expect(wizard.getByText('OR', { exact: true })).toBeVisible();
    await next.click();
    await expect(wizard.getByText(consultationTexts.providerRequired)).toBeVisible();
    await expectAccessible(requester, 'consultation, recipient');
    await wizard.getByRole('radio', { name: /Nguyen, Linh/ }).click();
    await expect(wizard.getByText('Find a Provider')).toBeHidden();
    await next.click();
  });
  await test.step('comments have at most 500 characters', async () => {
    const comments = wizard.getByRole('textbox', {
      name: 'What would you like to know about the patient’s medication?',
    });
    await comments.fill('x'.repeat(501));
    await next.click();
    await expect(wizard.getByText(consultationTexts.commentsTooLong)).toBeVisible();
    await comments.fill('May he take both tablets in the evening?');
    await expectAccessible(requester, 'consultation, comments');
    await next.click();
  });
  await test.step('documents are attached, and leaving asks for confirmation', async () => {
    await wizard.getByRole('treeitem', { name: 'Demographics' }).press('Space');
    await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
    const question = requester.getByRole('dialog', { name: consultationTexts.exitTitle });
    await expect(question.getByText(consultationTexts.exitNote)).toBeVisible();
    await expect(question.getByRole('button', { name: consultationTexts.exitYes })).toBeVisible();
    await question.getByRole('button', { name: consultationTexts.exitNo }).click();
    await next.click();
    await expect(wizard.getByText('May he take both tablets in the evening?')).toBeVisible();
    await expectAccessible(requester, 'consultation, summary');
  });
  await test.step('if a document no longer exists when it is sent, the wizard returns to the documents with a message', async () => {
    const create = `**/api${createConsultation.path}`;
    // Simulates a removed document: the call names a document that the patient does not have.
    await requester.route(create, (route) => {
      const gone = [{ associationType: chartAssociationType.table.document, patientDocumentId: 2_000_000_000 }];
      return route.continue({ postData: { ...(route.request().postDataJSON() as object), patientCharts: gone } });
    });
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(wizard.getByRole('heading', { name: 'Step 3 of 4: Select Document(s)' })).toBeVisible();
    await expect(wizard.getByRole('alert').filter({ hasText: selectionTexts.gone })).toBeVisible();
    await expectAccessible(requester, 'consultation, refused documents');
    await requester.unroute(create);
    await next.click();
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(requester.getByText(consultationTexts.sent)).toBeVisible();
  });
  await test.step('a second request to the same person shows the first', async () => {
    await requester.getByRole('button', { name: 'New consultation' }).click();
    await expect(wizard.getByText('already has an open consultation')).toBeHidden();
    await wizard.getByRole('radio', { name: /Nguyen, Linh/ }).click();
    await expect(wizard.getByText('This patient already has an open consultation there')).toBeVisible();
    const opened = requester.context().waitForEvent('page');
    await wizard.getByRole('link', { name: 'Open in a new tab' }).click();
    const tab = await opened;
    await expect(tab.getByText('May he take both tablets in the evening?').first()).toBeVisible();
    await tab.close();
  });

  await requester.goto('/provider/Consultations');
  const row = requester.getByRole('option', { name }).first();
  await expect(row).toContainText('Pending');
  await receiver.goto('/provider/WorkQueues');
  await receiver.getByRole('link', { name: /^Care coordinator requests/ }).click();
  await receiver.getByRole('option', { name }).click();
  const dialog = receiver.getByRole('dialog', { name: consultationTexts.processTitle });
  const notes = dialog.getByRole('textbox', { name: 'Response notes' });

  await test.step('acknowledging keeps it in the queue, and the requester sees it', async () => {
    await receiver.getByRole('button', { name: 'Answer' }).click();
    await expect(dialog.getByRole('radio', { name: 'Acknowledge' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByText(consultationTexts.actionRequired)).toBeVisible();
    await dialog.getByRole('radio', { name: 'Acknowledge' }).click();
    await notes.fill('I will look on Friday.');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('Acknowledged');
    await expect(receiver.getByRole('option', { name })).toContainText('Acknowledged');
  });
  await test.step('Acknowledge is selected by default, and its notes can be changed', async () => {
    await receiver.goto('/provider/Consultations?direction=1&status=acknowledged');
    await receiver.getByRole('option', { name }).click();
    await receiver.getByRole('button', { name: 'Answer' }).click();
    await expect(dialog.getByRole('radio', { name: 'Acknowledge' })).toBeChecked();
    await expect(notes).toHaveValue('I will look on Friday.');
    await notes.fill('I will look on Monday.');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog).toBeHidden();
    await expect(section(requester, 'History')).toContainText('I will look on Monday.');
  });
  await test.step('the same acknowledgement sends nothing', async () => {
    let sent = 0;
    receiver.on('request', (request) => (sent += request.url().endsWith(completeConsultation.path) ? 1 : 0));
    await receiver.getByRole('button', { name: 'Answer' }).click();
    await expect(notes).toHaveValue('I will look on Monday.');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog).toBeHidden();
    expect(sent).toBe(0);
  });
  await test.step('another answer does not take over those notes, and requires its own', async () => {
    await receiver.getByRole('button', { name: 'Answer' }).click();
    await expect(notes).toHaveValue('I will look on Monday.');
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
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByLabel('Referral reason')).toHaveValue(/^Potassium was 5\.4/);
  await wizard.getByRole('radio', { name: /Routine/ }).click();
  for (let step = 3; step <= 5; step += 1) {
    await wizard.getByRole('button', { name: 'Next' }).click();
    await expect(wizard.getByRole('heading', { name: `Step ${step} of 5` })).toBeVisible();
  }
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Referral sent')).toBeVisible();
  await expect(page.getByText('Became a referral').first()).toBeVisible();
  await page.getByRole('link', { name: /^Nguyen, Linh, sent/ }).click();
  await expect(page.getByText('Follows a consultation')).toBeVisible();
  await page.getByRole('link', { name: /^Nguyen, Linh, sent/ }).click();
  await expect(page).toHaveURL(/\/provider\/Consultations\?careCoordinatorRequestId=/);
});
