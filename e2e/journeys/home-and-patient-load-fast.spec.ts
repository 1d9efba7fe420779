import { getDashboard } from '@careloop/contracts/dashboard';
import { canAccessPatient, getPatientInfo } from '@careloop/contracts/patients';
import { getPatientOverview } from '@careloop/contracts/patients/overview';
import type { Page, Request } from '@playwright/test';

import { followCalls } from '../support/calls.ts';
import { mainHeading } from '../support/mainHeading.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { blockRealtime } from '../support/realtime.ts';
import { expect, password, test } from '../support/test.ts';

// The two screens that users open most, with as few calls as possible.

const latestReferrals = (page: Page) =>
  page.getByRole('main').getByRole('region', { name: 'Latest referrals' }).getByRole('listitem').first();

/** Requests made until Home is loaded and the channel is open. */
async function requestsOf(page: Page, act: () => Promise<unknown>): Promise<Request[]> {
  const asked: Request[] = [];
  const note = (request: Request) => void asked.push(request);
  const channel = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  page.on('request', note);
  await act();
  await expect(latestReferrals(page)).toBeVisible();
  await channel;
  // Refetches caused by opening the channel happen before this.
  await page.evaluate(async () => await fetch('/api/healthcheck/api'));
  page.off('request', note);
  return asked.slice(0, -1);
}

/** Size of all responses as transferred over the network. */
async function kilobytesOf(requests: readonly Request[]): Promise<number> {
  const http = requests.filter((request) => request.url().startsWith('http'));
  const answers = await Promise.all(http.map(async (request) => await request.response()));
  // A canceled request has no size.
  const answered = answers.filter((answer) => answer !== null).map((answer) => answer.request());
  const sizes = await Promise.all(answered.map(async (request) => await request.sizes()));
  const bytes = sizes.map(({ responseHeadersSize, responseBodySize }) => responseHeadersSize + responseBodySize);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

test('signing in reaches Home with few requests', async ({ openAs }) => {
  const page = await openAs(null);
  // The channel never opens: if it opened late, Home would rightly be fetched again.
  await blockRealtime(page);
  const asked: Request[] = [];
  page.on('request', (request) => void asked.push(request));
  const settled = followCalls(page);
  // The portal is loaded while the user types; all requests since the first URL count.
  await page.goto('/provider');
  await page.getByRole('textbox', { name: 'Username' }).fill('coordinator');
  const typed = page.getByRole('textbox', { name: 'Password' });
  await typed.fill(password);
  // With the keyboard, because a pointer left on the button would rest on a referral and preload its page.
  await typed.press('Enter');
  await expect(latestReferrals(page)).toBeVisible();
  await settled();
  expect(asked.length).toBeLessThanOrEqual(25);
  expect(await kilobytesOf(asked)).toBeLessThanOrEqual(450);
});

test('Home makes each call once', async ({ openAs }) => {
  const page = await openAs('coordinator');
  // If something was just published, or the server or the page is slow to open the channel, a full refetch is correct.
  await expect(async () => {
    const calls = (await requestsOf(page, () => page.goto('/provider')))
      .map((request) => request.url())
      .filter((address) => address.includes('/api/'));
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());
  }).toPass();
});

/**
 * What each main screen loads on a reload without a cache: its calls (the context of the session, the navigation and the site
 * alert, and then what the screen shows), and its scripts as files and kilobytes. A screen that needs more imports
 * something that only a dialog or another section shows: see `web/vite.chunks.ts`.
 */
const mainScreens = [
  { name: 'Home', path: '/provider', calls: 4, scripts: 4, kilobytes: 310 },
  { name: 'Referrals', path: '/provider/Referrals', calls: 7, scripts: 5, kilobytes: 415 },
  { name: 'Work Queues', path: '/provider/WorkQueues', calls: 8, scripts: 5, kilobytes: 415 },
  { name: 'My Patients', path: '/provider/Patients', calls: 9, scripts: 5, kilobytes: 415 },
  { name: 'Messages', path: '/provider/Messages', calls: 8, scripts: 6, kilobytes: 435 },
] as const;
for (const { name, path, ...most } of mainScreens) {
  test(`${name} opens with at most ${most.calls} calls and ${most.scripts} scripts`, async ({ openAs }) => {
    const page = await openAs('coordinator');
    // If it opened late, what the screen shows would rightly be fetched again.
    await blockRealtime(page);
    const calls = recordCalls(page);
    const scripts = recordScripts(page);
    const settled = followCalls(page);
    await page.goto(path);
    await expect(mainHeading(page)).toBeVisible();
    await settled();
    expect(calls).toContain('/provider/navigation');
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(most.calls);
    await expectScripts(scripts, most);
  });
}

/** Requests for the scripts of the portal that a page loads from now on. */
function recordScripts(page: Page): Request[] {
  const scripts: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.url().includes('/assets/')) scripts.push(request);
  });
  return scripts;
}

async function expectScripts(scripts: readonly Request[], most: { scripts: number; kilobytes: number }): Promise<void> {
  const loaded = scripts.map((script) => script.url().replace(/.*\/assets\//, '')).join('\n');
  expect(scripts.length, loaded).toBeLessThanOrEqual(most.scripts);
  expect(await kilobytesOf(scripts), loaded).toBeLessThanOrEqual(most.kilobytes);
}

/** Measures the cumulative layout shift in the page. */
const countShift = `
  const root = document.documentElement.dataset;
  const count = (entry) => { root.shift = String(Number(root.shift ?? 0) + entry.value); };
  new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({ type: 'layout-shift', buffered: true });`;
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

test('Home does not shift when its data arrives', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const seen = Promise.withResolvers<void>();
  await page.route(`**/api${getDashboard.path}*`, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await page.goto('/provider');
  await expect(mainHeading(page)).toBeVisible();
  await page.evaluate(countShift);
  await page.evaluate(twoFrames);
  seen.resolve();
  await expect(page.getByRole('region', { name: 'Latest referrals' }).getByRole('listitem').first()).toBeVisible();
  await page.evaluate(twoFrames);
  expect(await page.evaluate<number>('Number(document.documentElement.dataset.shift ?? 0)')).toBeLessThan(0.1);
});

test('links on Home open their screens', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider');
  const main = page.getByRole('main');
  const heading = main.getByRole('heading', { level: 1 });
  await expect(latestReferrals(page)).toBeVisible();
  await expect(
    main
      .getByRole('region', { name: /overdue/i })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  const links = await main.getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  // One link per screen: further patients and referrals open the same ones.
  const screens = new Map(addresses.map((address) => [address?.split('?')[0]?.replaceAll(/\d+/g, 'n'), address]));
  expect(screens.size).toBeGreaterThan(3);
  for (const address of screens.values()) {
    // By clicking the link, because the screen starts with data that Home has read.
    await main.locator(`a[href="${address}"]`).first().click();
    await expect(heading).not.toHaveText(/^Good /);
    await expect(main.getByText('has encountered an error')).toHaveCount(0);
    await page.goBack();
    await expect(heading).toHaveText(/^Good /);
  }
  await main.getByRole('searchbox', { name: 'Find a patient' }).fill('m');
  await main.getByRole('link', { name: 'Show all matches' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search patients' })).toHaveValue('m');
});

/** Paths of the calls a page makes from now on, in order. */
function recordCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) paths.push(pathname.slice('/api'.length));
  });
  return paths;
}

test('a patient opens with three parallel calls, and not on hovering', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  await page.goto(`/provider/Patients?searchTerm=${patient.mrn}`);
  const link = page.getByRole('region', { name: 'Patients' }).getByRole('link', { name: nameOf(patient) });
  const settled = followCalls(page);
  await expect(link).toBeVisible();
  await settled();

  const calls = recordCalls(page);
  await link.hover();
  await settled();
  expect(calls).toEqual([]);
  const opening = [getPatientInfo, getPatientOverview, canAccessPatient].map(({ path }) => path);
  // No call waits for another: the access check is held back until all were sent.
  await page.route(/can-access/, async (route) => {
    await expect.poll(() => calls.length).toBe(opening.length);
    await route.continue();
  });
  await link.click();
  await expect(page.getByRole('heading', { name: 'Problem list' })).toBeVisible();
  await settled();
  expect(calls.toSorted()).toEqual(opening.toSorted());
  for (const name of ['Now', 'Open referrals', 'Messages', 'Recent documents', 'Care team', 'Recent viewers']) {
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }

  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await banner.getByRole('button', { name: 'UPLOAD CHART(S)' }).click();
  await expect(page.getByRole('dialog', { name: 'Upload Chart' })).toContainText(patient.mrn);
});

test('the page of a patient opens with at most 7 scripts', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  await blockRealtime(page);
  const scripts = recordScripts(page);
  const settled = followCalls(page);
  await page.goto(`/provider/Patient/${patient.patientId}`);
  await expect(page.getByRole('heading', { name: 'Problem list' })).toBeVisible();
  await settled();
  await expectScripts(scripts, { scripts: 7, kilobytes: 465 });
});

test('the page of a deceased patient offers neither a call nor a referral', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Winthrop');
  await page.goto(`/provider/Patient/${patient.patientId}`);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner.getByText(/^Deceased/)).toBeVisible();
  await expect(banner).not.toContainText(/\(\d{3}\) \d{3}-\d{4}/);
  await expect(banner).not.toContainText('Phone unknown');
  await expect(banner.getByRole('button', { name: 'New referral' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Next appointment')).toBeHidden();
});
