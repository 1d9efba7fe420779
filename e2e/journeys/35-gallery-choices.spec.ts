import { expect } from '@playwright/test';

import { sample, test, widget } from '../support/gallery.ts';

test.describe('a search', () => {
  test('waits 500 ms after the last key', async ({ gallery: page }) => {
    const cell = sample(page, 'SearchBox', 'Empty');
    const input = cell.getByRole('searchbox');
    const searched = cell.getByLabel('Searched');
    await page.clock.pauseAt(Date.now() + 60_000);
    await input.pressSequentially('ash');
    await page.clock.runFor(499);
    await expect(searched).toHaveText('');
    await page.clock.runFor(1);
    await expect(searched).toHaveText('ash');
    await input.fill('birch');
    await input.press('Enter');
    await expect(searched).toHaveText('ash, birch');
  });

  test('hints at its key only while the key does something', async ({ gallery: page }) => {
    const hint = sample(page, 'SearchBox', 'Empty').locator('kbd');
    await expect(hint).toHaveText('/');
    await page.getByRole('heading', { name: 'Gallery' }).click();
    await page.keyboard.press('/');
    await expect(sample(page, 'SearchBox', 'Empty').getByRole('searchbox')).toBeFocused();

    await page.getByRole('button', { name: 'Search in a dialog' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search in a dialog' });
    await expect(dialog.getByRole('searchbox')).toBeVisible();
    await expect(dialog.locator('kbd')).toBeHidden();
    await expect(hint).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(hint).toBeVisible();
  });

  test('in a select waits for three characters and 350 ms', async ({ gallery: page }) => {
    const input = sample(page, 'AsyncSelect', 'Empty').getByRole('combobox');
    const list = page.getByRole('listbox');
    await page.clock.pauseAt(Date.now() + 60_000);
    await input.click();
    await page.clock.runFor(200);
    await expect(page.getByText('Start typing to see results').filter({ visible: true })).toBeVisible();
    await input.pressSequentially('as');
    await expect(page.getByText('Enter at least 3 characters')).toBeVisible();
    await input.pressSequentially('h');
    await page.clock.runFor(349);
    await expect(list.getByRole('option')).toHaveCount(0);
    await page.clock.runFor(51);
    await expect(list.getByRole('option')).toHaveCount(2);
    await input.fill('xyz');
    await page.clock.runFor(400);
    await expect(page.getByText('No options found')).toBeVisible();
  });

  test('in a select is chosen from, and taken back, by keyboard', async ({ gallery: page }) => {
    const cell = sample(page, 'AsyncSelect', 'Error');
    const input = cell.getByRole('combobox');
    await input.pressSequentially('ashl');
    await expect(page.getByRole('option', { name: 'Ashland Cardiology' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(input).toHaveValue('Ashland Cardiology');
    await page.keyboard.press('Tab');
    await expect(cell.getByRole('button', { name: 'Clear' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(input).toHaveValue('');
    await expect(input).toBeFocused();
  });

  test('for several waits 300 ms; Backspace and buttons take back', async ({ gallery: page }) => {
    const cell = sample(page, 'AsyncMultiSelect', 'Empty');
    const input = cell.getByRole('combobox');
    await page.clock.pauseAt(Date.now() + 60_000);
    await input.click();
    await input.pressSequentially('ash');
    await page.clock.runFor(299);
    await expect(page.getByRole('option')).toHaveCount(0);
    await page.clock.runFor(51);
    await page.getByRole('option', { name: 'Ashland Cardiology' }).click();
    await page.clock.resume();
    await input.pressSequentially('birch');
    await page.getByRole('option', { name: 'Birch Hill Pediatrics' }).click();
    await expect(cell.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
    await input.press('Backspace');
    await expect(cell.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    await cell.getByRole('button', { name: 'Remove Ashland Cardiology' }).press('Enter');
    await expect(cell.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  });
});

test.describe('a tree', () => {
  test('is walked and checked by keyboard', async ({ gallery: page }) => {
    const cell = sample(page, 'TreeSelect', 'Filled');
    const line = (name: string | RegExp) => cell.getByRole('treeitem', { name });
    const north = line(/^North region/);
    const south = line(/^South region/);
    await expect(north).toHaveAttribute('aria-checked', 'mixed');
    await expect(north).toContainText('1 of 3');
    await north.focus();
    await page.keyboard.press('ArrowRight');
    await expect(north).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(line(/^Ash Street/)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(line(/^Ash Street/)).toHaveAttribute('aria-checked', 'true');
    await expect(cell.getByText('2 of 6 selected')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(north).toBeFocused();
    await page.keyboard.press('Space');
    await expect(north).toHaveAttribute('aria-checked', 'true');
    await page.keyboard.press('End');
    await expect(south).toBeFocused();
    await page.keyboard.press('*');
    await expect(line(/^Elmwood/)).toBeVisible();
    await page.keyboard.press('e');
    await expect(line(/^Elmwood/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(south).toHaveAttribute('aria-checked', 'mixed');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect(north).toHaveAttribute('aria-expanded', 'false');
    await expect(line(/^Ash Street/)).toBeHidden();
  });

  test('is searched, and what the search hides stays chosen', async ({ gallery: page }) => {
    const cell = sample(page, 'TreeSelect', 'Filled');
    const search = cell.getByLabel('Search for a clinic...');
    await search.fill('cedar');
    await expect(cell.getByRole('treeitem')).toHaveCount(3);
    await cell.getByRole('button', { name: 'Select all' }).click();
    await expect(cell.getByText('2 of 6 selected')).toBeVisible();
    await expect(cell.getByRole('button', { name: 'Unselect all' })).toBeVisible();
    await search.fill('nowhere');
    await expect(cell.getByText('No results found')).toBeVisible();
    await search.fill('');
    await expect(cell.getByRole('treeitem', { name: /^South region/ })).toHaveAttribute('aria-checked', 'mixed');
    await cell.getByRole('button', { name: 'Select all' }).click();
    await cell.getByRole('button', { name: 'Unselect all' }).click();
    await expect(cell.getByText('0 of 6 selected')).toBeVisible();
  });

  test('of clients is a dialog that keeps what was saved', async ({ gallery: page }) => {
    await page.getByRole('button', { name: 'Select clients' }).click();
    const dialog = page.getByRole('dialog', { name: 'Select Clients' });
    await dialog.getByRole('treeitem', { name: 'Harbor Clinic' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Clients: 3, 4')).toBeVisible();
  });
});

test('the pager shows five links around the page', async ({ gallery: page }) => {
  const pager = page.getByRole('navigation', { name: 'Pages of nine' });
  const numbers = pager.getByRole('button', { name: /^Page/ });
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);
  await expect(pager.getByRole('button', { name: 'First' })).toBeDisabled();
  await pager.getByRole('button', { name: 'Page 5' }).click();
  await expect(numbers).toHaveText(['3', '4', '5', '6', '7']);
  await expect(pager.getByText('…')).toHaveCount(2);
  await pager.getByRole('button', { name: 'Last' }).click();
  await expect(numbers).toHaveText(['5', '6', '7', '8', '9']);
  await expect(pager.getByText('showing 9 of 9 pages')).toBeVisible();
  await expect(sample(page, 'Pager', 'One page: nothing').getByRole('navigation')).toBeHidden();
});

test('results say what to do before a search, and when nothing was found', async ({ gallery: page }) => {
  const cell = sample(page, 'ResultsWrapper', 'Before any search');
  await expect(cell).toContainText(
    'Welcome!Please use the search button to search items based on your current filter criteria.',
  );
  await cell.getByRole('button', { name: 'Find none' }).click();
  await expect(cell.getByRole('status')).toContainText(
    'No results foundThere are no items based on your current filter criteria.',
  );
  await cell.getByRole('button', { name: 'Find two' }).click();
  await expect(cell.getByText('Two results')).toBeVisible();
});

test('a folded card is out of the way of the keyboard', async ({ gallery: page }) => {
  const cell = sample(page, 'CollapsibleCard', 'Open');
  const fold = cell.getByRole('button', { name: 'Care team' });
  const inside = cell.getByRole('button', { name: 'Inside' });
  await expect(inside).toBeVisible();
  await fold.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await expect(inside).toBeHidden();
});

test('a question asks for what belongs to its answer', async ({ gallery: page }) => {
  const cell = sample(page, 'YesNoPanel', 'Empty');
  await expect(cell.getByText('Say')).toBeHidden();
  await cell.getByRole('radio', { name: 'Yes' }).check();
  await expect(cell.getByText('Say from when on.')).toBeVisible();
  await cell.getByRole('radio', { name: 'No' }).check();
  await expect(cell.getByText('Say until when.')).toBeVisible();
});

test('a picture is looked at first, and refused with the reason', async ({ gallery: page }) => {
  const cell = sample(page, 'ImageUpload', 'Empty');
  const file = cell.locator('input[type=file]');
  await file.setInputFiles({ name: 'logo.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(cell.getByRole('alert')).toContainText('logo.gif: Choose a picture in one of these formats');
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(100_001) });
  await expect(cell.getByRole('alert')).toContainText('must not be larger than 0.1 MB');
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await file.setInputFiles({ name: 'Logo.PNG', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') });
  await expect(cell.getByRole('alert')).toBeHidden();
  await expect(cell.getByRole('img', { name: 'Logo.PNG' })).toHaveJSProperty('naturalWidth', 1);
  await cell.getByRole('button', { name: 'Remove' }).click();
  await expect(cell.getByRole('img')).toBeHidden();
});

test('a list of items is added to, changed and deleted from', async ({ gallery: page }) => {
  const cell = sample(page, 'CollectionEditor', 'Filled');
  const items = cell.getByRole('listitem');
  await cell.getByRole('button', { name: 'Add' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Tag' });
  await expect(adding.getByLabel('Name')).toBeFocused();
  await adding.getByLabel('Name').fill('Evenings ');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(items).toHaveCount(3);

  await cell.getByRole('button', { name: 'Edit Evenings' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Tag' });
  await editing.getByLabel('Name').fill('');
  await editing.getByRole('button', { name: 'Cancel' }).click();
  const leaving = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' });
  await expect(leaving.getByText('You have unsaved changes that will be lost.')).toBeVisible();
  await leaving.getByRole('button', { name: 'No' }).click();
  await editing.getByLabel('Name').fill('Late hours');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(cell.getByText('Late hours')).toBeVisible();

  const asking = page.getByRole('dialog', { name: 'Are you sure you want to delete this item?' });
  await cell.getByRole('button', { name: 'Delete Late hours' }).click();
  await asking.getByRole('button', { name: 'No' }).click();
  await expect(items).toHaveCount(3);
  for (const name of ['Late hours', 'Telehealth', 'Speaks Portuguese']) {
    await cell.getByRole('button', { name: `Delete ${name}` }).click();
    await asking.getByRole('button', { name: 'Yes' }).click();
    await expect(cell.getByText(name)).toBeHidden();
  }
  await expect(cell.getByText('No items found')).toBeVisible();
  await expect(cell.getByRole('button', { name: 'Add' })).toBeFocused();
});

test('the first error is focused, whatever its field is', async ({ gallery: page }) => {
  const form = widget(page, 'First error');
  const check = form.getByRole('button', { name: 'Check' });
  await check.click();
  await expect(form.getByText('Answer is required')).toBeVisible();
  await expect(form.getByRole('radio', { name: 'Yes' })).toBeFocused();
  await page.keyboard.press('Space');
  await check.click();
  await expect(form.getByRole('combobox', { name: 'Clinic' })).toBeFocused();
  await page.keyboard.type('ashland');
  await page.getByRole('option', { name: 'Ashland Cardiology' }).click();
  await check.click();
  await expect(form.getByLabel('Day')).toBeFocused();
  await expect(page.getByRole('group', { name: 'Calendar' })).toBeHidden();
  await page.keyboard.type('7/4/2026');
  await check.click();
  await expect(form.getByLabel('Appointment, date')).toBeFocused();
  await page.keyboard.type('7/4/2026');
  await form.getByLabel('Appointment, time').fill('9:30 AM');
  await check.click();
  await expect(form.getByText('Select at least one clinic')).toBeVisible();
  await expect(form.getByLabel('Search')).toBeFocused();
});

test('an address asks for the rest of the place, and its first gap is focused', async ({ gallery: page }) => {
  const cell = sample(page, 'AddressFields', 'Empty');
  const save = cell.getByRole('button', { name: 'Save address' });
  await save.click();
  await expect(cell.getByText('At least one address field must be populated')).toBeVisible();
  await cell.getByLabel('City').fill('Boston');
  await save.click();
  for (const field of ['Address', 'State', 'Zip']) await expect(cell.getByText(`${field} is required`)).toBeVisible();
  await expect(cell.getByLabel('Address', { exact: true })).toBeFocused();
  await page.keyboard.type('1 Main St');
  await cell.getByRole('combobox', { name: 'State' }).fill('massa');
  await page.getByRole('option', { name: 'MA Massachusetts' }).click();
  await cell.getByLabel('Zip').fill('021394307');
  await save.click();
  await expect(cell.getByText('Address added successfully.')).toBeVisible();
});

test('Escape closes the calendar and not the dialog below it', async ({ gallery: page }) => {
  await page.getByRole('button', { name: 'Search in a dialog' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search in a dialog' });
  await dialog.getByRole('button', { name: 'Choose from a calendar' }).click();
  const calendar = page.getByRole('group', { name: 'Calendar' });
  await expect(calendar.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(dialog).toBeVisible();
});
