import { act, fireEvent, screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { focus, renderComponent } from '../../test/components.tsx';
import type { ShownError } from '../ui/errorWords.ts';
import { ListDetailBoard, type ListDetailBoardProps } from './ListDetailBoard.tsx';
import { useFinishedItems } from './useFinishedItems.ts';

const requests = {
  label: 'Requests',
  list: [],
  rowKey: (item: number) => item,
  renderRow: (item: number) => `Row ${item}`,
};

/** A board of items that can be decided by the user, and withdrawn by somebody else. */
function Board({ selected }: { selected?: number }): ReactNode {
  const [items, setItems] = useState([1, 2, 3]);
  const [selectedKey, select] = useState(selected);
  const { finished, finish } = useFinishedItems();
  const remove = (key: number) => setItems((old) => old.filter((one) => one !== key));
  return (
    <>
      <ListDetailBoard
        {...requests}
        items={items}
        selectedKey={selectedKey}
        onSelect={(key) => select(key === null ? undefined : Number(key))}
        finished={finished}
        detail={(key, item) => (
          <>
            <h2>{item === undefined ? `Request ${key} is not pending` : `Request ${key}`}</h2>
            <button key={key}>Answer</button>
          </>
        )}
        empty="Nothing to answer"
      />
      <output aria-label="Selected">{selectedKey ?? 'none'}</output>
      {[1, 2, 3].map((key) => (
        <div key={key}>
          <button onClick={() => finish(key)}>Decide {key}</button>
          <button onClick={() => remove(key)}>Remove {key}</button>
        </div>
      ))}
    </>
  );
}

afterEach(() => void vi.useRealTimers());

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** The list is usually refetched after the answer, but an event may be faster. */
const decide = (key: number) => {
  press(`Decide ${key}`);
  press(`Remove ${key}`);
};
const shown = () => screen.queryByRole('heading', { level: 2 })?.textContent;

test('after the first item, shown without a choice, the next one is shown', () => {
  renderComponent(<Board />);
  expect(shown()).toBe('Request 1');
  decide(1);
  expect(shown()).toBe('Request 2');
  expect(screen.getByRole('option', { name: 'Row 2' })).toHaveAttribute('aria-selected', 'true');
});

test('after a selected item, the one that takes its place is selected; after the last one, the one before it', () => {
  renderComponent(<Board selected={2} />);
  decide(2);
  expect(shown()).toBe('Request 3');
  decide(3);
  expect(shown()).toBe('Request 1');
  expect(screen.getByLabelText('Selected')).toHaveTextContent('1');
  decide(1);
  expect(shown()).toBeUndefined();
  expect(screen.getByLabelText('Selected')).toHaveTextContent('none');
  expect(screen.getByText('Nothing to answer')).toBeVisible();
});

test('several items that leave one after the other are all passed over, and one that stays is not', () => {
  renderComponent(<Board />);
  for (const key of [1, 2, 3]) press(`Decide ${key}`);
  expect(shown()).toBe('Request 1');
  press('Remove 2');
  press('Remove 1');
  expect(shown()).toBe('Request 3');
});

test('an item that left before the answer of the server arrives gives way as well', () => {
  renderComponent(<Board />);
  press('Remove 1');
  press('Decide 1');
  expect(shown()).toBe('Request 2');
});

test('an item that somebody else removed stays shown and says so', () => {
  renderComponent(<Board selected={2} />);
  press('Remove 2');
  expect(shown()).toBe('Request 2 is not pending');
});

interface ListState {
  items?: number[];
  isLoading?: boolean;
  error?: ShownError;
  hasMore?: boolean;
  missing?: undefined;
}
const states: [string, ListState, string][] = [
  ['while the list is loading', { items: [], isLoading: true }, ''],
  ['if the list could not be loaded', { items: [], error: { message: 'No connection' } }, ''],
  ['while further items can be loaded', { hasMore: true }, 'This item is not in the loaded part of the list.Load more'],
  ['once the whole list is loaded', {}, 'Request 9 was answered'],
  ['by default', { missing: undefined }, 'This item is not in the listSelect another one on the left.'],
];

test.each(states)('what is said of an item without a detail, %s', (_when, state, said) => {
  renderComponent(
    <ListDetailBoard
      label="Requests"
      list={[]}
      items={[1, 2]}
      rowKey={(item) => item}
      renderRow={(item) => `Row ${item}`}
      selectedKey={9}
      onSelect={() => undefined}
      detail={(_key, item) => item !== undefined && <h2>Request {item}</h2>}
      missing="Request 9 was answered"
      empty="Nothing to answer"
      {...state}
    />,
  );
  expect(screen.getByRole('region', { name: 'Requests: selected item' }).textContent).toBe(said);
});

test('on a narrow screen only Enter opens a row, and the focus follows there and back', () => {
  vi.useFakeTimers();
  const queried = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(queried(media), { matches: media.includes('56em') }),
  );
  const type = (key: string) => fireEvent.keyDown(screen.getByRole('listbox'), { key });
  renderComponent(<Board />);
  focus(screen.getByRole('listbox'));
  type('ArrowDown');
  type('ArrowDown');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(shown()).toBeUndefined();
  type('Enter');
  expect(shown()).toBe('Request 2');
  expect(screen.getByRole('region', { name: 'Requests: selected item' })).toHaveFocus();
  press('Back to list');
  expect(screen.getByRole('listbox')).toHaveFocus();
  type('ArrowDown');
  type('Enter');
  expect(shown()).toBe('Request 3');
});

test('the focus of a finished item goes to the one shown next, and stays where it is if it is elsewhere', () => {
  renderComponent(<Board />);
  focus(screen.getByRole('button', { name: 'Answer' }));
  decide(1);
  expect(shown()).toBe('Request 2');
  expect(screen.getByRole('heading', { name: 'Request 2' })).toHaveFocus();
  focus(screen.getByRole('listbox'));
  decide(2);
  expect(shown()).toBe('Request 3');
  expect(screen.getByRole('listbox')).toHaveFocus();
});

test('a list that is empty without filters has no place for a detail, one with filters has', () => {
  const board = (filters?: string) => (
    <ListDetailBoard
      label="Requests"
      list={[]}
      items={[]}
      rowKey={(item: number) => item}
      renderRow={(item) => item}
      selectedKey={undefined}
      onSelect={() => undefined}
      detail={() => null}
      empty="Nothing to answer"
      filters={filters}
    />
  );
  renderComponent(board());
  expect(screen.getByText('Nothing to answer')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Requests: selected item' })).toBeNull();
  renderComponent(board('Open'));
  expect(screen.getByRole('region', { name: 'Requests: selected item' })).toBeVisible();
});

const failed: ShownError = { message: 'The server did not answer', status: 500 };
const board = (state: Partial<ListDetailBoardProps<number>> & { items: number[] }) => (
  <ListDetailBoard
    label="Requests"
    list={[]}
    rowKey={(item) => item}
    renderRow={(item) => `Row ${item}`}
    selectedKey={undefined}
    onSelect={() => undefined}
    detail={() => null}
    empty="Nothing to answer"
    hasMore={state.onLoadMore !== undefined}
    {...state}
  />
);

test('a list without rows says that it could not be loaded, and not that it is empty', async () => {
  const onRetry = vi.fn<() => void>();
  const user = renderComponent(board({ items: [], error: failed, onRetry }));
  expect(screen.getByText('Requests could not be loaded')).toBeVisible();
  expect(screen.queryByText('Nothing to answer')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test.each([
  ['below', (onMore: () => void) => ({ hasMoreFailed: true, onLoadMore: onMore })],
  ['above', (onMore: () => void) => ({ hasEarlier: true, hasEarlierFailed: true, onLoadEarlier: onMore })],
])('rows that could not be added %s are loaded again on request only', async (_where, stateOf) => {
  const observe = vi.fn<() => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = observe;
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const onMore = vi.fn<() => void>();
  const user = renderComponent(board({ items: [1], ...stateOf(onMore) }));
  expect(screen.getByText('More rows could not be loaded.')).toBeVisible();
  expect(observe).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onMore).toHaveBeenCalledOnce();
});

/** A list that begins anew further down, and then loads a row above. */
function LinkedBoard(): ReactNode {
  const [items, setItems] = useState([1, 2, 3]);
  return (
    <>
      <ListDetailBoard
        {...requests}
        items={items}
        selectedKey={6}
        onSelect={() => undefined}
        detail={(key) => `Request ${key}`}
        empty="Nothing"
      />
      <button onClick={() => setItems([4, 5, 6])}>Begin below</button>
      <button onClick={() => setItems([3, 4, 5, 6])}>Load above</button>
    </>
  );
}

test('a linked row that only the next list holds is scrolled into view once it does', () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => scrolled.mockRestore());
  renderComponent(<LinkedBoard />);
  expect(scrolled).not.toHaveBeenCalled();
  press('Begin below');
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('option', { name: 'Row 6' })]);
  press('Load above');
  expect(scrolled).toHaveBeenCalledTimes(1);
});
