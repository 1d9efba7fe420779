import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { DataTable, type Column, type DataTableProps } from './DataTable.tsx';

interface Plan {
  name: string;
  members: number | null;
}

const plans: Plan[] = [
  { name: 'Beacon', members: 9 },
  { name: 'Anchor', members: null },
  { name: 'Compass', members: 10 },
];
const columns: Column<Plan>[] = [
  { title: 'Name', render: ({ name }) => name, sortBy: ({ name }) => name, orderKey: 'name' },
  { title: 'Members', isNumeric: true, render: ({ members }) => members, sortBy: ({ members }) => members },
  { title: 'Note', render: () => '' },
];

const show = (more: Partial<DataTableProps<Plan>> = {}) =>
  renderComponent(<DataTable label="Plans" columns={columns} items={plans} rowKey={({ name }) => name} {...more} />);

const rows = () => screen.getAllByRole('row').slice(1);
const names = () => rows().map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const heading = (name: string) => screen.getByRole('columnheader', { name });
const sorter = (name: string) => within(heading(name)).queryByRole('button');

test('is a labeled region that can be scrolled by keyboard', () => {
  show();
  expect(screen.getByRole('region', { name: 'Plans' })).toHaveAttribute('tabindex', '0');
  expect(names()).toEqual(['Beacon', 'Anchor', 'Compass']);
});

test('a heading sorts the rows, numbers as numbers, and rows without a value stay last', async () => {
  const user = show();
  const sorted: unknown[] = [];
  for (let pressed = 0; pressed < 3; pressed += 1) {
    await user.click(screen.getByRole('button', { name: 'Members' }));
    sorted.push([heading('Members').getAttribute('aria-sort'), ...names()]);
  }
  expect(sorted).toEqual([
    ['descending', 'Compass', 'Beacon', 'Anchor'],
    ['ascending', 'Beacon', 'Compass', 'Anchor'],
    ['descending', 'Compass', 'Beacon', 'Anchor'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(names()).toEqual(['Compass', 'Beacon', 'Anchor']);
  expect(heading('Members')).not.toHaveAttribute('aria-sort');
  expect(sorter('Note')).toBeNull();
});

test('rows are not sorted before all of them are loaded', async () => {
  const onLoadMore = vi.fn<() => void>();
  const user = show({ hasMore: true, onLoadMore });
  expect(sorter('Members')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(onLoadMore).toHaveBeenCalledTimes(1);
});

/** A list whose pages arrive when the test says so. */
function Paged(): ReactNode {
  const [loads, setLoads] = useState(0);
  const [isLoading, setLoading] = useState(false);
  const load = () => {
    setLoads(loads + 1);
    setLoading(true);
  };
  return (
    <>
      <DataTable
        label="Plans"
        columns={columns}
        items={plans}
        rowKey={({ name }) => name}
        hasMore
        isLoadingMore={isLoading}
        onLoadMore={load}
      />
      <button type="button" onClick={() => setLoading(false)}>
        Arrived
      </button>
      <output>{loads}</output>
    </>
  );
}

test('more rows are loaded when the end of the list comes near, one page at a time', () => {
  vi.useFakeTimers();
  let report: IntersectionObserverCallback = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const see = (isIntersecting: boolean) =>
    act(() => report([{ isIntersecting } as IntersectionObserverEntry], {} as IntersectionObserver));
  const pass = () => act(() => void vi.advanceTimersByTime(1000));
  renderComponent(<Paged />);
  const loads = screen.getByRole('status');
  pass();
  expect(loads).toHaveTextContent('0');
  see(true);
  expect(loads).toHaveTextContent('0');
  pass();
  expect(loads).toHaveTextContent('1');
  // However late the browser says that the rows have pushed the end away.
  fireEvent.click(screen.getByRole('button', { name: 'Arrived' }));
  pass();
  see(false);
  pass();
  expect(loads).toHaveTextContent('1');
  see(true);
  pass();
  expect(loads).toHaveTextContent('2');
});

test('a heading of a table that the server sorts requests the other order', async () => {
  const onOrder = vi.fn<(key: string, isDescending: boolean) => void>();
  const user = show({ order: { key: 'name', isDescending: false, onOrder }, hasMore: true });
  expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(onOrder.mock.calls).toEqual([['name', true]]);
  expect(names()).toEqual(['Beacon', 'Anchor', 'Compass']);
  expect(sorter('Members')).toBeNull();
});

test('a heading that the server cannot sort says why', () => {
  show({ order: { key: 'name', isDescending: true, onOrder: undefined, reason: 'Clear the search to sort.' } });
  expect(heading('Name')).toHaveAttribute('title', 'Clear the search to sort.');
  expect(sorter('Name')).toBeNull();
  expect(heading('Members')).not.toHaveAttribute('title');
});

test('a row under the pointer is reported, to load ahead', () => {
  const onPoint = vi.fn<(plan: Plan) => void>();
  show({ onPoint });
  fireEvent.pointerEnter(rows()[1] as HTMLElement);
  expect(onPoint.mock.calls).toEqual([[plans[1]]]);
});
