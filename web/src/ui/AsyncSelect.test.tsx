import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../test/components.tsx';
import { AsyncSelect, userSearchDebounce } from './AsyncSelect.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = async (milliseconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
};

test('a search for users asks the server 400 ms after the last key, once', async () => {
  const search = vi.fn<() => Promise<string[]>>().mockResolvedValue(['Patel, Anjali']);
  renderComponent(
    <AsyncSelect
      label="People"
      value={null}
      onChange={() => undefined}
      search={search}
      debounce={userSearchDebounce}
      itemKey={(name) => name}
      itemLabel={(name) => name}
    />,
  );
  const input = screen.getByRole('combobox', { name: 'People' });
  fireEvent.click(input);
  for (const typed of ['pat', 'pate', 'patel']) {
    fill(input, typed);
    await pass(399);
    expect(search).not.toHaveBeenCalled();
  }
  await pass(1);
  expect(search).toHaveBeenCalledExactlyOnceWith('patel', expect.anything());
  expect(screen.getByRole('option', { name: 'Patel, Anjali' })).toBeVisible();
});
