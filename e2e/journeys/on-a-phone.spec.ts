import { findSpecialties } from '@careloop/contracts/directory';
import { referralTexts } from '@careloop/contracts/referrals';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { openAnswerDialog } from '../support/menu.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test, type Username } from '../support/test.ts';
import { chooseProvider, goToStep, openWizard } from '../support/wizard.ts';

async function openPhone(openAs: (username: Username) => Promise<Page>, username: Username): Promise<Page> {
  const page = await openAs(username);
  await page.setViewportSize({ width: 390, height: 844 });
  return page;
}

test('a user who answers a referral can read its documents', async ({ openAs }) => {
  const page = await openPhone(openAs, 'drpatel');
  await page.goto('/provider/WorkQueues');
  await page.getByRole('option', { name: /PAPADOPOULOS/ }).click();
  await openAnswerDialog(page);
  const dialog = page.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('tab', { name: /^Documents/ }).click();
  await expect(dialog.getByRole('list', { name: 'Attached documents' })).toBeInViewport();
  await expect(dialog.getByRole('region', { name: /^(Text|Pages) of/ })).toBeInViewport();
  await expectAccessible(page, 'documents of a referral on a phone');
});

test('the question stays in sight while it is answered', async ({ openAs }) => {
  const page = await openPhone(openAs, 'drpatel');
  await page.goto('/provider/WorkQueues');
  await page.getByRole('option', { name: /PAPADOPOULOS/ }).click();
  for (const [button, form] of [
    ['Accept', 'Accept with an appointment'],
    ['Decline', 'Decline'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const line = page.getByRole('form', { name: form });
    await expect(line.getByText(/^AF with two emergency visits/)).toBeInViewport();
  }
  await expectAccessible(page, 'declining a referral in place on a phone');
});

test('the dialog that answers a referral opens with its first fields in sight', async ({ openAs }) => {
  const page = await openPhone(openAs, 'drpatel');
  await page.goto('/provider/WorkQueues');
  await page.getByRole('option', { name: /PAPADOPOULOS/ }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page
    .getByRole('form', { name: 'Accept with an appointment' })
    .getByRole('button', { name: 'More fields' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await expect(dialog.getByText(/^AF with two emergency visits/)).toBeInViewport();
  await expect(dialog.getByRole('radio', { name: 'Accept' })).toBeInViewport();
  await expect(dialog.getByRole('combobox', { name: 'Provider' })).toBeInViewport();
  await expectAccessible(page, 'answering a referral in a dialog on a phone');
  const details = dialog.getByText('Who asks');
  await expect(details).not.toBeInViewport();
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect(details).toBeInViewport();
});

test('the results of a provider search are in sight, and the search keeps the focus', async ({ openAs }) => {
  const page = await openPhone(openAs, 'drpatel');
  const { patientId } = await findPatient(page, 'Chen');
  const wizard = await openWizard(page, patientId);
  const search = wizard.getByRole('searchbox', { name: 'Provider name' });
  await search.pressSequentially('an');
  await expect(wizard.getByRole('listbox', { name: 'Providers' }).getByRole('option').first()).toBeInViewport();
  await expect(search).toBeInViewport();
  await expect(search).toBeFocused();
});

test('the longest specialty is shown in full', async ({ openAs }) => {
  const page = await openPhone(openAs, 'drpatel');
  const { patientId } = await findPatient(page, 'Chen');
  const wizard = await openWizard(page, patientId);
  const { specialties } = await call(page.request, findSpecialties, {});
  const [longest = ''] = specialties.map(({ name }) => name).toSorted((one, other) => other.length - one.length);
  const field = wizard.getByRole('combobox', { name: 'Specialty' });
  const cutOff = (locator: Locator) =>
    locator.evaluate(
      ({ scrollWidth, clientWidth }: Record<'scrollWidth' | 'clientWidth', number>) => scrollWidth - clientWidth,
    );

  await test.step('beside the name of a provider', async () => {
    await field.fill(longest);
    await page.getByRole('option', { name: longest, exact: true }).click();
    await expect(field).toHaveValue(longest);
    expect(await cutOff(field)).toBeLessThanOrEqual(0);
  });

  await test.step('in the advanced search', async () => {
    await wizard.getByRole('button', { name: 'Advanced Provider Search' }).click();
    const search = page.getByRole('dialog', { name: 'Advanced Provider Search' });
    const pill = search.getByText(longest, { exact: true });
    await expect(pill).toBeVisible();
    expect(await cutOff(pill)).toBeLessThanOrEqual(0);
    expect((await pill.boundingBox())?.height).toBeLessThan(48);
  });
});

test('a choice that is too long for its line is shown in full below it', async ({ openAs }) => {
  const page = await openPhone(openAs, 'coordinator');
  const { patientId } = await findPatient(page, 'Chen');
  const wizard = await openWizard(page, patientId);
  await wizard.getByRole('button', { name: 'Another diagnosis' }).click();
  const field = wizard.getByRole('combobox', { name: 'Diagnosis' });
  await field.fill('E11.311');
  await page.getByRole('option', { name: /macular edema/ }).click();
  const whole = await field.inputValue();
  const below = wizard.getByTitle(whole).getByText(whole);
  await expect(below).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(below).toBeHidden();
});

test('each step of the wizard opens at its top, and a toast covers neither title nor buttons of the next dialog', async ({
  openAs,
}) => {
  const page = await openPhone(openAs, 'drpatel');
  const { patientId } = await findPatient(page, 'Chen');
  const wizard = await openWizard(page, patientId);
  await chooseProvider(wizard, 'Nguyen, Linh');
  await scrollDown(page);
  await goToStep(wizard, 2);
  const reason = wizard.getByLabel('Referral reason');
  const header = wizard.getByText('To Nguyen, Linh');
  const expectBelowHeader = (part: Locator) =>
    expect
      .poll(async () => ((await part.boundingBox())?.y ?? 0) >= ((await header.boundingBox())?.y ?? Infinity))
      .toBe(true);
  await expectBelowHeader(wizard.getByRole('heading', { name: /^Step 2 of 5/ }));
  await wizard.getByLabel('Additional info').fill('Knows the patient.');
  await scrollDown(page);
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(reason).toBeFocused();
  await expectBelowHeader(wizard.getByText(/^Referral reason/));
  await expect(wizard.getByText(referralTexts.reasonRequired)).toBeInViewport();

  await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
  await page.getByRole('button', { name: 'Keep draft' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Draft saved' });
  // The pointer keeps it from closing, also when the toast moves away from below it.
  await page.evaluate("addEventListener('mouseout', (event) => event.stopImmediatePropagation(), true)");
  await toast.hover();
  await page.getByRole('button', { name: 'New referral' }).press('Enter');
  const offer = page.getByRole('dialog', { name: 'Continue your draft?' });
  const goOn = offer.getByRole('button', { name: 'Continue draft' });
  await expectApart(toast, [offer.getByRole('heading', { name: 'Continue your draft?' }), goOn]);
  await goOn.press('Enter');
  await expectApart(toast, [
    wizard.getByRole('heading', { name: 'Request Patient Referral' }),
    wizard.getByRole('button', { name: 'Exit / Cancel' }),
    wizard.getByRole('button', { name: 'Next' }),
  ]);
});

test('the record takes more than half of the screen, and every action of the banner is within reach', async ({
  openAs,
}) => {
  const page = await openPhone(openAs, 'coordinator');
  const { patientId } = await findPatient(page, 'Jefferson');
  await page.goto(`/provider/Patient/${patientId}`);
  const panel = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(panel).toBeVisible();
  expect((await panel.boundingBox())?.height).toBeGreaterThan(844 / 2);
  expect((await page.getByRole('tablist').boundingBox())?.height).toBeLessThan(60);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner.getByRole('button', { name: 'New message' })).toBeVisible();
  for (const button of await banner.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  const more = banner.getByRole('button', { name: 'More actions' });
  await more.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Send SMS',
    'UPLOAD CHART(S)',
    'Find a provider',
    'New consultation',
  ]);
  await expectAccessible(page, 'the menu of a patient on a phone');
  await page.getByRole('menuitem', { name: 'Send SMS' }).click();
  await expect(page.getByRole('dialog', { name: /^Send SMS/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('the charts show the tree and the document one at a time', async ({ openAs }) => {
  const page = await openPhone(openAs, 'coordinator');
  const { patientId } = await findPatient(page, 'Fitzgerald');
  await page.goto(`/provider/Patient/${patientId}?section=documents`);
  const tree = page.getByRole('tree');
  const back = page.getByRole('button', { name: 'Back to documents' });
  await expect(tree).toBeVisible();
  await expect(back).toBeHidden();
  await page.getByRole('treeitem', { name: 'Summary of Care' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Summary of Care' }).first()).toBeVisible();
  await expect(tree).toBeHidden();
  await expect(back).toBeFocused();
  await expectAccessible(page, 'a chart on a phone');
  await back.press('Enter');
  await expect(tree).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Summary of Care' })).toBeFocused();
  // The open document is in the URL, so the browser's Back button does the same.
  await page.goBack();
  await expect(tree).toBeHidden();
});

test('the work queues are one select field', async ({ openAs }) => {
  const page = await openPhone(openAs, 'coordinator');
  await page.goto('/provider/WorkQueues?workQueueId=21');
  await page.getByRole('combobox', { name: 'Work queue' }).click();
  await page.getByRole('option', { name: /^Referrals > Needs physician selection/ }).click();
  await expect(page).toHaveURL(/workQueueId=20/);
  await expectAccessible(page, 'work queues on a phone');
});

test('my tasks show patient and due date in full', async ({ openAs }) => {
  const page = await openPhone(openAs, 'coordinator');
  await page.goto('/provider/Tasks');
  const row = page.getByRole('row').filter({ hasText: 'Call about morning weights' });
  for (const text of [/FITZGERALD/, /^\d+\/\d+\/\d+$/]) await expect(row.getByText(text)).toBeInViewport({ ratio: 1 });
});

test('four labeled places are at the bottom, and More opens everything else', async ({ openAs }) => {
  const page = await openPhone(openAs, 'coordinator');
  await page.goto('/provider/');
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText([/^Home/, /^Work Queues\d+ open items/, /^Messages/, /^My Patients/]);
  const more = bar.getByRole('button', { name: /^More/ });
  // The screens behind More have a number each, and More says them all.
  await expect(more).toHaveAccessibleName('More 2 access requests 1 possible duplicate');
  const sheet = page.getByRole('menu', { name: /^More/ });
  const places = sheet.getByRole('menuitem');

  await page.setViewportSize({ width: 320, height: 640 });
  for (const place of [...(await bar.getByRole('link').all()), more]) {
    const box = await place.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await more.press('Enter');
  await expect(places.first()).toBeFocused();
  await expect(places.filter({ hasText: 'Access requests' })).toHaveText(/2 access requests$/);
  await expect(places.filter({ hasText: 'Logout' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await expectAccessible(page, 'the navigation of a phone');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await more.click();
  await expect(places.first()).toBeInViewport();
  await page.mouse.click(195, 20);
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();

  await more.click();
  await places.filter({ hasText: 'Providers' }).click();
  await expect(page).toHaveURL(/\/Providers/);
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(more).toHaveAttribute('aria-current', 'true');
  await more.click();
  await expect(places.filter({ hasText: 'Providers' })).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(bar.getByRole('link', { name: /^Home/ })).toHaveAttribute('aria-current', 'page');
  await expect(more).not.toHaveAttribute('aria-current');

  await more.click();
  await places.filter({ hasText: 'Search' }).click();
  const search = page.getByRole('combobox', { name: /^Search patient/ });
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(more).toBeFocused();
});

/** Scrolls everything in the dialog to its end. */
async function scrollDown(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('[role="dialog"] *').forEach((part) => {
    part.scrollTop = part.scrollHeight;
  })`);
}

/** None of these parts is below or behind the toast. */
async function expectApart(toast: Locator, parts: readonly Locator[]): Promise<void> {
  for (const part of parts) {
    await expect
      .poll(async () => {
        const [over, under] = [await toast.boundingBox(), await part.boundingBox()];
        if (over === null || under === null) return 'not shown';
        return over.y >= under.y + under.height || over.y + over.height <= under.y;
      })
      .toBe(true);
  }
}
