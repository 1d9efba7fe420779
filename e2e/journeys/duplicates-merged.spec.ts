import { listDuplicates } from '@careloop/contracts/duplicates';
import { listEncounters } from '@careloop/contracts/patients';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test('a coordinator compares and merges two records, and old links lead to the kept one', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { items } = await call(page.request, listDuplicates, {});
  const [pair] = items;
  const [first, second] = pair?.patients ?? [];
  if (pair === undefined || first === undefined || second === undefined) throw new Error('The demo has no duplicate');
  const encountersOf = async (patientId: number) =>
    (await call(page.request, listEncounters, { patientId })).items.length;
  const counts = [await encountersOf(first.patientId), await encountersOf(second.patientId)];

  // The banner links to the review.
  await page.goto(`/provider/Patient/${first.patientId}`);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner.getByText('Possible duplicate')).toBeVisible();
  await banner.getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Are these the same person?' })).toBeVisible();
  const comparison = page.getByRole('table', { name: 'Comparison of the two records' });
  await expect(comparison.getByRole('row', { name: /^Born \(different\)/ })).toBeVisible();
  await expect(comparison.getByRole('row', { name: `Encounters ${counts.join(' ')}` })).toBeVisible();
  await expectAccessible(page, 'the comparison');

  await page.getByRole('button', { name: 'Merge' }).click();
  const merging = page.getByRole('dialog', { name: 'Merge into one patient' });
  await expect(merging.getByRole('button', { name: 'Merge' })).toBeDisabled();
  await merging.getByRole('radio').first().check();
  await expect(merging.getByText('becomes part of')).toBeVisible();
  await expectAccessible(page, 'the merge dialog');
  await merging.getByRole('button', { name: 'Merge' }).click();
  // The toast stays while the pointer is over it.
  const show = page.getByRole('button', { name: 'Show', exact: true });
  await show.hover();
  await expect(page.getByText('No pairs found')).toBeVisible();
  await show.click();
  await expect(page.getByRole('heading', { name: 'Merged into one patient' })).toBeVisible();

  // An old link opens the surviving record, which has both charts.
  await page.goto(`/provider/Patient/${second.patientId}?section=encounters`);
  await expect(page).toHaveURL(new RegExp(`/Patient/${first.patientId}\\?`));
  await expect(page.getByText('The record you opened was merged into this patient.')).toBeVisible();
  expect(await encountersOf(first.patientId)).toBe((counts[0] ?? 0) + (counts[1] ?? 0));
});
