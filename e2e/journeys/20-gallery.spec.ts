import { expect } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { sample, test } from '../support/gallery.ts';

/** The theme's red for errors, in light. */
const red = 'rgb(189, 47, 39)';

test('every widget is accessible in every state, in light and in dark', async ({ gallery: page }) => {
  test.setTimeout(120_000);
  await page.clock.resume();
  await expectAccessible(page, 'gallery');
  const tree = sample(page, 'TreeSelect', 'Filled');
  await tree.getByRole('button', { name: 'Expand all' }).click();
  await sample(page, 'DateInput', 'Empty').getByRole('button', { name: 'Choose from a calendar' }).click();
  await expect(page.getByRole('group', { name: 'Calendar' })).toBeVisible();
  await expectAccessible(page, 'gallery with an open calendar and tree');
});

test('nothing is cut off at twice the size', async ({ gallery: page }) => {
  for (const [width, height] of [
    [720, 450],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate('[innerWidth, document.documentElement.scrollWidth]'))
      .toEqual([width, width]);
  }
});

test.describe('texts', () => {
  test('are trimmed when they are left, and counted', async ({ gallery: page }) => {
    const cell = sample(page, 'TrimmedTextInput', 'Empty');
    const input = cell.getByLabel('Caregiver name');
    await input.fill('  Ada Byron ');
    await expect(cell.getByText('12 / 50 characters')).toBeVisible();
    await input.blur();
    await expect(input).toHaveValue('Ada Byron');
    await expect(cell.getByText('9 / 50 characters')).toBeVisible();
    await expect(cell.getByLabel('Too long')).toBeHidden();
    await expect(cell.getByText('9 / 50 characters')).not.toHaveCSS('color', red);

    await input.fill('x'.repeat(51));
    const over = cell.getByText('51 / 50 characters');
    await expect(over).toBeVisible();
    await expect(cell.getByLabel('Too long')).toBeVisible();
    await expect(over).toHaveCSS('color', red);

    const area = sample(page, 'TrimmedTextarea', 'Empty').getByLabel('Additional info');
    await area.fill('\n one\ntwo \n');
    await area.blur();
    await expect(area).toHaveValue('one\ntwo');
  });

  const inOrder = [
    ['PhoneInput', '617.555.0123 ext 12', '(617) 555-0123 x12'],
    ['MobileInput', '6175550123', '(617) 555-0123'],
    ['FaxInput', '1-617-555-0123', '(617) 555-0123'],
    ['ZipInput', '021394307', '02139-4307'],
    ['DeaInput', 'ab1234563', 'AB1234563'],
    ['JsonInput', '{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
    ['SsnInput', '123456789', '***-**-6789'],
  ] as const;
  test('are put in order when they are left', async ({ gallery: page }) => {
    for (const [widget, typed, shown] of inOrder) {
      await test.step(`${widget}: ${typed}`, async () => {
        const input = sample(page, widget, 'Empty').getByRole('textbox');
        await input.fill(typed);
        await expect(input).toHaveValue(typed);
        await input.blur();
        await expect(input).toHaveValue(shown);
      });
    }
  });

  const wrong = [
    ['PhoneInput', '555-0123', 'Must be a valid phone number'],
    ['PhoneInput', '617-555-0123 x123456', 'Extensions must be less than 6 digits'],
    ['MobileInput', '617-555-0123 x1', 'Mobile numbers do not support an extension'],
    ['ZipInput', '2139', 'Must be 5 or 9 digits (XXXXX or XXXXX-XXXX)'],
    ['NpiInput', '12345', 'NPI number must be at least 10 digits'],
    ['NpiInput', '12345a', 'NPI number must contain only digits'],
    ['DeaInput', 'AB1', 'DEA Number must be 9 characters'],
    ['UrlInput', 'clinic', 'Must be a valid URL'],
    ['UsernameInput', 'a b', 'Username can only contain letters, digits and . - _ @'],
    ['EmailInput', 'a@b', 'Invalid email address'],
  ] as const;
  test('say what is wrong with them, also to a screen reader', async ({ gallery: page }) => {
    for (const [widget, typed, message] of wrong) {
      await test.step(`${widget}: ${typed}`, async () => {
        const cell = sample(page, widget, 'Empty');
        const input = cell.getByRole('textbox');
        await input.fill(typed);
        await input.blur();
        await expect(cell.getByText(message)).toBeVisible();
        await expect(input).toHaveAccessibleDescription(new RegExp(`^${message.slice(0, 12)}`));
      });
    }
  });

  test('a DEA number without the right check digit is pointed out and taken', async ({ gallery: page }) => {
    const cell = sample(page, 'DeaInput', 'Empty');
    await cell.getByRole('textbox').fill('AB1234560');
    await cell.getByRole('textbox').blur();
    await expect(cell.getByText('This does not look like a DEA number.')).toBeVisible();
    await expect(cell.getByRole('textbox')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('a Social Security number is whole only to who types it', async ({ gallery: page }) => {
    const input = sample(page, 'SsnInput', 'Filled').getByRole('textbox');
    await expect(input).toHaveValue('***-**-6789');
    await input.focus();
    await expect(input).toHaveValue('123-45-6789');
    await input.blur();
    await expect(input).toHaveValue('***-**-6789');
  });

  test('a list drops its blank lines when it is left', async ({ gallery: page }) => {
    const input = sample(page, 'MultiLineListInput', 'Empty').getByRole('textbox');
    await expect(input).toHaveAttribute('rows', '10');
    await input.pressSequentially('English\n\n Español \n');
    await expect(input).toHaveValue('English\n\n Español \n');
    await input.blur();
    await expect(input).toHaveValue('English\nEspañol');
  });
});

test.describe('dates', () => {
  test('are typed, and picked from a calendar that opens only when asked', async ({ gallery: page }) => {
    const cell = sample(page, 'DateInput', 'Empty');
    const input = cell.getByRole('textbox');
    const calendar = page.getByRole('group', { name: 'Calendar' });
    await input.fill('07-04-2026');
    await expect(calendar).toBeHidden();
    await input.blur();
    await expect(input).toHaveValue('7/4/2026');

    await cell.getByRole('button', { name: 'Choose from a calendar' }).click();
    await calendar.getByRole('button', { name: '15 July 2026' }).click();
    await expect(calendar).toBeHidden();
    await expect(input).toHaveValue('7/15/2026');

    await input.fill('7/15/26');
    await input.blur();
    await expect(cell.getByText('Please enter a valid date')).toBeVisible();
    await expect(input).toHaveValue('7/15/26');
  });

  test('that cannot be read are shown as such', async ({ gallery: page }) => {
    await expect(sample(page, 'DateInput', 'Unreadable').getByText('Invalid date: 13/45/2020')).toBeVisible();
  });

  test('with a time say what is missing in one sentence', async ({ gallery: page }) => {
    const cell = sample(page, 'DateTimeInput', 'Error');
    await expect(cell.getByText('Date and time are required')).toBeVisible();
    await cell.getByLabel('Appointment, date').fill('7/4/2026');
    await expect(cell.getByText('Time is required')).toBeVisible();
    await cell.getByLabel('Appointment, date').fill('');
    await cell.getByLabel('Appointment, time').fill('0930');
    await expect(cell.getByText('Date is required')).toBeVisible();
    await cell.getByLabel('Appointment, time').blur();
    await expect(cell.getByLabel('Appointment, time')).toHaveValue('9:30 AM');
    await cell.getByLabel('Appointment, date').fill('7/4/2026');
    await expect(cell.getByText('required')).toBeHidden();
  });

  test('of a range stand in order', async ({ gallery: page }) => {
    const cell = sample(page, 'DateRangeInput', 'Error');
    const message = cell.getByText('Start date must be before End date');
    await expect(message).toBeVisible();
    await cell.getByLabel('End date').fill('8/1/2026');
    await expect(message).toBeHidden();
    await cell.getByLabel('End date').fill('');
    await expect(cell.getByText('End date is required')).toBeVisible();
  });
});
