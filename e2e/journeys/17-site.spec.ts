import { severity } from '@careloop/contracts/codes';
import type { CallOf } from '@careloop/contracts/endpoint';
import { logout, signIn } from '@careloop/contracts/session';
import {
  getSiteAlertSettings,
  listSiteDocuments,
  saveSiteAlert,
  saveSiteDocument,
  siteTexts,
} from '@careloop/contracts/site-info';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { address } from '../support/address.ts';
import { call } from '../support/api.ts';
import { seconds } from '../support/clock.ts';
import { expect, password, test } from '../support/test.ts';

const footer = (page: Page) => page.getByRole('contentinfo');
const alertOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Planned maintenance' });

/** Sets the alert through the API, as a user who manages the site. */
async function setAlert({ request }: Page, changes: Partial<CallOf<typeof saveSiteAlert>>): Promise<void> {
  const { rowVersion } = await call(request, getSiteAlertSettings, {});
  const alert = {
    enabled: true,
    severity: severity.table.medium,
    header: 'Planned maintenance.',
    message: 'Saturday from 10 PM to midnight.',
    isForAllClients: true,
    clientIds: [],
  };
  await call(request, saveSiteAlert, { ...alert, ...changes, rowVersion });
}

test('release notes, policies and terms are one click away, including earlier versions', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.goto('/provider');
  await expect(footer(page).getByRole('link')).toHaveText([
    'Release notes 6.0.1 (5/05/2025)',
    'Privacy policy',
    'Terms of use',
    'Sitemap',
  ]);
  await footer(page)
    .getByRole('link', { name: /^Release notes/ })
    .click();
  await expect(page).toHaveTitle('Careloop | Release notes');
  await expect(page.getByRole('heading', { level: 1, name: 'Release notes' })).toBeVisible();
  await expect(page.getByText('Version 6.0.1 · 5/05/2025')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'New' })).toBeVisible();
  await expectAccessible(page, 'release notes');

  await test.step('paging goes through all versions and back', async () => {
    const pager = page.getByRole('navigation', { name: 'Other versions' });
    await expect(pager.getByRole('link', { name: /^Next/ })).toHaveCount(0);
    for (const version of ['6.0.0', '5.4.0', '5.3.0']) {
      await pager.getByRole('link', { name: `Previous version, ${version}` }).click();
      await expect(page.getByText(`Version ${version} ·`)).toBeVisible();
    }
    await expect(pager.getByRole('link', { name: /^Previous/ })).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Version 5.3.0 · 12/09/2024')).toBeVisible();
    await pager.getByRole('link', { name: 'Next version, 5.4.0' }).click();
    await page.goBack();
    await expect(page.getByText('Version 5.3.0 ·')).toBeVisible();
  });

  await test.step('the policy and the terms are shown too', async () => {
    await footer(page).getByRole('link', { name: 'Privacy policy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
    await expect(page.getByRole('table')).toBeVisible();
    await expectAccessible(page, 'privacy policy');
    await footer(page).getByRole('link', { name: 'Terms of use' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible();
    await expect(page).toHaveTitle('Careloop | Terms of use');
  });

  await test.step('a dead link says so, and where to go', async () => {
    for (const id of ['999999', 'abc', '0']) {
      await page.goto(`/provider/ReleaseNotes/${id}`);
      await expect(page.getByRole('heading', { name: siteTexts.documentMissing })).toBeVisible();
    }
    await expectAccessible(page, 'missing document');
    await page.getByRole('link', { name: 'Read the current release notes' }).click();
    await expect(page.getByText('Version 6.0.1 ·')).toBeVisible();
  });
});

test('a document is written in Markdown, and only Markdown is rendered', async ({ openAs }) => {
  const page = await openAs('admin');
  await page.goto('/provider/Site/Documents');
  await expect(page.getByRole('option')).toHaveCount(8);
  await expectAccessible(page, 'site documents');
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
  await test.step('its preview shows it as readers will see it', async () => {
    await dialog.getByText('Preview', { exact: true }).click();
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'Hello' })).toBeVisible();
    await expect(preview.getByText('<img src=x')).toBeVisible();
    await expect(preview.getByRole('link')).toHaveText(['web']);
    await expectAccessible(page, 'preview of a document');
    await dialog.getByText('Write', { exact: true }).click();
    await expect(text).toHaveValue(/^# Hello/);
  });
  await dialog.getByText('Preview', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Document saved')).toBeVisible();

  await test.step('the saved document is shown at once', async () => {
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { name: 'Release notes 0.0.1' })).toBeVisible();
    await expect(article.getByRole('heading', { name: 'Hello' })).toBeVisible();
    await expect(article.getByText('<img src=x')).toBeVisible();
    await expect(article.getByRole('img')).toHaveCount(0);
    await expect(article.getByRole('link')).toHaveText(['web']);
    await expect(article.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(page).toHaveTitle('Careloop | Site documents');
  });

  await test.step('of two concurrent editors the second one is told', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Document' });
    await edit.getByRole('textbox', { name: 'Text' }).fill('# Mine');
    const { items } = await call(page.request, listSiteDocuments, { documentType: 1 });
    const { siteDocumentId, rowVersion } = items.at(-1) ?? {};
    await call(page.request, saveSiteDocument, {
      siteDocumentId,
      rowVersion,
      documentType: 1,
      version: '0.0.1',
      releaseDate: '2020-01-02',
      documentText: '# Theirs',
    });
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit.getByRole('alert')).toContainText('Someone else has changed this in the meantime');
    await expect(edit.getByRole('textbox', { name: 'Text' })).toHaveValue('# Mine');
  });
});

test.describe('the site alert', () => {
  test.afterEach(async ({ openAs }) => {
    await setAlert(await openAs('admin'), { enabled: false });
  });

  test('is written by a user who manages the site, and is shown above every screen', async ({ openAs }) => {
    const admin = await openAs('admin');
    await admin.goto('/provider');
    await admin.getByRole('button', { name: /Doyle: account and settings$/ }).click();
    await admin.getByRole('menuitem', { name: 'Site' }).click();
    await expect(admin).toHaveTitle('Careloop | Site');
    await expect(admin.getByRole('heading', { level: 1, name: 'Site' })).toBeVisible();
    await admin.getByRole('switch', { name: 'Show this alert above every screen' }).click();
    await admin.getByRole('radio', { name: 'Severe' }).click();
    await admin.getByRole('textbox', { name: 'Header' }).fill('Planned maintenance.');
    await admin.getByRole('textbox', { name: 'Message' }).fill('Saturday from 10 PM to midnight.');
    await admin.getByRole('radio', { name: 'Chosen clients' }).click();
    await expectAccessible(admin, 'site alert form');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(admin.getByText(siteTexts.clientsRequired)).toBeVisible();
    await admin.getByRole('radio', { name: 'All clients' }).click();
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(admin.getByText('Site alert saved. It is on.')).toBeVisible();
    await expect(alertOf(admin)).toContainText('SeverePlanned maintenance. Saturday from 10 PM to midnight.');
    await expectAccessible(admin, 'site alert');
    await admin.goto('/provider/Referrals');
    await expect(alertOf(admin)).toBeVisible();
  });

  test('appears within a minute, and disappears when it is turned off', async ({ openAs }) => {
    const admin = await openAs('admin');
    const page = await openAs('drnguyen');
    await page.clock.install();
    const first = page.waitForResponse('**/api/site-info/alert');
    await page.goto('/provider');
    await first;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(alertOf(page)).toHaveCount(0);
    await setAlert(admin, {});
    await page.clock.runFor(seconds(61));
    await expect(alertOf(page)).toBeVisible();
    await setAlert(admin, { enabled: false });
    await page.clock.runFor(seconds(61));
    await expect(alertOf(page)).toHaveCount(0);
  });

  test('disappears, with a console message, when it cannot be read', async ({ openAs }) => {
    await setAlert(await openAs('admin'), {});
    const page = await openAs('drnguyen');
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await page.clock.install();
    await page.goto('/provider');
    await expect(alertOf(page)).toBeVisible();
    await page.route('**/api/site-info/alert', (route) => route.abort());
    await page.clock.runFor(seconds(61));
    await expect(alertOf(page)).toHaveCount(0);
    await expect.poll(() => warnings).toContainEqual(expect.stringMatching(/^The site alert could not be read: FE-/));
  });

  test('stays hidden for a user who dismissed it, until it changes', async ({ openAs }) => {
    const admin = await openAs('admin');
    await setAlert(admin, {});
    const page = await openAs('drnguyen');
    await page.goto('/provider');
    await alertOf(page).getByRole('button', { name: 'Dismiss alert' }).click();
    await expect(alertOf(page)).toHaveCount(0);
    const read = page.waitForResponse('**/api/site-info/alert');
    await page.reload();
    await read;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(alertOf(page)).toHaveCount(0);
    const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage })');
    expect(kept).not.toContain('maintenance');

    await test.step('another user of the same browser sees it, and the first dismissal is forgotten', async () => {
      for (const username of ['office', 'drnguyen']) {
        await call(page.request, logout, {});
        await call(page.request, signIn, { username, password });
        await page.goto(`${address()}/provider`);
        await expect(alertOf(page)).toBeVisible();
      }
    });

    await test.step('a new one is shown to everyone', async () => {
      await alertOf(page).getByRole('button', { name: 'Dismiss alert' }).click();
      await setAlert(admin, { message: 'Sunday instead.' });
      await page.reload();
      await expect(alertOf(page)).toContainText('Sunday instead.');
    });
  });

  test('is shown only to users of its clients', async ({ openAs }) => {
    const admin = await openAs('admin');
    const { clients } = await call(admin.request, getSiteAlertSettings, {});
    const prairieRidge = clients.find(({ displayName }) => displayName.startsWith('Prairie Ridge'));
    await setAlert(admin, { isForAllClients: false, clientIds: [prairieRidge?.clientId ?? 0] });
    const theirs = await openAs('outsider');
    await theirs.goto('/provider');
    await expect(alertOf(theirs)).toBeVisible();
    const page = await openAs('drnguyen');
    const read = page.waitForResponse('**/api/site-info/alert');
    await page.goto('/provider');
    expect(await (await read).json()).toMatchObject({ alert: null });
    await expect(alertOf(page)).toHaveCount(0);
  });

  test('cannot be set by other users', async ({ openAs }) => {
    const page = await openAs('drnguyen');
    await page.goto('/provider/Site');
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  });
});
