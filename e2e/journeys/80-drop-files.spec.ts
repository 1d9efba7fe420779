import { uploadTexts } from '@careloop/contracts/charts/upload';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { writeFile } from 'node:fs/promises';

import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

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
