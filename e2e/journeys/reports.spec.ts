import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('a report is printed in light colors, a number opens its referrals, and the numbers are saved as a file', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Reports');
  const main = page.getByRole('main');
  await expect(main.getByText(/^As of /)).toBeVisible();
  await expect(main.getByRole('table')).toBeVisible();
  // One after the other, because a browser reports simultaneous changes in any order.
  const scheme = async (name: 'dark' | 'light') =>
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', name);
  await page.emulateMedia({ colorScheme: 'dark' });
  await scheme('dark');
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await scheme('light');
  await page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
  await scheme('dark');
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
  await scheme('light');
  const number = main.getByRole('link', { name: / sent, Total: show rows/ });
  const count = Number(await number.textContent());
  // The chart's content as text, with as many values as the report counts.
  await main.getByText('Chart as a table').click();
  const series = main.getByRole('table', { name: 'Chart as a table' }).getByRole('row');
  const cells = await series.locator('td:nth-of-type(1)').allTextContents();
  expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(count);
  await expectAccessible(page, 'a report with its chart as a table');
  expect(count).toBeGreaterThan(0);
  await number.click();
  const dialog = page.getByRole('dialog', { name: `Referrals (${count})` });
  await expect(dialog.getByText('Total · Sent')).toBeVisible();
  await expect(dialog.getByRole('table')).toBeVisible();
  await expectAccessible(page, 'the rows of a number');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await main.getByRole('tab', { name: 'Decline reasons' }).click();
  await expect(main.getByRole('region', { name: 'Decline reasons' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await main.getByRole('button', { name: 'CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^declines-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
});
