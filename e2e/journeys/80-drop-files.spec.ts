import { listCharts } from '@careloop/contracts/charts';
import { uploadTexts } from '@careloop/contracts/charts/upload';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { writeFile } from 'node:fs/promises';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

const uploads = '**/api/documents/upload';

test('files dropped on the tree upload one by one, and one of them can be canceled', async ({ openAs }, info) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Lavoie');
  await page.goto(`/provider/Patient/${patientId}/charts`);
  const names = ['Dropped note.txt', 'Dropped scan.txt', 'Dropped plan.txt'];
  const files = await filesOf(info, names);
  await dropOn(page, page.getByRole('tree', { name: 'Charts' }), files);

  const dialog = page.getByRole('dialog', { name: 'Upload Chart' });
  const chosen = dialog.getByRole('list', { name: 'Chosen files' });
  await expect(chosen.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('combobox', { name: 'Type' }).fill('Correspondence');
  await page.getByRole('option', { name: 'Correspondence', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Date' }).fill('3/2/2026');
  await dialog.getByRole('checkbox', { name: 'HIPAA Release on File' }).check();

  // The first upload hangs until it is canceled; the others continue.
  let isFirst = true;
  await page.route(uploads, async (route) => {
    if (!isFirst) return await route.continue();
    isFirst = false;
  });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Upload of Dropped note.txt' })).toBeAttached();
  await expectAccessible(page, 'dropped files on their way');
  await dialog.getByRole('button', { name: 'Cancel Dropped note.txt' }).click();
  const rowOf = (name: string) => chosen.getByRole('listitem').filter({ hasText: name });
  await expect(rowOf('Dropped note.txt')).toContainText('Canceled');
  await expect(rowOf('Dropped scan.txt')).toContainText('Uploaded');
  await expect(rowOf('Dropped plan.txt')).toContainText('Uploaded');
  expect(await countOf(page, patientId)).toEqual({ note: 0, scan: 1, plan: 1 });

  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText(uploadTexts.succeeded)).toBeVisible();
  await expect(page.getByRole('article', { name: /^Dropped/ })).toBeVisible();
  expect(await countOf(page, patientId)).toEqual({ note: 1, scan: 1, plan: 1 });
});

test('files dropped on a patient’s documents open the upload, with a reason for refused files', async ({
  openAs,
}, info) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Maldonado');
  await page.goto(`/provider/Patient/${patientId}?section=documents`);
  const files = await filesOf(info, ['Letter.txt', 'program.exe']);
  const tree = page.getByRole('tree', { name: 'Charts of the patient' });
  await dragOver(page, tree, files);
  await expect(page.getByText('Drop to upload to this chart')).toBeVisible();
  await dropOn(page, tree, files);
  const dialog = page.getByRole('dialog', { name: 'Upload Chart' });
  const chosen = dialog.getByRole('list', { name: 'Chosen files' });
  await expect(chosen.getByRole('listitem').filter({ hasText: 'program.exe' })).toContainText(uploadTexts.formats);
  await expect(chosen.getByRole('listitem').filter({ hasText: 'Letter.txt' })).toContainText('Ready');
  await expect(page.getByText('Drop to upload to this chart')).toBeHidden();
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

const dragOver = (page: Page, target: Locator, files: string[]) => drag(page, target, files, ['dragEnter', 'dragOver']);
const dropOn = (page: Page, target: Locator, files: string[]) =>
  drag(page, target, files, ['dragEnter', 'dragOver', 'drop']);

async function countOf(page: Page, patientId: number) {
  const { documents } = await call(page.request, listCharts, { patientId });
  const count = (name: string) => documents.filter(({ documentName }) => documentName === `Dropped ${name}`).length;
  return { note: count('note'), scan: count('scan'), plan: count('plan') };
}
