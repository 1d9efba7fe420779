import { Button } from '@mantine/core';
import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useShortcut } from '../ui/shortcuts.ts';
import { moreFailed, tryAgain } from './listFailure.ts';
import { useListEnd } from './useListEnd.ts';
import classes from './ListDetailBoard.module.css';
import { useRowCursor } from './useRowCursor.ts';

export type RowKey = string | number;

export interface RowListProps<Item> {
  /** Label of the list, "Referrals", which is also its heading. */
  label: string;
  items: readonly Item[];
  rowKey: (item: Item) => RowKey;
  /** Content of a row: two short lines at most, no controls. Preferably a function defined outside the component. */
  renderRow: (item: Item) => ReactNode;
  /** The heading an item stands under; rows of one heading follow each other. Without it, the rows stand under none. */
  groupOf?: ((item: Item) => string) | undefined;
  /**
   * The selected row in the URL. Without one, the first item is selected (except on a narrow screen), and stays so if it leaves
   * the list.
   */
  selectedKey: RowKey | undefined;
  /**
   * Writes the selection to the URL; `null` returns to the list on a narrow screen. Choosing a row adds a history entry; a
   * step of the keyboard along the rows (`isStep`) replaces the current one.
   */
  onSelect: (key: RowKey | null, isStep: boolean) => void;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  /** Whether loading more has failed; it is then tried again on request only. */
  hasMoreFailed?: boolean;
  onLoadMore?: () => void;
  /** For a list that begins further down: whether there are rows above. */
  hasEarlier?: boolean;
  isLoadingEarlier?: boolean;
  hasEarlierFailed?: boolean;
  onLoadEarlier?: () => void;
}

interface BoardRowsProps<Item> extends RowListProps<Item> {
  /** Whether the detail replaces the list, so that a row is opened by Enter or a click only. */
  isNarrow: boolean;
  /** The row of the cursor while none is selected. */
  startKey: RowKey | undefined;
  /** Called on Enter, to move the focus into the detail. */
  onOpen: () => void;
}

/** The rows. Arrows, j and k move along them, Enter moves into the detail. */
export function BoardRows<Item>(props: BoardRowsProps<Item>): ReactNode {
  const { label, items, rowKey, renderRow, groupOf, selectedKey, onSelect, isNarrow, startKey, onOpen } = props;
  const listId = useId();
  const keys = items.map(rowKey);
  const list = useRowsKeptInView(keys[0], props.isLoadingEarlier === true);
  const cursor = useRowCursor(keys, selectedKey, onSelect, { selectionFollows: !isNarrow, startKey });
  const optionId = (key: RowKey) => `${listId}-${key}`;

  const first = keys[0];
  const inView = useRef<RowKey>(undefined);
  useEffect(() => {
    if (cursor.key === undefined) inView.current = undefined;
    // Looked for in every list that begins anew: a linked row may be missing in the first one. Not when more rows load below.
    if (first === undefined || cursor.key === undefined || inView.current === cursor.key) return;
    const row = list.current?.querySelector(`[data-key="${CSS.escape(String(cursor.key))}"]`);
    if (!row) return;
    inView.current = cursor.key;
    row.scrollIntoView({ block: 'nearest' });
  }, [cursor.key, first, list]);
  const step = (direction: 1 | -1) => {
    // Enter opens the row, and only the focused list shows which one it is.
    if (isNarrow) list.current?.focus({ preventScroll: true });
    cursor.move(direction);
  };
  useShortcut('j', 'Next item', () => step(1));
  useShortcut('k', 'Previous item', () => step(-1));

  const moves: Record<string, () => void> = {
    ArrowDown: () => cursor.move(1),
    ArrowUp: () => cursor.move(-1),
    PageDown: () => cursor.move(10),
    PageUp: () => cursor.move(-10),
    Home: () => cursor.move(-items.length),
    End: () => cursor.move(items.length),
    Enter: () => {
      cursor.commit();
      onOpen();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const run = moves[event.key];
    if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  };
  // One listener for all rows: the focus stays on the list, and screen readers announce its active row.
  const onClick = (event: MouseEvent) => {
    const row = (event.target as Element).closest('[role=option]');
    const key = keys.find((one) => String(one) === row?.getAttribute('data-key'));
    if (key === undefined) return;
    list.current?.focus({ preventScroll: true });
    cursor.choose(key);
  };
  const row = (item: Item) => {
    const key = rowKey(item);
    return (
      <Row
        key={key}
        id={optionId(key)}
        rowKey={key}
        item={item}
        isSelected={key === selectedKey}
        isActive={key === cursor.key}
        renderRow={renderRow}
      />
    );
  };
  return (
    <>
      {props.hasEarlier === true && (
        <More
          label="Load previous"
          isLoading={props.isLoadingEarlier === true}
          hasFailed={props.hasEarlierFailed === true}
          onMore={props.onLoadEarlier}
        />
      )}
      <div
        role="listbox"
        aria-label={label}
        aria-activedescendant={cursor.key !== undefined && keys.includes(cursor.key) ? optionId(cursor.key) : undefined}
        tabIndex={0}
        ref={list}
        className={classes['rows']}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {groupOf === undefined
          ? items.map(row)
          : [...Map.groupBy(items, groupOf)].map(([heading, group]) => (
              <div key={heading} role="group" aria-label={heading}>
                <div className={classes['groupHeading']} aria-hidden>
                  {heading}
                </div>
                {group.map(row)}
              </div>
            ))}
      </div>
      {props.hasMore === true && (
        <More
          label="Load more"
          isLoading={props.isLoadingMore === true}
          hasFailed={props.hasMoreFailed === true}
          onMore={props.onLoadMore}
        />
      )}
    </>
  );
}

/**
 * Keeps the rows in place when earlier ones are loaded above them, where the browser does not: at the top of the list.
 * Returns the ref of the element around the rows.
 */
function useRowsKeptInView(first: RowKey | undefined, isLoading: boolean): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef<{ key: RowKey; top: number; isLoading: boolean }>(undefined);
  useLayoutEffect(() => {
    const topOf = (key: RowKey) =>
      list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(String(key))}"]`)?.offsetTop;
    const scroller = list.current?.parentElement;
    const old = shown.current;
    shown.current = first === undefined ? undefined : { key: first, top: topOf(first) ?? 0, isLoading };
    if (old?.isLoading !== true || old.key === first || !scroller) return;
    const top = topOf(old.key);
    const isUnkept = scroller.scrollTop === 0 || !CSS.supports('overflow-anchor', 'auto');
    if (top !== undefined && isUnkept) scroller.scrollTop += top - old.top;
  }, [first, isLoading]);
  return list;
}

interface RowProps<Item> {
  id: string;
  rowKey: RowKey;
  item: Item;
  isSelected: boolean;
  isActive: boolean;
  renderRow: (item: Item) => ReactNode;
}

/** Re-rendered only when its item or selection state changes, because lists grow to a thousand rows. */
const Row = memo(function Row<Item>({ id, rowKey, item, isSelected, isActive, renderRow }: RowProps<Item>) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      data-key={rowKey}
      data-active={isActive || undefined}
      className={classes['row']}
      tabIndex={-1}
    >
      {renderRow(item)}
    </div>
  );
}) as <Item>(props: RowProps<Item>) => ReactNode;

interface MoreProps {
  label: string;
  isLoading: boolean;
  hasFailed?: boolean;
  onMore: (() => void) | undefined;
}

function More({ label, isLoading, hasFailed = false, onMore }: MoreProps): ReactNode {
  const ref = useListEnd(onMore, isLoading || hasFailed, '200px');
  return (
    <div ref={ref} className={classes['more']}>
      {hasFailed && <span role="status">{moreFailed}</span>}
      <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={onMore}>
        {hasFailed ? tryAgain : label}
      </Button>
    </div>
  );
}
