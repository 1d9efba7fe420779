import { act, fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../test/components.tsx';
import { SearchBox } from './SearchBox.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = async (milliseconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
};
const box = () => screen.getByRole('searchbox');

/** A search whose value is changed from outside only, as by the address. */
function Search({ next, onSearch }: { next: string; onSearch: (term: string) => void }): ReactNode {
  const [value, setValue] = useState('Ash');
  return (
    <>
      <SearchBox label="Search clinics" value={value} onSearch={onSearch} />
      <button type="button" onClick={() => setValue(next)}>
        Change
      </button>
    </>
  );
}

test('a value from outside replaces typed text, which is then not searched for', async () => {
  const search = vi.fn<(term: string) => void>();
  renderComponent(<Search next="" onSearch={search} />);
  fill(box(), 'Birch');
  fireEvent.click(screen.getByText('Change'));
  expect(box()).toHaveValue('');
  await pass(500);
  expect(search).not.toHaveBeenCalled();
});

test('the late echo of a search does not replace what was typed since', async () => {
  const search = vi.fn<(term: string) => void>();
  renderComponent(<Search next="Birch" onSearch={search} />);
  fill(box(), 'Birch');
  await pass(500);
  fill(box(), 'Birchwood');
  fireEvent.click(screen.getByText('Change'));
  expect(box()).toHaveValue('Birchwood');
  await pass(500);
  expect(search.mock.calls).toEqual([['Birch'], ['Birchwood']]);
});
