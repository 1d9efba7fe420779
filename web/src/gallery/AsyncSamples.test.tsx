import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fill, inSample, renderComponent } from '../../test/components.tsx';
import { AsyncSamples } from './AsyncSamples.tsx';

let user: ReturnType<typeof renderComponent>;

beforeEach(() => {
  user = renderComponent(<AsyncSamples />);
});

/** Advances the clock and renders the result. */
const pass = async (milliseconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
};

describe('a search', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('waits 500 ms after the last key', async () => {
    const cell = inSample('SearchBox', 'Empty');
    const input = cell.getByRole('searchbox');
    const searched = cell.getByLabelText('Searched');
    for (const typed of ['a', 'as', 'ash']) {
      fill(input, typed);
      await pass(100);
    }
    await pass(399);
    expect(searched).toHaveTextContent('');
    expect(searched).toBeEmptyDOMElement();
    await pass(1);
    expect(searched).toHaveTextContent('ash');
    fill(input, 'birch');
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(searched).toHaveTextContent('ash, birch');
  });

  test('in a select needs three characters and waits 350 ms', async () => {
    const cell = inSample('AsyncSelect', 'Empty');
    const input = cell.getByRole('combobox');
    fireEvent.click(input);
    await pass(200);
    expect(cell.getByText('Start typing to see results')).toBeVisible();
    fill(input, 'as');
    expect(cell.getByText('Enter at least 3 characters')).toBeVisible();
    fill(input, 'ash');
    await pass(349);
    expect(cell.queryAllByRole('option')).toHaveLength(0);
    await pass(1);
    expect(cell.getAllByRole('option')).toHaveLength(2);
    fill(input, 'xyz');
    await pass(350);
    expect(cell.getByText('No options found')).toBeVisible();
  });

  test('in a multi-select waits 300 ms', async () => {
    const cell = inSample('AsyncMultiSelect', 'Empty');
    const input = cell.getByRole('combobox');
    fireEvent.click(input);
    fill(input, 'ash');
    await pass(299);
    expect(cell.queryAllByRole('option')).toHaveLength(0);
    await pass(1);
    expect(cell.getByRole('option', { name: 'Ashland Cardiology' })).toBeVisible();
  });
});

describe('a searching select', () => {
  test('selects and clears by keyboard', async () => {
    const cell = inSample('AsyncSelect', 'Error');
    const input = cell.getByRole('combobox');
    await user.type(input, 'ashl');
    expect(await cell.findByRole('option', { name: 'Ashland Cardiology' })).toBeVisible();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(input).toHaveValue('Ashland Cardiology');
    await user.tab();
    expect(cell.getByRole('button', { name: 'Clear' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(input).toHaveValue('');
    expect(input).toHaveFocus();
  });

  test('for several values removes them by Backspace and by buttons', async () => {
    const cell = inSample('AsyncMultiSelect', 'Empty');
    const input = cell.getByRole('combobox');
    const chosen = () => cell.queryAllByRole('button', { name: /^Remove/ });
    await user.type(input, 'ash');
    await user.click(await cell.findByRole('option', { name: 'Ashland Cardiology' }));
    await user.type(input, 'birch');
    await user.click(await cell.findByRole('option', { name: 'Birch Hill Pediatrics' }));
    expect(chosen()).toHaveLength(2);
    await user.type(input, '{Backspace}');
    expect(chosen()).toHaveLength(1);
    cell.getByRole('button', { name: 'Remove Ashland Cardiology' }).focus();
    await user.keyboard('{Enter}');
    expect(chosen()).toHaveLength(0);
  });
});
