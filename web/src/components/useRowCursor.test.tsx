import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useRowCursor } from './useRowCursor.ts';

const keys = Array.from({ length: 20 }, (_, index) => index);
/** Longer than the cursor waits before it selects. */
const rest = 200;

/** A list whose selection arrives late, as through the router on a busy machine. */
function SlowList({ delay }: { delay: number }): ReactNode {
  const [selected, setSelected] = useState(10);
  const cursor = useRowCursor(keys, selected, (key) => setTimeout(() => setSelected(Number(key)), delay));
  return (
    <>
      <button onClick={() => cursor.move(-1)}>Previous</button>
      <button onClick={() => setSelected(3)}>Go to 3</button>
      <output>{`${cursor.key}, selected ${selected}`}</output>
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByText(name));
const pass = (time: number) => act(() => void vi.advanceTimersByTime(time));
const shown = () => screen.getByRole('status').textContent;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('moves once for each press while earlier selections are still arriving', () => {
  render(<SlowList delay={rest + 100} />);
  for (let pressed = 0; pressed < 5; pressed++) {
    press('Previous');
    pass(rest);
  }
  expect(shown()).toBe('5, selected 7');
  pass(1_000);
  expect(shown()).toBe('5, selected 5');
});

test('follows a selection from elsewhere', () => {
  render(<SlowList delay={0} />);
  press('Previous');
  pass(rest);
  expect(shown()).toBe('9, selected 9');
  press('Go to 3');
  expect(shown()).toBe('3, selected 3');
  press('Previous');
  expect(shown()).toBe('2, selected 3');
});

/** A list whose selected row can leave it, as an item that was completed. */
function ShrinkingList(): ReactNode {
  const [rows, setRows] = useState(keys);
  const [selected, setSelected] = useState(10);
  const cursor = useRowCursor(rows, selected, (key) => setSelected(Number(key)));
  return (
    <>
      <button onClick={() => cursor.move(-1)}>Previous</button>
      <button onClick={() => cursor.move(1)}>Next</button>
      <button onClick={() => setRows((old) => old.filter((key) => key !== selected))}>Remove</button>
      <button onClick={() => setSelected(99)}>Go to a row of another page</button>
      <output>{`${cursor.key}, selected ${selected}`}</output>
    </>
  );
}

test('continues at the place of a row that left the list', () => {
  render(<ShrinkingList />);
  press('Remove');
  expect(shown()).toBe('10, selected 10');
  press('Next');
  pass(rest);
  expect(shown()).toBe('11, selected 11');
  press('Remove');
  press('Previous');
  pass(rest);
  expect(shown()).toBe('9, selected 9');
});

test('starts at the top from a row that was never in the list', () => {
  render(<ShrinkingList />);
  press('Go to a row of another page');
  press('Next');
  expect(shown()).toBe('0, selected 99');
});
