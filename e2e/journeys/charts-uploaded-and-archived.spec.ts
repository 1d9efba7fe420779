import { listCharts } from '@careloop/contracts/charts';
import { archiveTexts } from '@careloop/contracts/charts/archive';
import { uploadTexts } from '@careloop/contracts/charts/upload';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { writeFile } from 'node:fs/promises';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

const uploads = '**/api/documents/upload';
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
trailer
<</Root 1 0 R>>
%%EOF
`;
const aFile = (name: string, content = pdf) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

test('an uploaded document appears at once for everyone viewing the chart, and a second time only on request', async ({
  openAs,
}) => {
  const [page, colleague] = [await openAs('coordinator'), await openAs('drpatel')];
  const { patientId } = await findPatient(page, 'Lavoie');
  await openDocuments(colleague, patientId);
  await openDocuments(page, patientId);

  let dialog = await openUpload(page);
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
  await expect(dialog).toBeHidden();
  // The page opens the new document.
  await expect(page.getByRole('article', { name: 'Living will 2026' })).toBeVisible();

  await colleague.getByLabel('Search documents').fill('Living will');
  await colleague.getByRole('treeitem', { name: /^Living will 2026/ }).click();
  const reader = colleague.getByRole('article', { name: 'Living will 2026' });
  await expect(reader).toContainText(/ · Uploaded by Renée Caldwell · Visit/);
  const saved = colleague.waitForEvent('download');
  await reader.getByRole('button', { name: 'Download Living will 2026' }).click();
  expect((await saved).suggestedFilename()).toBe('Living will 2026.pdf');

  dialog = await openUpload(page);
  await fill(dialog, 'Referral Letter');
  await chooseFiles(dialog, aFile('The same.pdf'));
  await upload.click();
  const row = fileRow(dialog, 'The same.pdf');
  await expect(row.getByRole('alert').last()).toContainText('The same file was added as Living will 2026 on');
  await expectAccessible(page, 'a file that is on the chart already');
  await row.getByRole('button', { name: 'Add anyway' }).click();
  await expect(dialog).toBeHidden();
  expect(await countOf(page, patientId, 'The same')).toBe(1);

  // Twice is once too often.
  await colleague.getByLabel('Search documents').fill('The same');
  const seen = colleague.getByRole('treeitem', { name: /^The same\b/ });
  await expect(seen).toBeVisible();
  const double = page.getByRole('article', { name: 'The same' });
  await double.getByRole('button', { name: 'Archive document' }).click();
  const archive = page.getByRole('dialog', { name: 'Archive document' });
  await archive.getByLabel('Reason').fill('It is on the chart twice.');
  await expectAccessible(page, 'archive a document');
  await archive.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText(archiveTexts.archived)).toBeVisible();
  await expect(double).toBeHidden();
  await expect(seen).toBeHidden();
  await page.getByRole('switch', { name: 'Show archived' }).click();
  await page.getByRole('treeitem', { name: /^The same\b/ }).click();
  await expect(double.getByRole('status')).toContainText(/Renée Caldwell, .*: It is on the chart twice\./);
  await expectAccessible(page, 'an archived document');
  await double.getByRole('button', { name: 'Restore to chart' }).click();
  await expect(seen).toBeVisible();

  dialog = await openUpload(page);
  await fill(dialog, 'Referral Letter');
  await chooseFiles(
    dialog,
    aFile('Result.hl7', 'MSH|^~\\&|LAB||||20260302||ORU^R01|1|P|2.5\rPID|1||||Marsh^Lee||19600214'),
  );
  await upload.click();
  const warning = fileRow(dialog, 'Result.hl7').getByRole('alert').last();
  await expect(warning).toContainText('This file names Marsh, Lee, born 14-Feb-1960, not this patient.');
  expect(await countOf(page, patientId, 'Result')).toBe(0);
  await expectAccessible(page, 'a file about another person');
  await warning.getByRole('button', { name: 'Add anyway' }).click();
  await expect(dialog).toBeHidden();
  expect(await countOf(page, patientId, 'Result')).toBe(1);
});

test('an upload names the file it refuses, sends a lost file again once, and can be canceled', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Maldonado');
  await openDocuments(page, patientId);
  const dialog = await openUpload(page);
  await fill(dialog, 'Correspondence');
  await chooseFiles(dialog, aFile('page.html'), aFile('Lost.pdf'), aFile('scan.png'));
  await expect(fileRow(dialog, 'page.html')).toContainText(uploadTexts.formats);
  await dialog.getByRole('button', { name: 'Remove page.html' }).click();
  let isFirst = true;
  await page.route(uploads, async (route) => {
    if (route.request().postData()?.includes('filename="Slow.pdf"')) return;
    if (!isFirst) return await route.continue();
    isFirst = false;
    await route.fetch();
    await route.abort();
  });
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  await expect(fileRow(dialog, 'Lost.pdf')).toContainText(uploadTexts.maybeSaved);
  await expect(fileRow(dialog, 'scan.png')).toContainText(uploadTexts.mismatch('scan.png', 'a PDF document'));
  await expectAccessible(page, 'a refused upload');
  await dialog.getByRole('button', { name: 'Remove scan.png' }).click();
  await chooseFiles(dialog, aFile('Slow.pdf', `${pdf}\n`));
  await upload.click();
  await expect(fileRow(dialog, 'Lost.pdf')).toContainText('Uploaded');
  await expect(dialog.getByRole('progressbar', { name: 'Upload of Slow.pdf' })).toBeAttached();
  await dialog.getByRole('button', { name: 'Cancel Slow.pdf' }).click();
  await expect(fileRow(dialog, 'Slow.pdf')).toContainText('Canceled');
  expect(await countOf(page, patientId, 'Lost')).toBe(1);
  expect(await countOf(page, patientId, 'Slow')).toBe(0);
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

async function countOf(page: Page, patientId: number, name: string): Promise<number> {
  const { documents } = await call(page.request, listCharts, { patientId });
  return documents.filter(({ documentName }) => documentName === name).length;
}

test('files dropped on the chart tree open the upload, which refuses some and adds the others', async ({
  openAs,
}, info) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Lavoie');
  await page.goto(`/provider/Patient/${patientId}/charts`);
  const files = await filesOf(info, ['Dropped note.txt', 'program.exe']);
  const tree = page.getByRole('tree', { name: 'Charts' });
  await drag(page, tree, files, ['dragEnter', 'dragOver']);
  await expect(page.getByText('Drop to upload to this chart')).toBeVisible();
  await drag(page, tree, files, ['drop']);
  await expect(page.getByText('Drop to upload to this chart')).toBeHidden();

  const dialog = page.getByRole('dialog', { name: 'Upload Chart' });
  const rowOf = (name: string) =>
    dialog.getByRole('list', { name: 'Chosen files' }).getByRole('listitem').filter({ hasText: name });
  await expect(rowOf('program.exe')).toContainText(uploadTexts.formats);
  await expect(rowOf('Dropped note.txt')).toContainText('Ready');
  // One press is enough, although leaving the Type field shows a message there, which moves the files.
  await dialog.getByRole('button', { name: 'Remove program.exe' }).click();
  await expect(rowOf('program.exe')).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Type' }).fill('Correspondence');
  await page.getByRole('option', { name: 'Correspondence', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Date' }).fill('3/2/2026');
  await dialog.getByRole('checkbox', { name: 'HIPAA Release on File' }).check();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText(uploadTexts.succeeded)).toBeVisible();
  await expect(page.getByRole('article', { name: 'Dropped note' })).toBeVisible();
});

async function filesOf(info: TestInfo, names: readonly string[]): Promise<string[]> {
  return await Promise.all(
    names.map(async (name) => {
      const file = info.outputPath(name);
      await writeFile(file, `${name} of ${info.title}`);
      return file;
    }),
  );
}

type DragStep = 'dragEnter' | 'dragOver' | 'drop';

/** Drags files from this machine as a user would from a folder; the browser itself creates the events. */
async function drag(page: Page, target: Locator, files: string[], steps: readonly DragStep[]): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to drop on');
  const [x, y] = [box.x + box.width / 2, box.y + 20];
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of steps) await session.send('Input.dispatchDragEvent', { type, x, y, data });
  await session.detach();
}
