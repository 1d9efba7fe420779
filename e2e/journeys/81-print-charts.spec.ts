import { chartNodeIds } from '@careloop/contracts/charts/selection';
import { chartAssociationType } from '@careloop/contracts/codes';

import { findPatient } from '../support/organization.ts';
import { keepPrints, printedSheets } from '../support/printed.ts';
import { expect, test } from '../support/test.ts';

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
