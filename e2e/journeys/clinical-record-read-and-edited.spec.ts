import { editingTexts, saveAllergy } from '@careloop/contracts/clinical-record/editing';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { blockRealtime } from '../support/realtime.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

test('results are narrowed to abnormal ones, and a value is shown over time', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Chen');
  await page.goto(`/provider/Patient/${patientId}`);
  await page.getByRole('tab', { name: 'Clinical record' }).click();
  await page.getByRole('tab', { name: /^Results/ }).click();
  const panels = page.getByRole('tabpanel', { name: /^Results/ }).getByRole('region');
  const normal = panels.filter({ hasNotText: /High|Low|Abnormal|Critical/ });
  await expect(normal.first()).toBeVisible();
  await page.getByText('Abnormal', { exact: true }).click();
  await expect(page).toHaveURL(/isAbnormal=true/);
  await expect(normal).toHaveCount(0);
  await expectAccessible(page, 'abnormal results');
  await page
    .getByRole('button', { name: /^Glucose .* show over time$/ })
    .first()
    .click();
  const trend = page.getByRole('dialog', { name: 'Glucose over time' });
  await expect(trend.getByRole('row')).toHaveCount(3);
  await expect(trend.locator('svg.recharts-surface')).toBeVisible();
  await expectAccessible(page, 'a value over time');
});

test('values are drawn in proportion to the time between them', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Andrade');
  await page.goto(`/provider/Patient/${patientId}?section=results`);
  await page
    .getByRole('button', { name: /^Heart rate .* show over time$/ })
    .first()
    .click();
  const dots = page.getByRole('dialog', { name: 'Heart rate over time' }).locator('.recharts-line-dots circle');
  await expect(dots).toHaveCount(5);
  const circles = await dots.all();
  const places = await Promise.all(circles.map(async (circle) => Number(await circle.getAttribute('cx'))));
  const [, middle = 0, afterAYear = 0, , last = 0] = places;
  // Fifteen months, then five weeks.
  expect((last - afterAYear) / (afterAYear - middle)).toBeCloseTo(37 / 460, 1);
});

test('a medication is added, edited, stopped and marked as entered in error', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Chen');
  await page.goto(`/provider/Patient/${patientId}?section=medications`);
  const row = page.getByRole('row', { name: /Warfarin 5 mg tablet/ });
  const act = async (action: string) => {
    await row.getByRole('button', { name: 'Actions for Warfarin 5 mg tablet' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await page.getByRole('button', { name: 'Add medication' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(editingTexts.medicationRequired)).toBeVisible();
  await expectAccessible(page, 'adding a medication');
  await dialog.getByRole('textbox', { name: 'Medication' }).fill('Warfarin 5 mg tablet');
  await dialog.getByRole('textbox', { name: 'From' }).fill('3/2024');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Medication added')).toBeVisible();
  await expect(row).toContainText('3/2024');

  await act('Edit');
  await dialog.getByRole('textbox', { name: 'Dosage and how it is taken' }).fill('1 tablet by mouth daily');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('1 tablet by mouth daily');

  await act('Stop');
  await dialog.getByRole('textbox', { name: 'Stopped on' }).fill('2025');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Replaced by apixaban');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(row).toContainText('Stopped');
  await expect(row).toContainText('Replaced by apixaban');

  await act('Mark as entered in error');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Belongs to another patient');
  await expectAccessible(page, 'marking as entered in error');
  await dialog.getByRole('button', { name: 'Mark as entered in error' }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('switch', { name: 'Show entered in error' }).click();
  await expect(row.getByText('Entered in error', { exact: true })).toBeVisible();
  await expectAccessible(page, 'medications');
});

test('“No known allergies” ends with an allergy, is refused beside one, and the worst allergy comes first', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  // The list stays as it was loaded, as after a lost connection.
  await blockRealtime(page);
  const { patientId } = await findPatient(page, 'Fitzgerald');
  await page.goto(`/provider/Patient/${patientId}?section=allergies`);
  await expect(page.getByText('No known drug allergies', { exact: true })).toBeVisible();
  const add = async (substance: string, risk?: string) => {
    await page.getByRole('button', { name: 'Add allergy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add allergy' });
    await dialog.getByRole('textbox', { name: 'Substance' }).fill(substance);
    if (risk !== undefined) {
      await dialog.getByRole('combobox', { name: 'Risk' }).click();
      await page.getByRole('option', { name: risk }).click();
    }
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: new RegExp(substance) })).toBeVisible();
  };
  await add('Latex');
  await expect(page.getByText(/No known drug allergies: no longer valid/)).toBeVisible();
  await add('Penicillin', 'High risk');
  await expectAccessible(page, 'allergies');

  await page.goto(`/provider/Patient/${patientId}`);
  const allergies = section(page, 'Allergies');
  await expect(allergies.getByRole('listitem')).toHaveText([/^Penicillin.*High risk/, /^Latex/]);

  const other = await findPatient(page, 'Bergström');
  await page.goto(`/provider/Patient/${other.patientId}?section=allergies`);
  await page.getByRole('button', { name: 'Actions for Amoxicillin' }).click();
  await page.getByRole('menuitem', { name: 'Resolve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
  const state = page.getByRole('button', { name: 'Record no known allergies' });
  await expect(state).toBeVisible();
  await call(page.request, saveAllergy, {
    patientId: other.patientId,
    description: 'Sulfa',
    kind: null,
    category: null,
    status: 'active',
    criticality: null,
    severity: null,
    reactions: [],
  });
  await state.click();
  await expect(page.getByText(editingTexts.allergyStillActive('Sulfa'))).toBeVisible();
});
