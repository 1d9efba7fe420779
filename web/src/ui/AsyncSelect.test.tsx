import { act, fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('Enter', () => {
  const codes = [
    { code: 'E11.9', words: 'Diabetes' },
    { code: 'E11.90', words: 'Diabetes, other' },
    { code: 'I10', words: 'Hypertension' },
  ];

  function Codes(): ReactNode {
    const [value, setValue] = useState<(typeof codes)[number] | null>(null);
    return (
      <AsyncSelect
        label="Diagnosis"
        value={value}
        onChange={setValue}
        search={(term) =>
          Promise.resolve(
            codes.filter(({ code, words }) => `${code} ${code.replace('.', '')} ${words}`.toLowerCase().includes(term)),
          )
        }
        minimum={2}
        itemKey={({ code }) => code}
        itemCode={({ code }) => code}
        itemLabel={({ words }) => words}
      />
    );
  }

  const open = () => {
    renderComponent(<Codes />);
    const input = screen.getByRole('combobox', { name: 'Diagnosis' });
    fireEvent.click(input);
    return input;
  };

  test.each([
    ['the only match', 'hyper', 'Hypertension'],
    ['the code of several', 'e11.9', 'Diabetes'],
    ['the code without its dot', 'e119', 'Diabetes'],
    ['the label of several', 'diabetes', 'Diabetes'],
  ])('takes %s', async (_what, typed, taken) => {
    const input = open();
    fill(input, typed);
    await pass(350);
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(input).toHaveValue(taken);
    expect(input).toHaveAttribute('aria-expanded', 'false');
  });

  test.each([
    ['once they are listed', 350],
    ['before they are listed', 0],
  ])('takes none of several, and says how many there are, %s', async (_when, wait) => {
    const input = open();
    fill(input, 'diab');
    await pass(wait);
    fireEvent.keyDown(input, { key: 'Enter' });
    await pass(350);
    expect(input).toHaveValue('diab');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    const hint = '2 options are listed. Use the arrow keys to choose one, or type more.';
    expect(screen.getByText(hint)).toHaveAttribute('role', 'status');
    fill(input, 'diabetes,');
    expect(screen.queryByText(hint)).toBeNull();
  });
});
