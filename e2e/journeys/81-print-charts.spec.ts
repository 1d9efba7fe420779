import { listCharts } from '@careloop/contracts/charts';
import { chartNodeIds } from '@careloop/contracts/charts/selection';
import { chartAssociationType } from '@careloop/contracts/codes';
import type { Page } from '@playwright/test';

import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { keepPrints, printedSheets } from '../support/printed.ts';
import { expect, test } from '../support/test.ts';

const association = chartAssociationType.table;

test('every sheet of a printed document names the patient and its page', async ({ openAs }, info) => {
  const page = await openAs('coordinator');
  const patient = await openRoom(page);
  await page.getByRole('treeitem', { name: 'Records of Seaport Internal Medicine' }).click();
  await expect(page.getByRole('img', { name: /^Page 1 of/ })).toBeVisible();
  await page.getByRole('button', { name: 'Print document' }).click();
  const sheets = await printedSheets(page, info, 'pdf');
  const shownCount = await page.getByRole('textbox', { name: /^Page, of/ }).getAttribute('aria-label');
  expect(shownCount).toBe(`Page, of ${sheets.length}`);
  expectHeads(sheets, patient.mrn, 'Records of Seaport Internal Medicine');
});

for (const [name, words] of [
  ['Letter of the home health agency', 'The wound has closed.'],
  ['Laboratory message, metabolic panel', 'OBX-5'],
  // Page images have no text.
  ['Faxed release of records', null],
] as const) {
  test(`so does every sheet of "${name}"`, async ({ openAs }, info) => {
    const page = await openAs('coordinator');
    const patient = await openRoom(page);
    await page.getByRole('treeitem', { name }).click();
    // Until then the button prints the previous document.
    await expect(page.getByRole('article', { name })).toBeVisible();
    await page.getByRole('button', { name: 'Print document' }).click();
    const sheets = await printedSheets(page, info, name);
    if (words !== null) expect(sheets.join('\n')).toContain(words);
    expectHeads(sheets, patient.mrn, name);
  });
}

test('every sheet of a printed generated chart names the patient and its page', async ({ openAs }, info) => {
  const page = await openAs('coordinator');
  const { patientId, mrn } = await openRoom(page);
  const { appointments } = await call(page.request, listCharts, { patientId });
  const charts = [
    ['Demographics', association.demographic, chartNodeIds.demographics],
    ['Appointment', association.appointment, appointments[0]?.patientAppointmentId],
    ['Summary of Care', association.summary_of_care, chartNodeIds.summaryOfCare],
  ] as const;
  for (const [name, type, nodeId] of charts) {
    await page.goto(`/provider/Patient/${patientId}/charts?chart=${type}:${nodeId}`);
    await keepPrints(page);
    await page.getByRole('button', { name: `Print ${name}` }).click();
    expectHeads(await printedSheets(page, info, name), mrn, name);
  }
});

async function openRoom(page: Page) {
  const patient = await findPatient(page, 'Hernández');
  await page.goto(`/provider/Patient/${patient.patientId}/charts`);
  await keepPrints(page);
  await page.getByText('Date', { exact: true }).click();
  await page.getByRole('button', { name: 'Expand all' }).click();
  return patient;
}

function expectHeads(sheets: readonly string[], mrn: string, name: string): void {
  expect(sheets.length).toBeGreaterThan(0);
  for (const [index, sheet] of sheets.entries()) {
    expect(sheet).toMatch(/Hernández/i);
    expect(sheet).toContain(mrn);
    expect(sheet).toContain(name);
    expect(sheet).toContain(`Page ${index + 1} of ${sheets.length}`);
  }
}
