import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useFirstItem } from './useFirstItem.ts';

interface Props {
  keys: number[];
  list?: string;
  isDisabled?: boolean;
  isFetching?: boolean;
}

const show = (first: Props) =>
  renderHook(
    ({ keys, list = 'open', isDisabled = false, isFetching = false }: Props) =>
      useFirstItem(keys, { list: [list], isDisabled, isFetching }),
    { initialProps: first },
  );

test('the first item stays shown when others arrive above it and when it leaves the list', () => {
  const { result, rerender } = show({ keys: [], isFetching: true });
  expect(result.current).toBeUndefined();
  rerender({ keys: [1, 2] });
  expect(result.current).toBe(1);
  rerender({ keys: [3, 1, 2], isFetching: true });
  rerender({ keys: [3, 2] });
  expect(result.current).toBe(1);
  rerender({ keys: [] });
  expect(result.current).toBe(1);
});

test('another list, and a list left for an item, start with their own first item', () => {
  const { result, rerender } = show({ keys: [1, 2] });
  rerender({ keys: [2, 1], list: 'completed' });
  expect(result.current).toBe(2);
  rerender({ keys: [1], list: 'completed', isDisabled: true });
  expect(result.current).toBeUndefined();
  rerender({ keys: [1], list: 'completed' });
  expect(result.current).toBe(1);
});

test('the first row of an outdated list gives way to the first one of the list that replaces it', () => {
  const { result, rerender } = show({ keys: [1, 2], isFetching: true });
  expect(result.current).toBe(1);
  rerender({ keys: [2] });
  expect(result.current).toBe(2);
});
