import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fill, inSample, leave, renderComponent } from '../../test/components.tsx';
import { DateSamples } from './DateSamples.tsx';

let user: ReturnType<typeof renderComponent>;

beforeEach(() => {
  user = renderComponent(<DateSamples />);
});

describe('dates', () => {
  test('are typed, or picked from a calendar that opens only from its button', async () => {
    const cell = inSample('DateInput', 'Empty');
    const input = cell.getByRole('textbox');
    const calendar = () => screen.queryByRole('group', { name: 'Calendar' });
    fill(input, '07-04-2026');
    expect(calendar()).toBeNull();
    leave(input);
    expect(input).toHaveValue('7/4/2026');

    await user.click(cell.getByRole('button', { name: 'Choose from a calendar' }));
    const opened = within(await screen.findByRole('group', { name: 'Calendar' }));
    await user.click(opened.getByRole('button', { name: '15 July 2026' }));
    expect(calendar()).toBeNull();
    expect(input).toHaveValue('7/15/2026');

    fill(input, '7/15/26');
    leave(input);
    expect(cell.getByText('Please enter a valid date')).toBeVisible();
    expect(input).toHaveValue('7/15/26');
  });

  test('that the rule refuses are not offered, and today is marked', async () => {
    const cell = inSample('DateInput', 'Visit to come');
    await user.click(cell.getByRole('button', { name: 'Choose from a calendar' }));
    const opened = await screen.findByRole('group', { name: 'Calendar' });
    const named = (days: number) => {
      const day = new Date();
      day.setDate(day.getDate() + days);
      return `${day.getDate()} ${day.toLocaleDateString('en-US', { month: 'long' })} ${day.getFullYear()}`;
    };
    expect([...opened.querySelectorAll('[aria-current="date"]')].map((day) => day.ariaLabel)).toEqual([named(0)]);
    expect(within(opened).getByRole('button', { name: named(0) })).toBeEnabled();
    const offered = within(opened).getAllByRole('button', { name: /^\d+ \w+ \d{4}$/ });
    const today = offered.findIndex((day) => day.ariaLabel === named(0));
    expect(offered.map((day) => day.matches(':disabled'))).toEqual(offered.map((_, index) => index < today));
  });

  test('that are invalid are shown as such', () => {
    expect(inSample('DateInput', 'Unreadable').getByText('Invalid date: 13/45/2020')).toBeVisible();
  });

  test('with a time say what is missing in one sentence', () => {
    const cell = inSample('DateTimeInput', 'Error');
    const day = cell.getByLabelText('Appointment, date');
    const time = cell.getByLabelText('Appointment, time');
    expect(cell.getByText('Date and time are required')).toBeVisible();
    fill(day, '7/4/2026');
    expect(cell.getByText('Time is required')).toBeVisible();
    fill(day, '');
    fill(time, '0930');
    expect(cell.getByText('Date is required')).toBeVisible();
    leave(time);
    expect(time).toHaveValue('9:30 AM');
    fill(day, '7/4/2026');
    expect(cell.queryByText(/required/)).toBeNull();
  });

  test('of a range must be in order', () => {
    const cell = inSample('DateRangeInput', 'Error');
    const message = 'Start date must be before End date';
    expect(cell.getByText(message)).toBeVisible();
    fill(cell.getByLabelText(/End date/), '8/1/2026');
    expect(cell.queryByText(message)).toBeNull();
    fill(cell.getByLabelText(/End date/), '');
    expect(cell.getByText('End date is required')).toBeVisible();
  });
});
