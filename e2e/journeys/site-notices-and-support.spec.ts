import { severity } from '@careloop/contracts/codes';
import { getSiteAlertSettings, saveSiteAlert, siteTexts } from '@careloop/contracts/site-info';
import { supportTexts } from '@careloop/contracts/support';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { seconds } from '../support/clock.ts';
import { mailTo } from '../support/mailbox.ts';
import { mainHeading } from '../support/mainHeading.ts';
import { expect, test } from '../support/test.ts';

// What the site tells its users, and how they reach support.

test('release notes, policies and terms are one click away, and a new version is written in Markdown', async ({
  openAs,
}) => {
  const page = await openAs('admin');
  await page.goto('/provider');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link')).toHaveText([
    'Release notes 6.0.1 (5/05/2025)',
    'Privacy policy',
    'Terms of use',
    'Sitemap',
  ]);
  await footer.getByRole('link', { name: /^Release notes/ }).click();
  await expect(page).toHaveTitle('Careloop | Release notes');
  await expect(page.getByText('Version 6.0.1 · 5/05/2025')).toBeVisible();
  await expectAccessible(page, 'release notes');
  await page.getByRole('link', { name: 'Previous version, 6.0.0' }).click();
  await expect(page.getByText('Version 6.0.0 ·')).toBeVisible();
  await footer.getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  await page.goto('/provider/ReleaseNotes/999999');
  await expect(page.getByRole('heading', { name: siteTexts.documentMissing })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Read the current release notes' })).toBeVisible();

  await page.goto('/provider/Site/Documents');
  await expect(page.getByRole('option')).toHaveCount(8);
  await page.getByRole('button', { name: 'New document' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Document' });
  await dialog.getByRole('textbox', { name: 'Version' }).fill('0.0.1');
  await dialog.getByRole('textbox', { name: 'Release date' }).fill('1/2/2020');
  const text = dialog.getByRole('textbox', { name: 'Text' });
  await text.fill(' ');
  await text.blur();
  await expect(dialog.getByText(siteTexts.documentTextRequired)).toBeVisible();
  await expectAccessible(page, 'new document');
  await text.fill(
    [
      '# Hello',
      '<img src=x onerror="document.title=`hacked`"> <script>document.title = "hacked"</script>',
      '[script](javascript:alert(1)) ![pixel](https://evil.example/pixel.png)',
      '[web](https://example.org/)',
    ].join('\n\n'),
  );
  await dialog.getByText('Preview', { exact: true }).click();
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Hello' })).toBeVisible();
  await expect(preview.getByRole('link')).toHaveText(['web']);
  await dialog.getByRole('button', { name: 'Save' }).click();

  const article = page.getByRole('article');
  await expect(article.getByRole('heading', { name: 'Release notes 0.0.1' })).toBeVisible();
  await expect(article.getByText('<img src=x')).toBeVisible();
  await expect(article.getByRole('img')).toHaveCount(0);
  await expect(article.getByRole('link')).toHaveText(['web']);
  await expect(article.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(page).toHaveTitle('Careloop | Site documents');
  await expectAccessible(page, 'site documents');
});

test('a site alert appears within a minute above every screen, and a user can dismiss it', async ({ openAs }) => {
  const alertOf = (one: Page) => one.getByRole('status').filter({ hasText: 'Planned maintenance' });
  const page = await openAs('drnguyen');
  await page.clock.install();
  const first = page.waitForResponse('**/api/site-info/alert');
  await page.goto('/provider');
  await first;
  await expect(mainHeading(page)).toBeVisible();
  await expect(alertOf(page)).toHaveCount(0);

  const admin = await openAs('admin');
  await admin.goto('/provider/Site');
  await admin.getByRole('switch', { name: 'Show this alert above every screen' }).click();
  await admin.getByRole('radio', { name: 'Severe' }).click();
  await admin.getByRole('textbox', { name: 'Header' }).fill('Planned maintenance.');
  await admin.getByRole('textbox', { name: 'Message' }).fill('Saturday from 10 PM to midnight.');
  await admin.getByRole('radio', { name: 'Chosen clients' }).click();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText(siteTexts.clientsRequired)).toBeVisible();
  await admin.getByRole('radio', { name: 'All clients' }).click();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Site alert saved. It is on.')).toBeVisible();
  await expect(alertOf(admin)).toContainText('SeverePlanned maintenance. Saturday from 10 PM to midnight.');
  await expectAccessible(admin, 'site alert and its form');

  await page.clock.runFor(seconds(61));
  await alertOf(page).getByRole('button', { name: 'Dismiss alert' }).click();
  await expect(alertOf(page)).toHaveCount(0);
  const read = page.waitForResponse('**/api/site-info/alert');
  await page.goto('/provider/Referrals');
  await read;
  await expect(mainHeading(page)).toBeVisible();
  await expect(alertOf(page)).toHaveCount(0);

  // A new one is shown to everyone, until it is turned off.
  const { rowVersion } = await call(admin.request, getSiteAlertSettings, {});
  const alert = {
    enabled: true,
    severity: severity.table.medium,
    header: 'Planned maintenance.',
    message: 'Sunday instead.',
    isForAllClients: true,
    clientIds: [],
  };
  const saved = await call(admin.request, saveSiteAlert, { ...alert, rowVersion });
  await page.clock.runFor(seconds(61));
  await expect(alertOf(page)).toContainText('Sunday instead.');
  await call(admin.request, saveSiteAlert, { ...alert, enabled: false, rowVersion: saved.rowVersion });
  await page.clock.runFor(seconds(61));
  await expect(alertOf(page)).toHaveCount(0);
});

test('a user requests help; support is notified and resolves the request', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.goto('/provider');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Submit a Support Request',
    'Visit the Support Portal',
    'Keyboard shortcuts',
  ]);
  const portal = page.getByRole('menuitem', { name: 'Visit the Support Portal' });
  await expect(portal).toHaveAttribute('href', 'https://support.example.org/careloop');
  await expect(portal).toHaveAttribute('rel', 'noopener noreferrer');
  await expectAccessible(page, 'help menu');
  await test.step('help pages of the product explain its screens', async () => {
    await page.goto('/provider/WorkQueues');
    await page.getByRole('link', { name: 'Help: Work a queue' }).click();
    await expect(mainHeading(page)).toHaveText('Work a queue');
    await expectAccessible(page, 'help page');
    await page.getByRole('link', { name: 'All help pages' }).click();
    await page.getByRole('searchbox', { name: 'Search the help pages' }).fill('recovery codes');
    await expect(page.getByRole('list', { name: 'Help pages' }).getByRole('link')).toHaveCount(1);
    await expectAccessible(page, 'help pages');
    await page.goto('/provider/Help/no-such-page');
    await expect(mainHeading(page)).toHaveText('There is no such help page');
    await page.goto('/provider');
    await page.getByRole('button', { name: 'Help', exact: true }).click();
  });
  await page.getByRole('menuitem', { name: 'Submit a Support Request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Submit a Support Request' });
  const email = dialog.getByRole('textbox', { name: 'Email' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Linh Nguyen');
  await expect(dialog.getByRole('combobox', { name: 'Associated Client' })).toHaveValue('Bay Colony Health Partners');
  await expect(email).toHaveValue(/@/);
  // The account's address; mail is sent to no other.
  const address = await email.inputValue();

  const summary = 'Documents of the referral stay blank';
  await dialog.getByRole('textbox', { name: 'Summary' }).fill(summary);
  await dialog.getByRole('textbox', { name: 'Error Code(s)' }).fill('FE-t5x0zd');
  await dialog.getByRole('radio', { name: 'High' }).click();
  await email.fill('linh');
  await email.blur();
  await expect(dialog.getByText(supportTexts.emailInvalid)).toBeVisible();
  await expectAccessible(page, 'support request with a message');
  await email.fill(address);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByRole('heading', { name: supportTexts.thankYou })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  const received = (recipient: string) => mailTo(recipient).join('\n');
  await expect.poll(() => received('support@careloop.example')).toContain(summary);
  await expect.poll(() => received(address)).toContain('Your request has been submitted.');

  const admin = await openAs('admin');
  await admin.goto('/provider/Site');
  await admin.getByRole('link', { name: 'Support requests' }).click();
  await expect(admin).toHaveTitle('Careloop | Support requests');
  await admin.getByRole('option', { name: new RegExp(summary) }).click();
  const detail = admin.getByRole('article');
  await expect(detail.getByText('FE-t5x0zd')).toBeVisible();
  await expect(detail.getByText('High impact')).toBeVisible();
  await expectAccessible(admin, 'support requests');
  await detail.getByRole('button', { name: 'Resolve' }).click();
  const resolve = admin.getByRole('dialog', { name: 'Resolve Support Request' });
  await resolve.getByRole('textbox', { name: 'How it was resolved' }).fill('The scanner was off.');
  await expectAccessible(admin, 'resolve support request');
  await resolve.getByRole('button', { name: 'Resolve' }).click();
  await expect(admin.getByText('Support request resolved')).toBeVisible();
  await expect(detail.getByText('The scanner was off.')).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
});
