import { startFaxService } from '@careloop/server/test/faxService';

import { expectAccessible } from '../support/accessibility.ts';
import { setPlace } from '../support/address.ts';
import { startProductOnCopy } from '../support/template.ts';
import { expect, test } from '../support/test.ts';

test.setTimeout(180_000);

test('a facility gets a fax number from the fax service', async ({ openAt }) => {
  const service = await startFaxService();
  const product = await startProductOnCopy({ env: service.env });
  try {
    setPlace(product);
    const page = await openAt('admin');
    await page.goto('/provider/Clients');
    await page.getByRole('button', { name: 'Marlborough Health Center' }).click();
    const dialog = page.getByRole('dialog', { name: 'Marlborough Health Center' });
    await dialog.getByRole('combobox', { name: 'Area code' }).click();
    await page.getByRole('option', { name: '508' }).click();
    await dialog.getByRole('button', { name: 'Request new fax number' }).click();
    const row = dialog.getByRole('list', { name: 'Fax numbers' }).getByRole('listitem');
    await expect(row).toContainText('(508) 555-0142');
    await expect(row).toContainText('by Margaret Doyle');
    await expectAccessible(page, 'a fax number of a facility');
    // The facility form is unchanged.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await page.close();
  } finally {
    await product.stop();
    await service.stop();
  }
});
