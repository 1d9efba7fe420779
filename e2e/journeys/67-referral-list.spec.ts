import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const list = (page: Page) => page.getByRole('listbox', { name: 'Referrals' });
const rowsOf = (page: Page) => list(page).getByRole('option');

async function choose(page: Page, filter: string, value: RegExp): Promise<string> {
  await page.getByRole('combobox', { name: filter }).click();
  const option = page.getByRole('option', { name: value });
  const name = await option.innerText();
  await option.click();
  return name;
}

/** The number in "Pending (12)". */
const countIn = (name: string) => Number(/\((\d+)\)$/.exec(name)?.[1]);

test('a coordinator filters the list, saves the view, exports and prints it', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Referrals');
  await expect(rowsOf(page).first()).toBeVisible();

  await test.step('received referrals are sorted by urgency unless another order is chosen', async () => {
    const order = page.getByRole('combobox', { name: 'Order' });
    await expect(order).toHaveValue('Newest first');
    await page.getByText('Incoming', { exact: true }).click();
    await expect(order).toHaveValue('Most urgent first');
    await choose(page, 'Order', /^Newest first$/);
    await expect(page).toHaveURL(/sortBy=newest/);
    await page.goto('/provider/Referrals');
  });

  // Each count matches the rows.
  const specialty = await test.step('filter by status and specialty', async () => {
    const open = countIn(await choose(page, 'Status', /^Open \(/));
    await expect(page.getByRole('status').filter({ hasText: 'shown' })).toContainText(`of ${open}`);
    await page.getByRole('button', { name: 'More filters' }).click();
    const name = await choose(page, 'Specialty', /^Cardiovascular Disease \(/);
    await expect(rowsOf(page)).toHaveCount(countIn(name));
    await choose(page, 'Order', /^Due soonest$/);
    await expect(page).toHaveURL(/status=open.*sortBy=due|sortBy=due.*status=open/);
    await expectAccessible(page, 'referrals with filters');
    return countIn(name);
  });

  await test.step('the view is saved under a name and restored after a reset', async () => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    const saving = page.getByRole('dialog', { name: 'Save this view' });
    await saving.getByLabel('Name').fill('Open cardiology');
    await saving.getByRole('button', { name: 'Save' }).click();
    await expect(saving).toBeHidden();
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await expect(page).not.toHaveURL(/status=/);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Open cardiology', exact: true }).click();
    await expect(page).toHaveURL(/healthcareProviderSpecialtyId=\d+/);
    await expect(rowsOf(page)).toHaveCount(specialty);
  });

  await test.step('the export has the same rows', async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^Referrals \d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^\uFEFFSent,Status,Status since,Urgency,/);
    expect(text.trimEnd().split('\r\n')).toHaveLength(specialty + 1);
    expect(text).toContain('Cardiovascular Disease');
  });

  await test.step('a failed export says so, and after a timeout offers to load the page again', async () => {
    const file = '**/api/provider/referrals/export*';
    await page.route(file, (route) => route.fulfill({ json: { wasSuccessful: false, reference: '1-BE-1-TO' } }));
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const failed = page.getByRole('dialog', { name: 'The list was not exported.' });
    await expect(failed.getByText('Whoops!')).toBeVisible();
    await expect(failed.getByText(/Error Code: .*-TO/)).toBeVisible();
    await expectAccessible(page, 'failed export');
    await page.unroute(file);
    await failed.getByRole('button', { name: 'Refresh' }).click();
    await expect(failed).toHaveCount(0);
    await expect(rowsOf(page)).toHaveCount(specialty);
  });

  await test.step('the printed list has the same rows', async () => {
    const print = page.getByRole('link', { name: 'Print list' });
    const address = await print.getAttribute('href');
    const paper = await page.context().newPage();
    await paper.addInitScript({
      content: "window.print = () => document.body.setAttribute('data-printed', 'true')",
    });
    await paper.goto(address ?? '');
    await expect(paper.locator('body')).toHaveAttribute('data-printed', 'true');
    await expect(paper.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(specialty);
    await expectAccessible(paper, 'the printed list of referrals');
    await paper.close();
  });
});

test('the filters of a work queue are saved, and on a narrow screen the queues are one select field', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/WorkQueues');
  await page
    .getByRole('navigation', { name: 'Work queues' })
    .getByRole('link', { name: /^Referral exceptions/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Referral exceptions' })).toBeVisible();
  await page.getByText('All', { exact: true }).click();
  await expect(page).toHaveURL(/status=3/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save this view' });
  await saving.getByLabel('Name').fill('All exceptions');
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(saving).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/provider/WorkQueues?workQueueId=21');
  await page.getByRole('combobox', { name: 'Work queue' }).click();
  await page.getByRole('option', { name: /^Referrals > Needs physician selection/ }).click();
  await expect(page).toHaveURL(/workQueueId=20/);
  await expectAccessible(page, 'work queues on a narrow screen');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'All exceptions', exact: true }).click();
  await expect(page).toHaveURL(/status=3/);
  await expect(page).toHaveURL(/workQueueId=25/);
});

test('filters by person and start date, with one request at a time', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Referrals');
  const total = page.getByRole('status').filter({ hasText: 'shown' });
  await expect(total).toContainText(' of ');
  const all = await total.innerText();
  await page.getByText('Mine', { exact: true }).click();
  await expect(page).toHaveURL(/scope=mine/);
  await expect(total).not.toHaveText(all);
  await page.getByText('My organization', { exact: true }).click();
  await expect(total).toHaveText(all);

  await page.getByRole('button', { name: 'More filters' }).click();
  const from = page.getByRole('textbox', { name: 'Sent from' });
  await from.fill('12/31/2025');
  await from.press('Tab');
  await expect(page).toHaveURL(/from=2025-12-31/);
  const until = page.getByRole('textbox', { name: 'Sent until' });
  await until.fill('12/30/2025');
  await expect(page.getByText('Start date must be before End date')).toBeVisible();
  await expect(page).not.toHaveURL(/until=/);
  await page.getByRole('button', { name: 'Reset filters' }).click();

  // The response to an outdated request is discarded.
  const isFor = (url: URL, status: string) =>
    url.pathname === '/api/provider/referrals' && url.searchParams.get('status') === status;
  await page.route(
    (url) => isFor(url, 'declined'),
    () => undefined,
  );
  const asked = page.waitForRequest((request) => isFor(new URL(request.url()), 'declined'));
  const givenUp = page.waitForEvent('requestfailed', (request) => isFor(new URL(request.url()), 'declined'));
  await choose(page, 'Status', /^Declined/);
  await asked;
  const completed = countIn(await choose(page, 'Status', /^Completed/));
  expect((await givenUp).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(rowsOf(page)).toHaveCount(completed);
});
