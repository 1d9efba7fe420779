import { listPowerBiReports, powerBiTexts } from '@careloop/contracts/reports/powerBi';
import { signIn } from '@careloop/contracts/session';
import { embedOrigin, startPowerBiService } from '@careloop/server/test/powerBiService';

import { expectAccessible } from '../support/accessibility.ts';
import { startProductOnCopy } from '../support/template.ts';
import { expect, password, staged, test } from '../support/test.ts';

test.setTimeout(180_000);

/** A fake report page that shows the token it receives in the library's messages. */
const embedPage = `<!doctype html><html lang="en"><title>Report</title><h1>A Power BI report</h1>
<p id="token">No token</p><script>
addEventListener('message', ({ data }) => {
  if (data.body?.accessToken) document.getElementById('token').textContent = data.body.accessToken;
});
</script></html>`;

test('Power BI reports are shown with a token, according to the permission for their kind', async ({ browser }) => {
  const service = await startPowerBiService();
  const product = await startProductOnCopy({ env: service.env });
  let log: string[] = [];
  try {
    const context = await browser.newContext({ baseURL: product.address });
    await context.route(`${embedOrigin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: embedPage, headers: staged }),
    );
    const refusedByPolicy: string[] = [];
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refusedByPolicy.push(message.text());
    });
    await context.request.post(`/api${signIn.path}`, { data: { username: 'admin', password } });
    const page = await context.newPage();
    await page.goto('/provider/Reports');
    await page.getByRole('tab', { name: 'Power BI' }).click();
    const frame = page.frameLocator('iframe[title="Referral volume"]');
    await expect(frame.getByText('H4sI-Referral volume')).toBeVisible();
    await expectAccessible(page, 'a report of Power BI');

    await test.step('another report opens by its URL', async () => {
      await page.getByRole('combobox', { name: 'Report' }).click();
      await page.getByRole('option', { name: 'Staffing' }).click();
      await expect(page).toHaveURL(/powerBiKind=internal/);
      const staffing = page.frameLocator('iframe[title="Staffing"]');
      await expect(staffing.getByText('H4sI-Staffing')).toBeVisible();
      await page.reload();
      await expect(staffing.getByText('H4sI-Staffing')).toBeVisible();
    });

    await test.step('a link to the reports shows a placeholder until the list is loaded', async () => {
      const answer = Promise.withResolvers<void>();
      await page.route(`**/api${listPowerBiReports.path}`, async (route) => {
        await answer.promise;
        await route.continue();
      });
      await page.goto('/provider/Reports?report=powerbi');
      await expect(page.getByRole('tab', { name: 'Power BI' })).toHaveAttribute('aria-selected', 'true');
      answer.resolve();
      await expect(frame.getByText('H4sI-Referral volume')).toBeVisible();
      await page.unroute(`**/api${listPowerBiReports.path}`);
    });

    await test.step('a missing report is reported', async () => {
      await page.goto(`/provider/Reports?report=powerbi&powerBiKind=general&powerBiReport=${crypto.randomUUID()}`);
      await expect(page.getByText(powerBiTexts.gone)).toBeVisible();
    });
    expect(refusedByPolicy).toEqual([]);
    await context.close();
  } finally {
    log = await product.stop();
    await service.stop();
  }
  expect(log).toEqual([]);
});

test('without Power BI there is no such section', async ({ openAs }) => {
  const page = await openAs('admin');
  const files: string[] = [];
  page.on('request', (request) => files.push(request.url()));
  await page.goto('/provider/Reports?report=powerbi');
  await expect(page.getByRole('tab', { name: 'Volume and turnaround' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Power BI' })).toHaveCount(0);
  await expect.poll(() => files.some((file) => file.includes('/assets/pictures-'))).toBe(true);
  expect(files.filter((file) => file.includes('power-bi'))).toEqual([]);
});
