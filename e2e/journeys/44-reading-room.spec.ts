import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

const pdf = 'Records of Seaport Internal Medicine';

test('a PDF is read page by page with the keyboard, and the URL keeps the position', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openRoom(page);
  await expect(
    page.getByText('To view a patient document, click on any available item listed in the left panel.'),
  ).toBeVisible();
  const document = await open(page, pdf);
  const pageCount = await countOf(document);
  expect(pageCount).toBeGreaterThan(3);
  await expect(document.getByRole('img', { name: `Page 1 of ${pageCount}` })).toBeVisible();
  await expectAccessible(page, 'the reading room');

  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(page).toHaveURL(/page=3/);
  await expect(document.getByRole('img', { name: `Page 3 of ${pageCount}` })).toBeVisible();
  await page.reload();
  await expect(document.getByRole('img', { name: `Page 3 of ${pageCount}` })).toBeVisible();
  await expect(document.getByRole('textbox', { name: /^Page, of/ })).toHaveValue('3');

  const before = await document.getByRole('img', { name: `Page 3 of ${pageCount}` }).boundingBox();
  await page.keyboard.press('r');
  await expect
    .poll(async () => (await document.getByRole('img', { name: `Page 3 of ${pageCount}` }).boundingBox())?.height)
    .not.toBe(before?.height);
  await page.keyboard.press('+');
  await expect(document.getByRole('combobox', { name: 'Zoom' })).toHaveValue(/%$/);
});

test('the next document is rendered ahead, and pages scrolled past are no longer fetched', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const prepared: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/prepare?')) prepared.push(`${answer.status()} ${new URL(answer.url()).pathname}`);
  });
  await openRoom(page);
  const document = await open(page, pdf);
  await countOf(document);
  await expect.poll(() => prepared.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Next document' }).click();
  await expect(page.getByRole('article')).not.toHaveAccessibleName(pdf);
  // The document rendered ahead is the one that was opened.
  const opened = new URL(page.url()).searchParams.get('patientDocumentId');
  expect(prepared[0]).toBe(`200 /api/document-viewer/${opened}/prepare`);

  const dropped: string[] = [];
  page.on('requestfailed', (request) => dropped.push(new URL(request.url()).pathname));
  // Pages are held back until the reader has moved on.
  await page.route('**/api/document-viewer/*/*?*width=*', () => {});
  await page.getByRole('button', { name: 'Previous document' }).click();
  await expect(page.getByRole('article', { name: pdf })).toBeVisible();
  const first = page.waitForRequest(/document-viewer\/\d+\/1\?/);
  await page.reload();
  await first;
  const sixth = page.waitForRequest(/document-viewer\/\d+\/6\?/);
  await page.getByRole('textbox', { name: /^Page, of/ }).fill('6');
  await page.keyboard.press('Enter');
  await sixth;
  await expect.poll(() => dropped.some((path) => /document-viewer\/\d+\/1$/.test(path))).toBe(true);
});

test('next and previous follow the tree in the selected view', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openRoom(page);
  await page.getByText('Visit', { exact: true }).click();
  await page.getByRole('button', { name: 'Expand all' }).click();
  const leaf = (index: number) => page.locator('[role=treeitem]:not([aria-expanded])').nth(index);
  await leaf(0).click();
  await expect(leaf(0)).toHaveAttribute('aria-current', 'true');
  for (const index of [1, 2, 3]) {
    await page.getByRole('button', { name: 'Next document' }).click();
    await expect(leaf(index)).toHaveAttribute('aria-current', 'true');
  }
  await page.getByRole('button', { name: 'Previous document' }).click();
  await expect(leaf(2)).toHaveAttribute('aria-current', 'true');
});

test('the tree scrolls to the document in the URL', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.setViewportSize({ width: 1280, height: 480 });
  await openRoom(page);
  await page.locator('[role=treeitem]').first().press('End');
  await page.keyboard.press('Enter');
  const shown = page.locator('[role=treeitem][aria-current=true]');
  await expect(shown).toBeInViewport({ ratio: 1 });
  await page.reload();
  await expect(shown).toBeInViewport({ ratio: 1 });
});

test('find counts its highlighted matches, on pages and in text', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openRoom(page);
  const document = await open(page, pdf);
  await countOf(document);
  await page.keyboard.press('/');
  const find = document.getByRole('textbox', { name: 'Find in document' });
  await find.fill('MRN');
  const count = document.getByRole('search').getByRole('status');
  await expect(count).toHaveText(/^1 of \d+$/);
  await find.press('Enter');
  await expect(count).toHaveText(/^2 of \d+$/);
  await find.fill('no such words');
  await expect(count).toHaveText('No matches');
  await find.press('Escape');
  await expect(find).toHaveCount(0);
});

test('words on a page can be selected and copied, also when zoomed and rotated', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRoom(page);
  const document = await open(page, pdf);
  const words = document.locator('[data-text-of="1"] span');
  await expect(words.first()).toHaveText('ELM');
  await expectAccessible(page, 'a page with words');
  const upright = await placeOf(document, words.first());
  expect(await copyWord(page, words.first())).toBe('ELM');

  await page.keyboard.press('-');
  await expect(document.getByRole('combobox', { name: 'Zoom' })).toHaveValue(/%$/);
  const smaller = await placeOf(document, words.first());
  expect(smaller.x).toBeCloseTo(upright.x, 2);
  expect(smaller.y).toBeCloseTo(upright.y, 2);
  expect(smaller.width).toBeCloseTo(upright.width, 2);
  expect(await copyWord(page, words.first())).toBe('ELM');
  await page.keyboard.press('r');
  await expect.poll(async () => (await placeOf(document, words.first())).x).toBeCloseTo(1 - upright.y, 2);
  expect((await placeOf(document, words.first())).y).toBeCloseTo(upright.x, 2);
  expect(await copyWord(page, words.first())).toBe('ELM');
});

test('several lines of a page are selected by dragging over them', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openRoom(page);
  const document = await open(page, pdf);
  const words = document.locator('[data-text-of="1"] span');
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
});

test('a fax, a letter and a lab message are shown in their formats, one after another', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openRoom(page);
  const fax = await open(page, 'Faxed release of records');
  await expect(fax.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible();
  const letter = await open(page, 'Letter of the home health agency');
  await expect(frameOf(letter).getByText('The wound has closed.')).toBeVisible();
  const message = await open(page, 'Laboratory message, metabolic panel');
  await expect(frameOf(message).getByRole('row', { name: /OBX-5 Value 104/ })).toBeVisible();
  await message.getByText('Text', { exact: true }).click();
  await expect(message.getByRole('region', { name: /^Text of/ })).toContainText('MSH|^~\\&|LAB');
  await page.keyboard.press('k');
  await expect(page.getByRole('article')).not.toHaveAccessibleName('Laboratory message, metabolic panel');
});

test('imported markup runs nothing and loads nothing', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript("window.print = () => { document.title = 'It ran'; }");
  await openRoom(page);
  const document = await open(page, 'Summary of the patient portal');
  await expect(frameOf(document).getByText('Printed from the patient portal.')).toBeVisible();
  const frame = document.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
  await expect(frame).toHaveAttribute('srcdoc', /Content-Security-Policy" content="default-src 'none'/);
  await expect(frame).not.toHaveAttribute('srcdoc', /<script|onload=|portal\.example/);
  await expect(page).not.toHaveTitle('It ran');
  expect(asked.filter((url) => url.includes('portal.example'))).toEqual([]);
});

test('opens in a new tab from the documents of a patient, and says when a page could not be drawn', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Hernández');
  await page.goto(`/provider/Patient/${patientId}?section=documents`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open in the reading room' }).click();
  const room = await opened;
  await expect(room).toHaveURL(new RegExp(`/Patient/${patientId}/charts`));
  const pictures = /\/document-viewer\/\d+\/\d+\?/;
  await room.route(pictures, (route) => route.fulfill({ contentType: 'image/jpeg', body: 'no picture' }));
  await room.getByText('Date', { exact: true }).click();
  await room.getByRole('button', { name: 'Expand all' }).click();
  const document = await open(room, pdf);
  await expect(document.getByText('This page could not be shown.').first()).toBeVisible();
  await room.unroute(pictures);
  await document.getByRole('button', { name: 'Retry' }).first().click();
  await expect(document.getByRole('img', { name: /^Page 1 of/ })).toBeVisible();
});

async function openRoom(page: Page): Promise<void> {
  const { patientId } = await findPatient(page, 'Hernández');
  await page.goto(`/provider/Patient/${patientId}/charts`);
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

/** The center and width of a word on the image of the first page, as fractions of its size. */
async function placeOf(document: Locator, word: Locator) {
  const sheet = await boxOf(document.getByRole('img', { name: /^Page 1 of/ }));
  const { x, y, width, height } = await boxOf(word);
  return {
    x: (x + width / 2 - sheet.x) / sheet.width,
    y: (y + height / 2 - sheet.y) / sheet.height,
    width: width / sheet.width,
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
