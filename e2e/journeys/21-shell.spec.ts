import { expectAccessible } from '../support/accessibility.ts';
import { findPatient, nameOf, sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('Ctrl-K finds a patient, a screen and an action, using only the keyboard', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Mohamed');
  await page.goto('/provider/Referrals');
  await expect(page.getByRole('listbox', { name: 'Referrals' })).toBeVisible();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to or do' });
  const search = palette.getByLabel('Search patients, screens and actions');
  const isSelected = (name: string | RegExp) =>
    expect(palette.getByRole('option', { name })).toHaveAttribute('data-combobox-selected', 'true');
  await expect(search).toBeFocused();
  await search.fill('Mohamed');
  await isSelected(nameOf(patient));
  await expectAccessible(page, 'palette with a patient');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/provider/Patient/${patient.patientId}`);
  await expect(palette).toBeHidden();

  await expect(page.getByRole('button', { name: 'New referral' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await search.fill('new referral');
  await isSelected(/^New referral/);
  await page.keyboard.press('Enter');
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  await expect(wizard).toBeVisible();
  // Over a dialog it would navigate away from unsaved input.
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();
  await wizard.getByRole('button', { name: 'Close' }).click();
  await expect(wizard).toBeHidden();

  await page.keyboard.press('Control+k');
  await search.fill('work q');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await isSelected(/^Work Queues/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/provider\/WorkQueues/);
  await expect(palette).toBeHidden();

  await page.keyboard.press('Control+k');
  await search.fill('zzzzzz');
  await expect(palette.getByText('No results found')).toBeVisible();
  await expect(palette.getByRole('option', { name: /^Search beyond my list/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await page.keyboard.press('Control+k');
  await search.fill('zzzzzz');
  await isSelected(/^Search beyond my list/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/provider\/Patients\/Find\?phrase=zzzzzz/);
});

test('text typed right after the palette shortcut appears in the palette', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Patients');
  await expect(page.getByRole('heading', { name: 'My Patients' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('provid');
  const input = page.getByRole('dialog', { name: 'Go to or do' }).getByLabel('Search patients, screens and actions');
  await expect(input).toBeFocused();
  await page.keyboard.type('ers');
  await expect(input).toHaveValue('providers');
  await page.keyboard.press('Escape');
  await expect(input).toHaveCount(0);
  // Once its code is loaded it opens at once, and again keeps every letter.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tasks');
  await expect(input).toHaveValue('tasks');
});

test('the sitemap lists only what the user may open', async ({ openAs }) => {
  const page = await openAs('outsider');
  await page.goto('/provider/Sitemap');
  await expect(page).toHaveTitle('Careloop | Sitemap');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: /^My Patients/ })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Administration' })).toBeHidden();
  await expectAccessible(page, 'sitemap');
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect(documents.getByRole('link')).toHaveText([/^Release notes/, /^Privacy policy/, /^Terms of use/]);
  await documents.getByRole('link', { name: /^Terms of use/ }).click();
  await expect(page).toHaveTitle('Careloop | Terms of use');
  await page.goBack();
  await main.getByRole('link', { name: /^My Patients/ }).click();
  await expect(page).toHaveURL(/\/provider\/Patients$/);

  const admin = await openAs('admin');
  await admin.goto('/provider/Sitemap');
  await expect(admin.getByRole('main').getByRole('heading', { name: 'Administration' })).toBeVisible();
});

test('an unknown URL links to Home, and a screen without permission says so', async ({ openAs }) => {
  const page = await openAs('outsider');
  await page.goto('/provider/Nowhere/at/all');
  await expect(page).toHaveURL(/\/provider\/?$/);
  await page.goto('/provider/Unauthorized');
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expect(page).toHaveTitle('Careloop | Unauthorized');
  await expectAccessible(page, 'permission denied');
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL(/\/provider\/?$/);
});

test('acting for someone shows their name and their data until it ends', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const { patient } = await sendReferral(sender, {
    patient: 'Papadopoulos',
    to: 'Patel',
    for: 'Washington',
    reason: 'Palpitations on exertion.',
  });
  const office = await openAs('office');
  await office.goto('/provider/WorkQueues');
  const menu = office.getByRole('button', { name: /account and settings/ });
  await menu.click();
  await office.getByRole('menuitemradio', { name: 'Anjali Patel' }).click();
  await expect(menu).toContainText('as Anjali Patel');
  await expect(office).toHaveURL(/onBehalfOfUserId=\d+/);
  await expectAccessible(office, 'working as somebody');

  // It stays active on other screens, and actions there are recorded on that person's behalf.
  await office
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Work Queues/ })
    .click();
  await expect(office).toHaveURL(/WorkQueues\?.*onBehalfOfUserId=\d+/);
  await expect(office.getByRole('option', { name: nameOf(patient) }).first()).toBeVisible();
  await office.reload();
  await expect(menu).toContainText('as Anjali Patel');

  await menu.click();
  await office.getByRole('menuitemradio', { name: 'Myself' }).click();
  await expect(menu).not.toContainText('as Anjali');
  await expect(office).not.toHaveURL(/onBehalfOfUserId/);

  // A person the user may not act for is ignored.
  await office.goto('/provider/?onBehalfOfUserId=1');
  await expect(office.getByText('You are working as yourself again')).toBeVisible();
  await expect(office).not.toHaveURL(/onBehalfOfUserId/);
  await expect(menu).not.toContainText(' as ');
  await expect(office.getByRole('heading', { level: 1 })).toBeVisible();
});

test('hovering over a link does not change whom the user acts for', async ({ openAs }) => {
  const office = await openAs('office');
  await office.goto('/provider/');
  await office.getByRole('button', { name: /^Others/ }).click();
  const row = office.getByRole('menuitem', { name: /Anjali Patel/ });
  const named: string[] = [];
  office.on('request', (request) => {
    if (/onBehalfOfUserId/.test(request.url() + (request.postData() ?? ''))) named.push(request.url());
  });
  await row.hover();
  await row.focus();
  await office.keyboard.press('Escape');
  await expect(row).toBeHidden();
  const main = office.getByRole('navigation', { name: 'Main' });
  const listed = office.waitForResponse((response) => response.url().includes('/api/provider/patients'));
  await main.getByRole('link', { name: /^My Patients/ }).click();
  await listed;
  expect(named).toEqual([]);
});

test('letters of other languages are displayed in the same font', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Sitemap');
  const ranges = await page.evaluate<string[]>(
    `document.fonts.load("16px 'Inter Variable'", 'Łukasz').then((faces) => faces.map((face) => face.unicodeRange))`,
  );
  expect(ranges).toContainEqual(expect.stringContaining('U+100-'));
});
