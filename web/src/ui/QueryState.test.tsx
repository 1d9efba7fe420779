import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import type { ShownError } from './errorWords.ts';
import { allQueries, QueryState, type ShownQuery } from './QueryState.tsx';

const failed = { message: 'The server did not answer', status: 500, reference: 'FE-1' };
const refetch = vi.fn<() => void>();
const query = (state: Partial<ShownQuery<string[]>>): ShownQuery<string[]> => ({
  data: undefined,
  error: null,
  refetch,
  ...state,
});
const list = (items: readonly string[]) => items.map((item) => <li key={item}>{item}</li>);
const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('a skeleton is shown until the first response', () => {
  renderComponent(<QueryState query={query({})}>{list}</QueryState>);
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(shown()).toEqual([]);
});

test('a load that is tried again says so', () => {
  renderComponent(<QueryState query={query({ failureCount: 1 })}>{list}</QueryState>);
  expect(screen.getByText('The server has not answered yet. Trying again...')).toBeVisible();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
});

test('a failed first load shows what failed, and a retry', () => {
  renderComponent(
    <QueryState query={query({ error: failed })} failure="The list could not be loaded">
      {list}
    </QueryState>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('The list could not be loaded');
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledOnce();
});

test('a screen can word the error itself', () => {
  const failure = vi.fn<(error: ShownError) => ShownError>(() => ({ message: 'Too long to show', status: 200 }));
  renderComponent(<QueryState query={query({ error: failed })} failure={failure} />);
  expect(failure).toHaveBeenCalledWith(failed);
  expect(screen.getByRole('alert')).toHaveTextContent('Too long to show');
});

test('nothing is shown once the session has ended', () => {
  renderComponent(<QueryState query={query({ error: { message: 'Sign in', status: 401 } })}>{list}</QueryState>);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('data are shown, or that there are none', () => {
  const isEmpty = (items: readonly string[]) => items.length === 0;
  renderComponent(
    <>
      <QueryState query={query({ data: ['one', 'two'] })} isEmpty={isEmpty} empty="None">
        {list}
      </QueryState>
      <QueryState query={query({ data: [] })} isEmpty={isEmpty} empty={<p>Nothing here</p>}>
        {list}
      </QueryState>
    </>,
  );
  expect(shown()).toEqual(['one', 'two']);
  expect(screen.getByText('Nothing here')).toBeVisible();
  expect(screen.queryByText('None')).toBeNull();
});

test('a failed refetch keeps the shown data', () => {
  const stale = query({ data: ['one'], error: failed });
  renderComponent(<QueryState query={stale}>{list}</QueryState>);
  expect(shown()).toEqual(['one']);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('several queries are shown once all are loaded; a retry repeats those that failed', () => {
  const again = vi.fn<() => void>();
  const count = { data: 2, error: null, refetch: again };
  expect(allQueries([query({}), count]).data).toBeUndefined();
  const broken = allQueries([query({ error: failed }), count]);
  expect(broken.error).toBe(failed);
  refetch.mockClear();
  void broken.refetch();
  expect(refetch).toHaveBeenCalledOnce();
  expect(again).not.toHaveBeenCalled();
  renderComponent(
    <QueryState query={allQueries([query({ data: ['one'] }), count])}>
      {([items, number]) => list(items.map((item) => item.repeat(number)))}
    </QueryState>,
  );
  expect(shown()).toEqual(['oneone']);
});
