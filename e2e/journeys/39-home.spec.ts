import { expect, test } from '../support/test.ts';

test('every link on Home opens its screen', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider');
  const main = page.getByRole('main');
  await main.getByRole('searchbox', { name: 'Find a patient' }).fill('m');
  await expect(main.getByRole('link', { name: 'Show all matches' })).toBeVisible();
  await expect(main.getByRole('region', { name: 'Latest referrals' }).getByRole('listitem').first()).toBeVisible();
  await expect(
    main
      .getByRole('region', { name: /overdue/i })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  const links = await main.getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of new Set(addresses)) {
    // By clicking the link, because the screen starts with data that Home has read.
    await main.locator(`a[href="${address}"]`).first().click();
    await expect(main.getByRole('heading', { level: 1 })).not.toHaveText(/^Good /);
    await expect(main.getByText('has encountered an error')).toHaveCount(0);
    await page.goBack();
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Good /);
    await main.getByRole('searchbox', { name: 'Find a patient' }).fill('m');
    await expect(main.getByRole('link', { name: 'Show all matches' })).toBeVisible();
  }
});
