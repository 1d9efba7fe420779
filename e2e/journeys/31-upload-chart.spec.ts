import { uploadTexts } from '@careloop/contracts/charts/upload';
import { listCharts } from '@careloop/contracts/charts';
import type { Locator, Page, Route } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { expectFocusTrapped } from '../support/keyboard.ts';
import { findPatient } from '../support/organization.ts';
import { signInAgain } from '../support/sessionDialogs.ts';
import { endSession } from '../support/sessions.ts';
import { expect, password, test } from '../support/test.ts';

const uploads = '**/api/documents/upload';
const pdf = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
trailer
<</Root 1 0 R>>
%%EOF
`,
);
const aFile = (name: string, buffer = pdf) => ({ name, mimeType: 'application/octet-stream', buffer });

test('an uploaded document appears at once for everyone viewing the chart', async ({ openAs }) => {
  const [page, colleague] = [await openAs('coordinator'), await openAs('drpatel')];
  const { patientId } = await findPatient(page, 'Lavoie');
  await openDocuments(colleague, patientId);
  await page.goto(`/provider/Patient/${patientId}?section=encounters`);
  await expect(page.getByRole('region', { name: 'Encounters' }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('tab', { name: /^Documents/ }).click();

  const dialog = await openUpload(page);
  await expectFocusTrapped(dialog);
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  await expect(upload).toBeDisabled();
  await fill(dialog, 'Other');
  await dialog.getByRole('textbox', { name: 'Other' }).fill('Living will');
  await dialog.getByRole('combobox', { name: 'Encounter' }).click();
  await page.getByRole('listbox').last().getByRole('option').first().click();
  await chooseFiles(dialog, aFile('Living will 2026.pdf'));
  await expectAccessible(page, 'upload chart');
  await upload.click();
  await expect(page.getByText(uploadTexts.succeeded)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The page opens the new document.
  await expect(page.getByRole('article', { name: 'Living will 2026' })).toBeVisible();

  for (const one of [page, colleague]) {
    await one.getByLabel('Search documents').fill('Living will');
    await rowOf(one, 'Living will 2026').click();
    const reader = one.getByRole('article', { name: 'Living will 2026' });
    await expect(reader).toContainText(/ · Uploaded by Renée Caldwell · Visit/);
    const saved = one.waitForEvent('download');
    await reader.getByRole('button', { name: 'Download Living will 2026' }).click();
    expect((await saved).suggestedFilename()).toBe('Living will 2026.pdf');
  }
  await expectAccessible(page, 'a document that cannot be shown');
});

test('a session that ends in the middle of an upload loses no input', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Yamamoto');
  await openDocuments(page, patientId);
  const dialog = await openUpload(page);
  await fill(dialog, 'Consult Note');
  await chooseFiles(dialog, aFile('Consult of Dr. Ives.pdf'));

  const held = await hold(page);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  const route = await held.route;
  await expect(dialog.getByRole('button', { name: /^Upload$/ })).toBeDisabled();
  await endSession(page);
  await route.continue();
  await page.unroute(uploads);

  const gate = signInAgain(page);
  await expect(gate).toBeVisible();
  await expect(page.getByText('Consult of Dr. Ives').filter({ visible: true })).toHaveCount(0);
  await gate.getByRole('textbox', { name: 'Password' }).fill(password);
  await gate.getByRole('button', { name: 'Sign in' }).click();
  await expect(gate).toBeHidden();

  await expect(dialog.getByText('Your session ended during the upload')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveValue('Consult Note');
  await expect(dialog.getByRole('textbox', { name: 'Date' })).toHaveValue('3/2/2026');
  await expect(dialog.getByRole('checkbox', { name: 'HIPAA Release on File' })).toBeChecked();
  await expect(fileRow(dialog, 'Consult of Dr. Ives.pdf')).toContainText('Not uploaded');
  expect(await countOf(page, patientId, 'Consult of Dr. Ives')).toBe(0);

  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText(uploadTexts.succeeded)).toBeVisible();
  expect(await countOf(page, patientId, 'Consult of Dr. Ives')).toBe(1);
});

test('an upload whose response is lost is sent again and creates one document', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Krishnamurthy');
  await openDocuments(page, patientId);
  const dialog = await openUpload(page);
  await fill(dialog, 'Referral Letter');
  await chooseFiles(dialog, aFile('Lost.pdf'), aFile('Not lost.pdf', Buffer.concat([pdf, Buffer.from('\n')])));
  let isFirst = true;
  await page.route(uploads, async (route) => {
    if (!isFirst) return await route.continue();
    isFirst = false;
    await route.fetch();
    await route.abort();
  });
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  await expect(dialog.getByRole('alert').filter({ hasText: uploadTexts.failed })).toBeVisible();
  await expect(fileRow(dialog, 'Lost.pdf')).toContainText('The connection was interrupted');
  await expect(fileRow(dialog, 'Lost.pdf')).toContainText(uploadTexts.maybeSaved);
  await expect(fileRow(dialog, 'Not lost.pdf')).toContainText('Uploaded');
  await upload.click();
  await expect(page.getByText(uploadTexts.succeeded)).toBeVisible();
  expect(await countOf(page, patientId, 'Lost')).toBe(1);
  expect(await countOf(page, patientId, 'Not lost')).toBe(1);
});

test('a file that is already on the chart is reported, and added only on request', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Krishnamurthy');
  await openDocuments(page, patientId);
  const again = Buffer.concat([pdf, Buffer.from('\n\n')]);
  let dialog = await openUpload(page);
  await fill(dialog, 'Referral Letter');
  await chooseFiles(dialog, aFile('Echo report.pdf', again));
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText(uploadTexts.succeeded)).toBeVisible();
  await expect(dialog).toBeHidden();

  dialog = await openUpload(page);
  await fill(dialog, 'Referral Letter');
  await chooseFiles(dialog, aFile('Echo copy.pdf', again));
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  const row = fileRow(dialog, 'Echo copy.pdf');
  await expect(row.getByRole('alert').last()).toContainText('The same file was added as Echo report on');
  await expect(row.getByRole('alert').last()).toContainText('by Renée Caldwell');
  await expect(row.getByRole('button', { name: 'Add anyway' })).toBeInViewport();
  await expectAccessible(page, 'a file that is on the chart already');
  const opened = page.context().waitForEvent('page');
  await row.getByRole('link', { name: 'Open' }).click();
  const room = await opened;
  await expect(room.getByRole('article', { name: 'Echo report' })).toBeVisible();
  await room.close();
  expect(await countOf(page, patientId, 'Echo copy')).toBe(0);
  await row.getByRole('button', { name: 'Add anyway' }).click();
  await expect(dialog).toBeHidden();
  expect(await countOf(page, patientId, 'Echo copy')).toBe(1);
});

test('a refused upload gives the reason, and a running upload can be canceled', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Maldonado');
  await openDocuments(page, patientId);
  const dialog = await openUpload(page);
  await fill(dialog, 'Correspondence');
  await chooseFiles(dialog, aFile('page.html'), aFile('empty.pdf', Buffer.alloc(0)), aFile('scan.png'));
  await expect(fileRow(dialog, 'page.html')).toContainText(uploadTexts.formats);
  await expect(fileRow(dialog, 'empty.pdf')).toContainText(`0 KB · ${uploadTexts.empty}`);
  await dialog.getByRole('button', { name: 'Remove page.html' }).click();
  await dialog.getByRole('button', { name: 'Remove empty.pdf' }).click();
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  const outcome = dialog.getByRole('alert').filter({ hasText: uploadTexts.problem });
  await expect(outcome).toBeInViewport();
  await expect(outcome).toContainText(`scan.png: ${uploadTexts.mismatch('PDF', 'PNG')}`);
  await expect(fileRow(dialog, 'scan.png')).toContainText(uploadTexts.mismatch('PDF', 'PNG'));
  await expectAccessible(page, 'a refused upload');
  await dialog.getByRole('button', { name: 'Remove scan.png' }).click();

  // Without a file the button opens the file picker and then uploads.
  const held = await hold(page);
  const chooser = page.waitForEvent('filechooser');
  await upload.click();
  await (await chooser).setFiles([aFile('slow.pdf'), aFile('later.pdf')]);
  await held.route;
  await expect(dialog.getByRole('progressbar', { name: 'Upload of slow.pdf' })).toBeAttached();
  await expectAccessible(page, 'an upload on its way');
  await dialog.getByRole('button', { name: 'Cancel slow.pdf' }).click();
  await expect(fileRow(dialog, 'slow.pdf')).toContainText('Canceled');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' });
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeHidden();
  await page.unroute(uploads);
  for (const name of ['slow', 'later']) expect(await countOf(page, patientId, name)).toBe(0);
});

test('files refused after the file picker stay visible', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Maldonado');
  await openDocuments(page, patientId);
  const dialog = await openUpload(page);
  await fill(dialog, 'Correspondence');
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await chooser).setFiles([aFile('letter.pdf'), aFile('letter.html')]);
  await expect(fileRow(dialog, 'letter.pdf')).toContainText('Uploaded');
  await expect(fileRow(dialog, 'letter.html')).toContainText(uploadTexts.formats);
  // The tree below shows the new document, which belongs to no visit: the upload is complete.
  await expect(page.getByText('No visit', { exact: true })).toBeAttached();
  await dialog.getByRole('button', { name: 'Remove letter.html' }).click();
  await expect(fileRow(dialog, 'letter.html')).toHaveCount(0);
});

test('a user without the permission to upload is told so', async ({ openAs }) => {
  const page = await openAs('drpatel');
  const { patientId } = await findPatient(page, 'Lavoie');
  await page.route('**/api/get-context*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { permissions: string[] };
    await route.fulfill({ response, json: { ...body, permissions: ['Messages'] } });
  });
  await openDocuments(page, patientId);
  const button = page.getByRole('button', { name: 'Upload chart' }).last();
  await expect(button).toHaveAccessibleDescription(uploadTexts.noPermission);
  await button.hover();
  await expect(page.getByRole('tooltip')).toHaveText(uploadTexts.noPermission);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

async function openDocuments(page: Page, patientId: number): Promise<void> {
  await page.goto(`/provider/Patient/${patientId}?section=documents`);
  await expect(page.getByRole('button', { name: 'Upload chart' }).last()).toBeVisible();
}

async function openUpload(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Upload chart' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Chart' });
  await expect(dialog.getByLabel('Patient', { exact: true })).toBeVisible();
  return dialog;
}

/** Fills in all required fields except the files. */
async function fill(dialog: Locator, type: string): Promise<void> {
  await dialog.getByRole('combobox', { name: 'Type' }).fill(type);
  await dialog.page().getByRole('option', { name: type, exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Date' }).fill('3/2/2026');
  await dialog.getByRole('checkbox', { name: 'HIPAA Release on File' }).check();
}

async function chooseFiles(dialog: Locator, ...files: ReturnType<typeof aFile>[]): Promise<void> {
  const chooser = dialog.page().waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(files);
}

const fileRow = (dialog: Locator, name: string) =>
  dialog
    .getByRole('list', { name: 'Chosen files' })
    .getByRole('listitem')
    .filter({ has: dialog.page().getByText(name, { exact: true }) });

const rowOf = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });

/** Holds the next upload back until its route is released. */
async function hold(page: Page): Promise<{ route: Promise<Route> }> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  await page.route(uploads, (route) => resolve(route));
  return { route: promise };
}

async function countOf(page: Page, patientId: number, name: string): Promise<number> {
  const { documents } = await call(page.request, listCharts, { patientId });
  return documents.filter(({ documentName }) => documentName === name).length;
}
