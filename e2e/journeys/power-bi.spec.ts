import { signIn } from '@careloop/contracts/session';
import { embedOrigin, startPowerBiService } from '@careloop/server/test/powerBiService';

import { expectAccessible } from '../support/accessibility.ts';
import { expect, password, staged, test } from '../support/test.ts';

test.setTimeout(180_000);

/** A fake report page that shows the token it receives in the library's messages. */
const embedPage = `<!doctype html><html lang="en"><title>Report</title><h1>A Power BI report</h1>
<p id="token">No token</p><script>
addEventListener('message', ({ data }) => {
  if (data.body?.accessToken) document.getElementById('token').textContent = data.body.accessToken;
});
</script></html>`;

test('a report of Power BI is shown in its frame with a token', async ({ browser, fileProduct }) => {
  const service = await startPowerBiService();
  const product = await fileProduct.startOwn({ env: service.env });
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

    expect(refusedByPolicy).toEqual([]);
    await context.close();
  } finally {
    log = await product.stop();
    await service.stop();
  }
  expect(log).toEqual([]);
});
