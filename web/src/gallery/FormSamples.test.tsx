import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fill, inSample, renderComponent, widget } from '../../test/components.tsx';
import { FormSamples } from './FormSamples.tsx';

let user: ReturnType<typeof renderComponent>;

beforeEach(() => {
  user = renderComponent(<FormSamples />);
});

/** Saves a form, once it is known to be valid. */
async function save(button: HTMLElement): Promise<void> {
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('items of a collection are added, changed and deleted', async () => {
  const cell = inSample('CollectionEditor', 'Filled');
  const press = async (name: string) => await user.click(cell.getByRole('button', { name }));
  await press('Add');
  const adding = await dialog('Add Tag');
  await expect.poll(() => document.activeElement).toBe(adding.getByLabelText(/Name/));
  fill(adding.getByLabelText(/Name/), 'Evenings ');
  await save(adding.getByRole('button', { name: 'Save' }));
  await cell.findByText('Evenings');
  expect(cell.getAllByRole('listitem')).toHaveLength(3);

  await press('Edit Evenings');
  const editing = await dialog('Edit Tag');
  fill(editing.getByLabelText(/Name/), '');
  await user.click(editing.getByRole('button', { name: 'Cancel' }));
  const leaving = await dialog('Are you sure you want to cancel?');
  expect(leaving.getByText('You have unsaved changes that will be lost.')).toBeVisible();
  await user.click(leaving.getByRole('button', { name: 'No' }));
  fill(editing.getByLabelText(/Name/), 'Late hours');
  await save(editing.getByRole('button', { name: 'Save' }));
  expect(await cell.findByText('Late hours')).toBeVisible();

  const answer = async (name: string) => {
    const asking = await dialog('Are you sure you want to delete this item?');
    await user.click(asking.getByRole('button', { name }));
  };
  await press('Delete Late hours');
  await answer('No');
  expect(cell.getAllByRole('listitem')).toHaveLength(3);
  for (const name of ['Late hours', 'Telehealth', 'Speaks Portuguese']) {
    await press(`Delete ${name}`);
    await answer('Yes');
    await expect.poll(() => cell.queryByText(name)).toBeNull();
  }
  expect(cell.getByText('No items found')).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(cell.getByRole('button', { name: 'Add' }));
});

test.each([
  ['Day', 'Date is required'],
  ['Appointment, date', 'Date and time are required'],
])('%s is not missing while its calendar is open', async (label, missing) => {
  const form = within(widget('Field'));
  const input = form.getByRole('textbox', { name: new RegExp(`^${label}`) });
  await user.click(input);
  await user.tab();
  await user.keyboard('{Enter}');
  const calendar = await screen.findByRole('group', { name: 'Calendar' });
  await waitFor(() => expect(calendar).toContainElement(document.activeElement as HTMLElement));
  expect(form.queryByText(missing)).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Calendar' })).toBeNull());
  // It returns there a moment after the calendar is gone.
  await waitFor(() => expect(widget('Field')).toContainElement(document.activeElement as HTMLElement));
  await user.click(document.body);
  expect(await form.findByText(missing)).toBeVisible();
});

test('the first error is focused, whatever kind of field it is', async () => {
  const form = within(widget('Field'));
  const check = async () => await user.click(form.getByRole('button', { name: 'Check' }));
  const focused = () => document.activeElement;
  await check();
  expect(await form.findByText('Answer is required')).toBeVisible();
  await expect.poll(focused).toBe(form.getByRole('radio', { name: 'Yes' }));
  await user.keyboard(' ');
  await check();
  await expect.poll(focused).toBe(form.getByRole('combobox', { name: /Clinic/ }));
  await user.keyboard('ashland');
  await user.click(await form.findByRole('option', { name: 'Ashland Cardiology' }));
  await check();
  await expect.poll(focused).toBe(form.getByLabelText(/Day/));
  expect(screen.queryByRole('group', { name: 'Calendar' })).toBeNull();
  await user.keyboard('7/4/2026');
  await check();
  await expect.poll(focused).toBe(form.getByLabelText('Appointment, date'));
  await user.keyboard('7/4/2026');
  fill(form.getByLabelText('Appointment, time'), '9:30 AM');
  await check();
  expect(await form.findByText('Select at least one clinic')).toBeVisible();
  await expect.poll(focused).toBe(form.getByLabelText('Search'));
});

test('an incomplete address is refused and its first missing field focused', async () => {
  const cell = inSample('AddressFields', 'Empty');
  const saveAddress = async () => await user.click(cell.getByRole('button', { name: 'Save address' }));
  await saveAddress();
  expect(await cell.findByText('At least one address field must be populated')).toBeVisible();
  fill(cell.getByLabelText('City'), 'Boston');
  await saveAddress();
  for (const field of ['Address', 'State', 'Zip']) {
    expect(await cell.findByText(`${field} is required`)).toBeVisible();
  }
  await expect.poll(() => document.activeElement).toBe(cell.getByLabelText('Address'));
  await user.keyboard('1 Main St');
  fill(cell.getByRole('combobox', { name: 'State' }), 'massa');
  await user.click(await cell.findByRole('option', { name: 'MA Massachusetts' }));
  fill(cell.getByLabelText('Zip'), '021394307');
  await saveAddress();
  expect(await cell.findByText('Address added successfully.')).toBeVisible();
});
