import { chartNodeIds } from '@careloop/contracts/charts/selection';
import { chartAssociationType } from '@careloop/contracts/codes';
import { listReferrals } from '@careloop/contracts/referrals';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { runStatement } from '../support/people.ts';
import { keepPrints, printedSheets } from '../support/printed.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, chooseReferrer, goToStep, openWizard } from '../support/wizard.ts';

const pdf = 'Records of Seaport Internal Medicine';
const reason = 'Tremor of the right hand, please see with the enclosed records.';

test('a PDF is read page by page with the keyboard, and the URL keeps the position', async ({ openAs }) => {
  const patientPage = await openAs('coordinator');
  const { patientId } = await findPatient(patientPage, 'Hernández');
  await patientPage.goto(`/provider/Patient/${patientId}?section=documents`);
  const opened = patientPage.waitForEvent('popup');
  await patientPage.getByRole('link', { name: 'Open in the reading room' }).click();
  const page = await opened;
  await expect(page).toHaveURL(new RegExp(`/Patient/${patientId}/charts`));
  await showAll(page);
  const document = await open(page, pdf);
  const pageCount = await countOf(document);
  expect(pageCount).toBeGreaterThan(3);
  const sheet = (number: number) => document.getByRole('img', { name: `Page ${number} of ${pageCount}` });
  await expect(sheet(1)).toBeVisible();
  await expectAccessible(page, 'the reading room');

  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/page=3/);
  await expect(sheet(3)).toBeVisible();
  await page.reload();
  await expect(sheet(3)).toBeVisible();
  await expect(document.getByRole('textbox', { name: /^Page, of/ })).toHaveValue('3');

  await page.keyboard.press('/');
  const find = document.getByRole('textbox', { name: 'Find in document' });
  await find.fill('MRN');
  const count = document.getByRole('search').getByRole('status');
  await expect(count).toHaveText(/^1 of \d+$/);
  await find.press('Enter');
  await expect(count).toHaveText(/^2 of \d+$/);
  await find.press('Escape');
  await expect(find).toHaveCount(0);

  await page.getByRole('button', { name: 'Next document' }).click();
  await expect(page.getByRole('article')).not.toHaveAccessibleName(pdf);
});

test('words on a page can be selected and copied, also when zoomed and rotated', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRoom(page);
  const document = await open(page, pdf);
  const words = document.locator('[data-text-of="1"] span');
  await expect(words.first()).toHaveText('ELM');
  const from = await boxOf(words.filter({ hasText: 'ELM' }));
  const to = await boxOf(words.filter({ hasText: '01609' }));
  await page.mouse.move(from.x + 1, from.y + from.height / 2);
  await page.mouse.down();
  // Beyond the end of a line and between lines, nothing is selected.
  await page.mouse.move(to.x + to.width + 60, from.y + from.height, { steps: 5 });
  await page.mouse.move(to.x + to.width - 1, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate('String(getSelection())')).toBe(
    'ELM PARK PRIMARY CARE\n87 Agassiz Terrace, Worcester, MA 01609',
  );

  const upright = await placeOf(document, words.first());
  await page.keyboard.press('-');
  await expect(document.getByRole('combobox', { name: 'Zoom' })).toHaveValue(/%$/);
  await page.keyboard.press('r');
  await expect.poll(async () => (await placeOf(document, words.first())).x).toBeCloseTo(1 - upright.y, 2);
  expect((await placeOf(document, words.first())).y).toBeCloseTo(upright.x, 2);
  expect(await copyWord(page, words.first())).toBe('ELM');
});

test('a fax, a letter and a lab message are shown in their formats, one after another', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openRoom(page);
  const fax = await open(page, 'Faxed release of records');
  await expect(fax.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible();
  const letter = await open(page, 'Letter of the home health agency');
  await expect(frameOf(letter).getByText('The wound has closed.')).toBeVisible();
  const message = await open(page, 'Laboratory message, metabolic panel');
  await expect(frameOf(message).getByRole('row', { name: /^Glucose .*104 mg\/dL 70-99 ↑ High/ })).toBeVisible();
  await message.getByText('Text', { exact: true }).click();
  await expect(message.getByRole('region', { name: /^Text of/ })).toContainText('MSH|^~\\&|LAB');
});

test('charts of every kind are sent with a referral and stay as they were sent', async ({ openAs }) => {
  test.slow();
  const sender = await openAs('coordinator');
  const receiver = await openAs('drobrien');
  const patient = await findPatient(sender, 'Krishnamurthy');
  const wizard = await openWizard(sender, patient.patientId);
  await chooseReferrer(wizard, 'Nguyen, Linh');
  await chooseProvider(wizard, "O'Brien");
  await goToStep(wizard, 2);
  await wizard.getByLabel('Referral reason').fill(reason);
  await wizard.getByRole('radio', { name: 'Routine, 30 days' }).click();
  await goToStep(wizard, 3);
  await goToStep(wizard, 4);
  await test.step('step 4: demographics, summary, a lab and a note', () => pickCharts(sender, wizard));
  await goToStep(wizard, 5);
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(sender.getByText('Referral sent')).toBeVisible();

  const { items } = await call(sender.request, listReferrals, { patientId: patient.patientId });
  const referralId = items.find((one) => one.referralReason === reason)?.referralId ?? 0;
  await runStatement("update patient set email = 'changed@example.org' where patient_id = $1", [patient.patientId]);
  await receiver.goto(`/provider/Referrals?referralId=${referralId}`);
  const attached = receiver.getByRole('list', { name: 'Attached documents' });
  await expect(attached.getByRole('listitem')).toHaveCount(4);
  await attached.getByRole('button', { name: /^Summary of Care/ }).click();
  const shown = receiver.getByRole('region', { name: 'Summary of Care' });
  await expect(shown).toContainText(patient.email ?? 'no email');
  await expect(shown).not.toContainText('changed@example.org');
  await expect(receiver.getByText(/^As it was sent on /)).toBeVisible();
});

async function openRoom(page: Page): Promise<void> {
  const { patientId } = await findPatient(page, 'Hernández');
  await page.goto(`/provider/Patient/${patientId}/charts`);
  await showAll(page);
}

async function showAll(page: Page): Promise<void> {
  await page.getByText('Date', { exact: true }).click();
  await page.getByRole('button', { name: 'Expand all' }).click();
}

/** Opens a document from the tree. */
async function open(page: Page, name: string): Promise<Locator> {
  await page.getByRole('treeitem', { name }).click();
  const document = page.getByRole('article', { name });
  await expect(document).toBeVisible();
  return document;
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not there.');
  return box;
}

/** The center of a word on the image of the first page, as fractions of its size. */
async function placeOf(document: Locator, word: Locator) {
  const sheet = await boxOf(document.getByRole('img', { name: /^Page 1 of/ }));
  const { x, y, width, height } = await boxOf(word);
  return {
    x: (x + width / 2 - sheet.x) / sheet.width,
    y: (y + height / 2 - sheet.y) / sheet.height,
  };
}

/** Selects a word with a double click, copies it, and returns the clipboard text. */
async function copyWord(page: Page, word: Locator): Promise<string> {
  await page.evaluate("navigator.clipboard.writeText('nothing')");
  await word.dblclick();
  await page.keyboard.press('Control+c');
  return (await page.evaluate<string>('navigator.clipboard.readText()')).trim();
}

async function countOf(document: Locator): Promise<number> {
  const name = await document.getByRole('textbox', { name: /^Page, of/ }).getAttribute('aria-label');
  return Number(/\d+$/.exec(name ?? '')?.[0]);
}

const frameOf = (document: Locator) => document.frameLocator('iframe');

async function pickCharts(page: Page, wizard: Locator): Promise<void> {
  const tree = wizard.getByRole('tree', { name: 'Patient medical records' });
  const counter = wizard.getByText(/Document\(s\) Selected/);
  await wizard.getByText('Chart Type', { exact: true }).click();
  const parent = tree.getByRole('treeitem', { name: /^Patient/ });
  await parent.focus();
  await page.keyboard.press('Space');
  await expect(parent).toBeChecked();
  await expect(counter).toHaveText('2 Document(s) Selected / 2 Page(s) Selected');
  const search = wizard.getByLabel('Search documents');
  for (const [term, count] of [
    ['lab results', 3],
    ['progress note', 4],
  ] as const) {
    await search.fill(term);
    const parents = tree.locator('[aria-expanded="true"]');
    await expect(parents.first()).toBeVisible();
    await tree.locator('[role=treeitem]:not([aria-expanded])').first().press('Space');
    await expect(counter).toHaveText(new RegExp(`^${count} Document\\(s\\) Selected`));
    // Some of the nodes below it.
    await expect(parents.first()).toHaveAttribute('aria-checked', /mixed|true/);
  }
  await search.fill('');
}

test('every sheet of a printed document names the patient and its page', async ({ openAs }, info) => {
  const page = await openAs('coordinator');
  const { patientId, mrn } = await findPatient(page, 'Hernández');
  await page.goto(`/provider/Patient/${patientId}/charts`);
  await keepPrints(page);
  await page.getByText('Date', { exact: true }).click();
  await page.getByRole('button', { name: 'Expand all' }).click();
  for (const [name, words] of [
    // Page images have no text.
    ['Faxed release of records', null],
    ['Laboratory message, metabolic panel', 'Glucose'],
  ] as const) {
    await test.step(name, async () => {
      await page.getByRole('treeitem', { name }).click();
      // Until then the button prints the previous document.
      await expect(page.getByRole('article', { name })).toBeVisible();
      await page.getByRole('button', { name: 'Print document' }).click();
      const sheets = await printedSheets(page, info, name);
      if (words !== null) expect(sheets.join('\n')).toContain(words);
      expectHeads(sheets, mrn, name);
    });
  }

  await test.step('a generated chart', async () => {
    const chart = `${chartAssociationType.table.summary_of_care}:${chartNodeIds.summaryOfCare}`;
    await page.goto(`/provider/Patient/${patientId}/charts?chart=${chart}`);
    await keepPrints(page);
    await page.getByRole('button', { name: 'Print Summary of Care' }).click();
    expectHeads(await printedSheets(page, info, 'Summary of Care'), mrn, 'Summary of Care');
  });
});

function expectHeads(sheets: readonly string[], mrn: string, name: string): void {
  expect(sheets.length).toBeGreaterThan(0);
  for (const [index, sheet] of sheets.entries()) {
    expect(sheet).toMatch(/Hernández/i);
    expect(sheet).toContain(mrn);
    expect(sheet).toContain(name);
    expect(sheet).toContain(`Page ${index + 1} of ${sheets.length}`);
  }
}
