import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('on a phone the tree and the document are shown one at a time', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.setViewportSize({ width: 390, height: 844 });
  const { patientId } = await findPatient(page, 'Fitzgerald');
  for (const place of [`/provider/Patient/${patientId}/charts`, `/provider/Patient/${patientId}?section=documents`]) {
    await page.goto(place);
    const tree = page.getByRole('tree');
    const back = page.getByRole('button', { name: 'Back to documents' });
    await expect(tree).toBeVisible();
    await expect(back).toBeHidden();
    await page.getByRole('treeitem', { name: 'Summary of Care' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Summary of Care' }).first()).toBeVisible();
    await expect(tree).toBeHidden();
    await expect(back).toBeFocused();
    await expectAccessible(page, `a chart on a phone at ${place}`);

    await back.press('Enter');
    await expect(tree).toBeVisible();
    await expect(page.getByRole('treeitem', { name: 'Summary of Care' })).toBeFocused();
    // The open document is in the URL, so the browser's Back and Forward buttons do the same.
    await page.goBack();
    await expect(tree).toBeHidden();
    await page.goForward();
    await expect(tree).toBeVisible();
  }
});
