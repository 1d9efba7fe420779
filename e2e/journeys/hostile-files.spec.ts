import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import { chartTexts, listCharts } from '@careloop/contracts/charts';
import { listPrimaryDocumentTypes, typeOfName } from '@careloop/contracts/charts/upload';
import { viewerTexts } from '@careloop/contracts/charts/viewer';
import { frontendVersion, frontendVersionHeader } from '@careloop/contracts/session';
import { sample } from '@careloop/server/test/samples';
import type { Locator, Page } from '@playwright/test';

import { address } from '../support/address.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { runStatement } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

// Files that try to run code, load resources or exhaust the server. The journey also fails if any other host is called
// or if the browser reports a violation of the content security policy (support/test.ts).

interface GivenFile {
  name: string;
  buffer: Buffer;
}

const ran = 'top.hasRun = true';
const elsewhere = 'https://canary.example';

/** Each tries to run a script or to load a resource from another host. */
const payloads = [
  `<script>${ran}</script>`,
  `<img src="x" onerror="${ran}">`,
  `<svg onload="${ran}"><script>${ran}</script></svg>`,
  `<a href="javascript:${ran}">here</a>`,
  `<iframe srcdoc="<script>${ran}</script>"></iframe><iframe src="${elsewhere}/frame"></iframe>`,
  `<img src="${elsewhere}/pixel.png"><link rel="stylesheet" href="${elsewhere}/style.css">`,
  `<style>@import url("${elsewhere}/style.css"); body { background: url("${elsewhere}/back.png") }</style>`,
  `<meta http-equiv="refresh" content="0; url=${elsewhere}"><base href="${elsewhere}">`,
  `<form action="${elsewhere}"><input autofocus onfocus="${ran}"><button>Send</button></form>`,
  `<details open ontoggle="${ran}"><summary>Results</summary></details>`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${ran}"></style></mglyph></table></mtext></math>`,
];

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A PNG of 900 megapixels in a few kilobytes. */
function hugePicture(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header[8] = 1;
  const data = deflateSync(Buffer.alloc(3751 * 2000));
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

const runningPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\); this.print\\(\\))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/AA<</O<</S/URI/URI(${elsewhere})>>>>>>endobj
trailer
<</Root 1 0 R>>
%%EOF
`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const clinical = `<ClinicalDocument xmlns="urn:hl7-org:v3"><title>${escaped(payloads.join(''))}</title><component><structuredBody>
  <component><section><title>Plan ${escaped(payloads.join(''))}</title><text><paragraph styleCode="x" onclick="${ran}">${escaped(payloads.join(''))}</paragraph>
  <linkHtml href="javascript:${ran}">here</linkHtml><renderMultiMedia referencedObject="${elsewhere}"/></text></section></component></structuredBody></component></ClinicalDocument>`;

function ownFiles(): GivenFile[] {
  const given: Record<string, string | Buffer> = {
    'own note.txt': payloads.join('\n'),
    'own message.hl7': `MSH|^~\\&|${payloads[0] ?? ''}|CITY\rPID|1||77||DOE^${payloads[1] ?? ''}\rOBX|1|TX|1^${payloads[2] ?? ''}||${payloads.join('')}`,
    'own summary.xml': clinical,
    'own letter.rtf': `{\\rtf1 ${payloads.join('').replace(/[\\{}]/g, '\\$&')}{\\field{\\*\\fldinst HYPERLINK "javascript:${ran}"}{\\fldrslt here}}}`,
    'own script.pdf': runningPdf,
    'own huge.png': hugePicture(),
    'own laughs.xml': `<!DOCTYPE a [<!ENTITY a "${'ha'.repeat(40)}"><!ENTITY b "&a;&a;&a;">]><a>&b;</a>`,
    'own page.html': payloads.join(''),
    'own named.jpg': hugePicture(),
    'own empty.pdf': '',
  };
  return Object.entries(given).map(([name, content]) => ({ name, buffer: Buffer.from(content) }));
}

const folder = sample('hostile');
const payloadList = 'xss_payloads_dompurify.json';

function sampleFiles(): GivenFile[] {
  if (folder === undefined) return [];
  const names = readdirSync(folder).filter((name) => !name.endsWith('.json'));
  return names.map((name) => ({ name, buffer: readFileSync(path.join(folder, name)) }));
}

/** Messages allowed next to a file after its upload: that it was added, why it was refused, or that it is about another person. */
const outcome = /Uploaded$|The file .*\.$|Choose a file in one of these formats|Add anyway$/;

test('hostile files are refused with a message, or shown without running anything', async ({ openAs }) => {
  test.setTimeout(600_000);
  const page = await openAs('coordinator');
  await watchForScripts(page);
  const { patientId } = await findPatient(page, 'Maldonado');
  const before = await documentIds(page, patientId);
  const files = [...ownFiles(), ...sampleFiles()];

  await page.goto(`/provider/Patient/${patientId}?section=documents`);
  await page.getByRole('button', { name: 'Upload chart' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Upload Chart' });
  await dialog.getByRole('combobox', { name: 'Type' }).fill('Correspondence');
  await page.getByRole('option', { name: 'Correspondence', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Date' }).fill('3/2/2026');
  await dialog.getByRole('checkbox', { name: 'HIPAA Release on File' }).check();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })));
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  for (const { name } of files) {
    await expect(rowOf(dialog, name)).toContainText(outcome, { timeout: 60_000 });
  }
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  const message = rowOf(dialog, 'own message.hl7');
  await message.getByRole('button', { name: 'Add anyway' }).click();
  await expect(message).toContainText(/Uploaded$/);
  await page.reload();

  const added = (await documentIds(page, patientId)).filter(({ id }) => !before.some((one) => one.id === id));
  expect(added.length).toBeGreaterThan(5);
  for (const { id, name } of added) await test.step(name, () => openAndLook(page, patientId, id, name));
});

test('active markup is shown without its active parts', async ({ openAs }) => {
  test.setTimeout(600_000);
  const page = await openAs('coordinator');
  await watchForScripts(page);
  const { patientId } = await findPatient(page, 'Maldonado');
  const listed =
    folder === undefined
      ? []
      : (JSON.parse(readFileSync(path.join(folder, payloadList), 'utf8')) as { payload: string }[]);
  const pages = [
    ...inGroups(payloads, 3),
    ...inGroups(
      listed.map(({ payload }) => payload),
      16,
    ),
  ];
  const before = await documentIds(page, patientId);
  for (const [index, group] of pages.entries()) {
    const words = `<p>Page ${index}</p>${group.map((payload) => `<section>${payload}</section>`).join('\n')}`;
    expect(await upload(page, patientId, `markup ${index}.txt`, Buffer.from(words))).toBe(true);
  }
  const added = (await documentIds(page, patientId)).filter(({ id }) => !before.some((one) => one.id === id));
  expect(added).toHaveLength(pages.length);
  await runStatement(
    `update patient_document set content_type = 'text/html', format = 'html' where patient_document_id = any($1)`,
    [added.map(({ id }) => id)],
  );
  for (const { id, name } of added) {
    await test.step(name, async () => {
      await openAndLook(page, patientId, id, name);
      await expect(page.frameLocator('article iframe').getByText(/^Page \d+$/)).toBeVisible();
    });
  }
});

const kinds = ['documents', 'ccda', 'hl7v2'].map((kind) => sample(kind)).filter((kind) => kind !== undefined);
const offered = kinds
  .flatMap((kind) => readdirSync(kind, { recursive: true, encoding: 'utf8' }).map((name) => path.join(kind, name)))
  .filter((file) => typeOfName(file) !== undefined);

test('every sample of a real record is shown', async ({ openAs }) => {
  test.skip(offered.length === 0, 'There are no samples');
  test.setTimeout(600_000);
  const page = await openAs('coordinator');
  await watchForScripts(page);
  const { patientId } = await findPatient(page, 'Lavoie');
  const before = await documentIds(page, patientId);
  for (const file of offered) await upload(page, patientId, path.basename(file), readFileSync(file));
  const added = (await documentIds(page, patientId)).filter(({ id }) => !before.some((one) => one.id === id));
  // A file that is not well-formed is refused.
  expect(added.length).toBeGreaterThan(offered.length - 3);
  for (const { id, name } of added) {
    await test.step(name, () => openAndLook(page, patientId, id, name));
    await expect(page.getByText(viewerTexts.damaged)).toHaveCount(0);
  }
});

function inGroups<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

const rowOf = (dialog: Locator, name: string) =>
  dialog
    .getByRole('list', { name: 'Chosen files' })
    .getByRole('listitem')
    .filter({ has: dialog.page().getByText(name, { exact: true }) });

/** Records in each frame whether a foreign script ran. */
async function watchForScripts(page: Page): Promise<void> {
  await page.addInitScript(
    "for (const name of ['alert', 'confirm', 'prompt', 'print']) window[name] = () => { top.hasRun = true; };" +
      "document.addEventListener('securitypolicyviolation', (event) => { (top.violations ??= []).push(event.violatedDirective); });",
  );
  // The upload asks for confirmation before the page is left.
  page.on('dialog', (opened) => void (opened.type() === 'beforeunload' ? opened.accept() : opened.dismiss()));
}

/**
 * Opens a document in the reading room and expects content or a reason, that no script ran, and that the server
 * responds.
 */
async function openAndLook(page: Page, patientId: number, id: number, name: string): Promise<void> {
  const place = `/provider/Patient/${patientId}/charts`;
  const address = `${place}?patientDocumentId=${id}`;
  // The first one loads the page, the others follow in it as by a click. What ran for one is then seen at the next, too.
  if (page.url().includes(place)) await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
  else await page.goto(address);
  const document = page.getByRole('article', { name, exact: true });
  await expect(document).toBeVisible();
  const said = [
    viewerTexts.notReadable,
    viewerTexts.encrypted,
    viewerTexts.damaged,
    viewerTexts.too_large,
    viewerTexts.too_slow,
  ];
  const shown = document
    .getByRole('img', { name: /^Page 1/ })
    .or(document.locator('iframe'))
    .or(document.getByRole('region', { name: /^Text of/ }))
    .or(document.getByText(new RegExp([...said, chartTexts.failed, viewerTexts.pageFailed].join('|'))));
  await expect(shown.first()).toBeVisible();
  const state = await page.evaluate('({ hasRun: top.hasRun === true, violations: top.violations ?? [] })');
  expect(state).toEqual({ hasRun: false, violations: [] });
}

async function documentIds(page: Page, patientId: number): Promise<{ id: number; name: string }[]> {
  const { documents } = await call(page.request, listCharts, { patientId });
  return documents.map((one) => ({ id: one.patientDocumentId, name: one.documentName }));
}

async function upload(page: Page, patientId: number, name: string, buffer: Buffer): Promise<boolean> {
  const { documentTypes } = await call(page.request, listPrimaryDocumentTypes, {});
  const answer = await page.request.post(`${address()}/api/documents/upload`, {
    headers: { origin: address(), [frontendVersionHeader]: frontendVersion },
    multipart: {
      PatientId: patientId,
      DocumentTypeId: documentTypes[0]?.documentTypeId ?? 0,
      DateProvided: '2026-03-02',
      HIPAAReleaseOnFile: true,
      file: { name, mimeType: 'application/octet-stream', buffer },
    },
  });
  return ((await answer.json()) as { wasSuccessful: boolean }).wasSuccessful;
}
