import { readFile } from 'node:fs/promises';

import { acceptReferral, addReferralComment } from '@careloop/contracts/referrals/processing';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { openAnswerDialog } from '../support/menu.ts';
import { nameOf, ordinaryReferral, sendReferral } from '../support/organization.ts';
import { runStatement } from '../support/people.ts';
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

test('the sender sees answered referrals at once, can filter them, and opening one marks it read', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, ordinaryReferral);
  await sender.goto('/provider/Referrals');
  const row = sender.getByRole('option', { name: nameOf(patient) }).first();
  await expect(row).toContainText('Pending');
  const link = sender.getByRole('navigation').getByRole('link', { name: /^Referrals/ });
  await expect(link).toHaveAccessibleName('Referrals');

  await call(receiver.request, acceptReferral, { referralId });
  await expect(row).toContainText('New answer');
  await expect(link).toHaveAccessibleName(/1 unread answer\b/);
  await expectAccessible(sender, 'referrals with a new answer');
  // No incoming referral has an answer for its receiver, so the filter leaves that direction.
  await sender.getByText('Incoming', { exact: true }).click();
  await expect(sender).toHaveURL(/direction=1/);
  await sender.getByText('New answers (1)').click();
  await expect(sender).toHaveURL(/unread=true/);
  await expect(sender).not.toHaveURL(/direction/);
  await expect(sender.getByRole('option')).toHaveCount(1);
  await expect(row).toContainText('New answer');
  await row.click();
  await expect(link).toHaveAccessibleName('Referrals');
  await expect(sender.getByRole('heading', { name: 'History' })).toBeVisible();

  // An answer that arrives while the referral is open is marked read at once.
  await call(receiver.request, addReferralComment, { referralId, comment: 'Please bring the tracing.' });
  await expect(sender.getByText('Please bring the tracing.').first()).toBeVisible();
  await expect(link).toHaveAccessibleName('Referrals');
});

test('if a client does not manage referrals, users read and answer the requests they take part in', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const { referralId, patient } = await sendReferral(sender, ordinaryReferral);
  await runStatement(`delete from client_feature where feature = $1`, ['canManageReferrals']);
  const receiver = await openAs('drpatel');
  await receiver.goto('/provider/sitemap');
  for (const name of [/^Referrals /, /^Referral Requests /]) {
    await expect(receiver.getByRole('main').getByRole('link', { name })).toBeVisible();
  }
  await receiver.goto(`/provider/Referrals?referralId=${referralId}`);
  await expect(receiver.getByRole('listbox', { name: 'Referrals' })).toBeVisible();
  await receiver.goto(`/provider/referrals-lite?referralId=${referralId}`);
  await expect(receiver.getByRole('link', { name: 'Referral Requests' })).toBeVisible();
  await expect(receiver.getByRole('link', { name: 'Referrals', exact: true })).toHaveCount(0);
  await expect(receiver.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  const row = receiver
    .getByRole('listbox', { name: 'Referral Requests' })
    .getByRole('option', { name: nameOf(patient), selected: true });
  await expect(row).toContainText('Pending');
  await expectAccessible(receiver, 'referral requests');

  await openAnswerDialog(receiver);
  const dialog = receiver.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('radio', { name: 'Decline' }).click();
  await dialog.getByLabel('Decline reason').click();
  await receiver.getByRole('option', { name: 'Availability' }).click();
  await dialog.getByRole('button', { name: 'Decline referral' }).click();
  await expect(receiver.getByText('Referral declined', { exact: true })).toBeVisible();
  await expect(row).toContainText('Declined');
});
