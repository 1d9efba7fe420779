import { listMedications } from '@careloop/contracts/clinical-record';
import { listPatients } from '@careloop/contracts/patients';
import { getReferral } from '@careloop/contracts/referrals';
import { cancelReferral } from '@careloop/contracts/referrals/processing';
import { signIn } from '@careloop/contracts/session';
import { reportClientError } from '@careloop/contracts/support/clientErrors';
import type { Page, Route } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { address } from '../support/address.ts';
import { call } from '../support/api.ts';
import { hurryTo, minutes } from '../support/clock.ts';
import { loseAnswers } from '../support/lostAnswers.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { expect, password, staged, test } from '../support/test.ts';

test('a failed action is shown in a dialog, support gets its code, and the action can be repeated', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  const { patient, referralId } = await sendReferral(page, {
    patient: 'Lavoie',
    to: 'Patel',
    for: 'Washington',
    reason: 'Murmur, wishes an echocardiogram.',
  });
  await page.goto(`/provider/Referrals?referralId=${referralId}`);
  await expect(page.getByRole('article').getByText(nameOf(patient))).toBeVisible();
  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancel referral' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  };
  const json = {
    wasSuccessful: false,
    code: 'refused',
    validationErrors: {},
    reference: 'FE-t5x0zd',
    message: 'Not today.',
  };
  await page.route('**/api/provider/referrals/cancel', (route) => route.fulfill({ json }));
  await cancel();
  const error = page.getByRole('dialog').filter({ hasText: 'Not today.' });
  await expect(error).toBeVisible();
  await expectAccessible(page, 'error dialog');
  await error.getByRole('button', { name: 'Submit a Support Request' }).click();
  await expect(error).toBeHidden();
  const support = page.getByRole('dialog', { name: 'Submit a Support Request' });
  await expect(support.getByRole('textbox', { name: 'Error Code(s)' })).toHaveValue('FE-t5x0zd');
  // Nothing was typed yet, so closing does not ask.
  await page.keyboard.press('Escape');
  await expect(support).toBeHidden();
  await page.unroute('**/api/provider/referrals/cancel');
  await cancel();
  await expect(page.getByText('Referral canceled', { exact: true })).toBeVisible();
});

test('an action whose responses are lost succeeds by Retry, and is done once', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const reason = 'Palpitations at night.';
  const { referralId } = await sendReferral(page, { patient: 'Lavoie', to: 'Patel', for: 'Washington', reason });
  await page.clock.install();
  await page.goto(`/provider/Referrals?referralId=${referralId}`);
  const network = await loseAnswers(page, cancelReferral);
  await page.getByRole('button', { name: 'Cancel referral' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  const failed = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Retry' }) });
  await hurryTo(failed);
  await network.heal();
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Referral canceled', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(new Set(network.keys).size).toBe(1);
  const { version, timeline } = await call(page.request, getReferral, { referralId });
  expect(version).toBe(2);
  expect(timeline.filter(({ action }) => action === 'cancelled')).toHaveLength(1);
});

test('a screen that crashes shows a code and details, and is reported', async ({ browser, product: _product }) => {
  // Not monitored like other journeys, because a console error is expected here.
  const context = await browser.newContext({ baseURL: address() });
  await call(context.request, signIn, { username: 'admin', password });
  const page = await context.newPage();
  const reports: string[] = [];
  // Intercepted, because the server's log must stay empty; the server part is tested through the API.
  await page.route(`**/api${reportClientError.path}`, async (route) => {
    reports.push(route.request().postData() ?? '');
    await route.fulfill({ json: { wasSuccessful: true } });
  });
  // A response that does not match its declared shape, as an old page may get after a release.
  const list = /\/api\/provider\/referrals(\?|$)/;
  await page.route(list, (route) => route.fulfill({ json: { wasSuccessful: true, items: [{}], nextCursor: null } }));
  await page.goto('/provider/Sitemap');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Referrals/ })
    .click();
  await expect(page.getByText(/has encountered an error\. This error has been logged/)).toBeVisible();
  await expect(page.getByText(/^Reference code: \d+-FE-[0-9a-z]+$/)).toBeVisible();
  await page.getByRole('button', { name: 'More Info' }).click();
  await expect(page.getByText(/TypeError/)).toBeVisible();
  await expectAccessible(page, 'error screen');
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  expect(reports[0]).toContain('"route":"/Referrals"');
  expect(reports[0]).not.toContain('Cannot read');
  await context.close();
});

test('while the server cannot be reached the page says so, and loads its data once it is back', async ({ openAs }) => {
  const page = await openHome(await openAs('drnguyen'));
  const callout = page.getByRole('status').filter({ hasText: /Connection interrupted|Re-establishing/ });
  // As while the database is away: nobody is signed out.
  const json = { wasSuccessful: false, code: 'unavailable', validationErrors: {} };
  await page.route('**/api/**', async (route) => await route.fulfill({ status: 503, headers: staged, json }));
  await page.getByRole('link', { name: 'Referrals' }).first().click();
  await expect(callout).toContainText('Connection interrupted.');
  await expectAccessible(page, 'interrupted connection');

  const asked = Promise.withResolvers<Route>();
  await page.route('**/api/healthcheck/*', (route) => asked.resolve(route));
  await callout.getByRole('button', { name: 'Reconnect' }).click();
  await expect(callout).toContainText('Re-establishing connection...');
  await page.unroute('**/api/**');
  await (await asked.promise).continue();
  await expect(callout).toHaveCount(0);
  // The failed read is repeated without another click.
  await expect(page.getByRole('article')).toBeVisible();
});

test('medications that cannot be refetched are said to be old until they are', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  const { items } = await call(page.request, listPatients, {});
  await page.clock.install();
  await page.goto(`/provider/Patient/${items[0]?.patientId}?section=medications`);
  // Shown from the start, and enabled once the medications are loaded.
  await expect(page.getByRole('button', { name: 'Add medication' })).toBeEnabled();
  const list = `**/api${listMedications.path}*`;
  await page.route(list, async (route) => await route.fulfill({ status: 500, headers: staged, json: {} }));
  await page.clock.fastForward(minutes(1));
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
  const notice = page.getByRole('status').filter({ hasText: 'Some information could not be updated.' });
  await hurryTo(notice);
  await expect(page.getByRole('button', { name: 'Add medication' })).toBeVisible();
  await expectAccessible(page, 'information that could not be updated');
  // Paper with old medications must not look current.
  await page.emulateMedia({ media: 'print' });
  await expect(notice).toBeVisible();
  await expect(notice.getByText('Try again')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.unroute(list);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toHaveCount(0);
});

test('missing code of an old release reloads the page for the new one, once', async ({ openAs }) => {
  const page = await openHome(await openAs('drnguyen'));
  let reloads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads += 1;
  });
  // For the page of the old release the file stays missing, however often it is requested; hovering over the link
  // requests it first.
  await page.route('**/assets/screens-*.js', async (route) => {
    if (reloads === 0) await route.fulfill({ status: 404 });
    else await route.continue();
  });
  await page.getByRole('link', { name: 'Work Queues' }).first().click();
  await expect(page.getByRole('navigation', { name: 'Work queues' })).toBeVisible();
  expect(reloads).toBe(1);
});

async function openHome(page: Page): Promise<Page> {
  await page.goto('/provider');
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  return page;
}
