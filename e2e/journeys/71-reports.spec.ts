import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('a report number links to its referrals, and a reversed period is reported', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Reports');
  const main = page.getByRole('main');
  await expect(main.getByText(/^As of /)).toBeVisible();
  await expect(main.getByRole('table')).toBeVisible();
  // The section appears only if the service is set up.
  await expect(main.getByRole('tab', { name: 'Power BI' })).toHaveCount(0);
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
  for (const [tab, of, title] of [
    ['Consultation answers', ' waiting, Total', 'Consultations'],
    ['Work per user', ' queue items completed, Total', 'Work'],
  ] as const) {
    await main.getByRole('tab', { name: tab }).click();
    const leading = main.getByRole('link', { name: of });
    const counted = Number(await leading.textContent());
    await leading.click();
    const rows = page.getByRole('dialog', { name: `${title} (${counted})` });
    await expect(rows.getByRole('row')).toHaveCount(Math.min(20, counted) + 1);
    await page.keyboard.press('Escape');
    await expect(rows).toHaveCount(0);
  }
  await main.getByRole('tab', { name: 'Volume and turnaround' }).click();
  await main.getByRole('textbox', { name: 'From' }).fill('12/31/2026');
  await main.getByRole('textbox', { name: 'To' }).fill('12/1/2026');
  await expect(main.getByText('Start date must be before End date')).toBeVisible();
  await main.getByRole('textbox', { name: 'From' }).fill('1/1/2026');
  await main.getByRole('tab', { name: 'Decline reasons' }).click();
  await expect(main.getByRole('region', { name: 'Decline reasons' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await main.getByRole('button', { name: 'CSV' }).click();
  expect((await saved).suggestedFilename()).toBe('declines-2026-01-01-2026-12-01.csv');
});
