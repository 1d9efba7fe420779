import { Button, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconArrowUp } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { focusPart } from '../ui/keptFocus.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader } from '../ui/Page.tsx';
import type { ShownError } from '../ui/errorWords.ts';
import { Loading } from '../ui/QueryState.tsx';
import { DetailSkeleton, ListSkeleton } from '../ui/Skeletons.tsx';
import { BoardRows, type RowKey, type RowListProps } from './BoardRows.tsx';
import classes from './ListDetailBoard.module.css';
import { listFailure, tryAgain } from './listFailure.ts';
import { useNextItem } from './useFinishedItems.ts';
import { useFirstItem } from './useFirstItem.ts';
import { useIsNarrow } from './useIsNarrow.ts';
import { formatNumber } from '../ui/numbers.ts';

export interface ListDetailBoardProps<Item> extends RowListProps<Item> {
  /** Identifies the list (its filters), as in `useArrivals`: another list starts with its first item selected. */
  list: readonly unknown[];
  /** Items that the user has finished: once the shown one leaves the list, the next one is shown. See `useFinishedItems`. */
  finished?: ReadonlySet<RowKey>;
  /** Use `h2` inside a page that has its own heading; defaults to `h1`. */
  heading?: 'h1' | 'h2';
  /**
   * The detail of the selected item; also called for a key that is not in the list (a pasted link). If it returns nothing, the
   * board says why.
   */
  detail: (key: RowKey, item: Item | undefined) => ReactNode;
  /** Shown without a detail once the whole list is loaded: the item was decided, or never existed. A sentence by default. */
  missing?: ReactNode;
  /** Shown instead of the rows when there are none. */
  empty: ReactNode;
  /** Shown instead of the detail when nothing is selected. */
  emptyDetail?: ReactNode;
  /** Right of the heading: "New referral". */
  actions?: ReactNode;
  filters?: ReactNode;
  /** Number of active filters; if there are any, a reset is offered. */
  filtersCount?: number;
  onResetFilters?: () => void;
  isLoading?: boolean;
  /** Failed attempts of the first load, which is tried again. */
  failureCount?: number;
  /** Also while the list is refetched. */
  isFetching?: boolean;
  /** Why the list could not be loaded. Without it, shown items may be old: the notice of the page says so. */
  error?: ShownError | null;
  onRetry?: () => void;
  /** Number of new items not shown yet; see `useArrivals`. */
  newCount?: number;
  onShowNew?: () => void;
  /** Total number of items, if known. */
  total?: number;
  /** Below the rows: a pager, for instance. */
  footer?: ReactNode;
}

/** A list on the left and the detail of its selected item on the right. */
export function ListDetailBoard<Item>(props: ListDetailBoardProps<Item>): ReactNode {
  const { items, rowKey, label, heading: Heading = 'h1' } = props;
  const isNarrow = useIsNarrow();
  const list = useRef<HTMLElement>(null);
  const detail = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const keys = items.map(rowKey);
  const first = useFirstItem(keys, {
    list: props.list,
    isDisabled: isNarrow || props.selectedKey !== undefined,
    isFetching: props.isFetching === true,
  });
  const selectedKey = useNextItem(keys, {
    shownKey: props.selectedKey ?? first,
    finished: props.finished,
    isNarrow,
    onSelect: (key) => {
      props.onSelect(key, true);
      keepFocus(list, detail);
    },
  });
  const selected = items.find((item) => rowKey(item) === selectedKey);
  const showsList = !isNarrow || selectedKey === undefined;
  // A list that is empty whatever the user does needs no place for a detail: its text takes the whole width.
  const isEmpty = props.items.length === 0 && !isFirstLoading(props) && props.filters === undefined;
  const hasDetail = selectedKey !== undefined || !isEmpty || props.emptyDetail !== undefined;
  const showsDetail = isNarrow ? selectedKey !== undefined : hasDetail;
  const [openedKey, setOpenedKey] = useState(selectedKey);
  if (selectedKey !== undefined && selectedKey !== openedKey) setOpenedKey(selectedKey);
  useKeptFocus(list, detail, isNarrow && (selectedKey === undefined ? 'list' : 'detail'));

  return (
    <div className={classes['board']}>
      {showsList && (
        <section
          className={classes['list']}
          aria-label={label}
          ref={list}
          tabIndex={-1}
          data-alone={!showsDetail || undefined}
        >
          <BoardHeader {...props} scroller={scroller} />
          <BoardList
            {...props}
            scroller={scroller}
            selectedKey={selectedKey}
            isNarrow={isNarrow}
            startKey={isNarrow ? openedKey : undefined}
            onOpen={() => detail.current?.focus()}
          />
          {props.footer !== undefined && <div className={classes['footer']}>{props.footer}</div>}
        </section>
      )}
      {showsDetail && (
        <section className={classes['detail']} aria-label={`${label}: selected item`} ref={detail} tabIndex={-1}>
          {isNarrow && (
            <>
              {/* The list and its visible heading are hidden. */}
              <Heading className="visually-hidden">{label}</Heading>
              <UnstyledButton className={classes['back']} onClick={() => props.onSelect(null, true)}>
                <IconArrowLeft size={16} aria-hidden /> Back to list
              </UnstyledButton>
            </>
          )}
          {selectedKey === undefined ? (
            <EmptyDetail {...props} />
          ) : (
            // Using a control of the first item, or of a dialog opened from it, selects the item. Otherwise a change of the list,
            // or a window that becomes narrow, would close the dialog.
            <div
              className={classes['used']}
              onFocus={() => {
                if (props.selectedKey === undefined) props.onSelect(selectedKey, true);
              }}
            >
              <AfterFirstRender>
                {() => props.detail(selectedKey, selected) || <MissingItem {...props} isNarrow={isNarrow} />}
              </AfterFirstRender>
            </div>
          )}
        </section>
      )}
    </div>
  );
}

/**
 * Shows the list as soon as it is rendered. The detail, often the larger half, follows without blocking the page: React
 * renders it in pauses between events.
 */
function AfterFirstRender({ children }: { children: () => ReactNode }): ReactNode {
  return useDeferredValue(true, false) ? children() : null;
}

function isFirstLoading<Item>({ items, isLoading }: ListDetailBoardProps<Item>): boolean {
  return isLoading === true && items.length === 0;
}

function EmptyDetail<Item>(props: ListDetailBoardProps<Item>): ReactNode {
  // The first item is about to be selected, so a prompt to select one would be wrong.
  if (isFirstLoading(props)) return <DetailSkeleton />;
  if (props.emptyDetail !== undefined) return props.emptyDetail;
  if (props.items.length === 0) return null;
  return <EmptyState title="Nothing selected" text="Select an item on the left to view its details." />;
}

interface MissingItemProps<Item> extends ListDetailBoardProps<Item> {
  isNarrow: boolean;
}

/** Why there is no detail. An item that is not loaded yet may well exist. */
function MissingItem<Item>(props: MissingItemProps<Item>): ReactNode {
  const { isLoading, isFetching, isLoadingMore, error, hasMore, onLoadMore, missing, isNarrow } = props;
  if (isLoading === true || (isFetching === true && isLoadingMore !== true)) return <DetailSkeleton />;
  // On a wide screen, the list next to it shows the error.
  if (error) return isNarrow ? <ListError {...props} error={error} /> : null;
  if (hasMore !== true)
    return missing ?? <EmptyState title="This item is not in the list" text="Select another one on the left." />;
  return (
    <EmptyState
      title="This item is not in the loaded part of the list."
      action={
        <Button variant="default" loading={isLoadingMore === true} onClick={onLoadMore}>
          Load more
        </Button>
      }
    />
  );
}

function countOf<Item>(props: ListDetailBoardProps<Item>): string {
  const { items, total, hasMore, hasEarlier, isLoading, error } = props;
  if (items.length === 0 && (isLoading === true || error)) return '';
  if (total !== undefined && total > items.length) return `${formatNumber(items.length)} of ${formatNumber(total)}`;
  return `${formatNumber(items.length)}${hasMore === true || hasEarlier === true ? '+' : ''}`;
}

interface BoardHeaderProps<Item> extends ListDetailBoardProps<Item> {
  scroller: RefObject<HTMLDivElement | null>;
}

function BoardHeader<Item>(props: BoardHeaderProps<Item>): ReactNode {
  const { label, heading, filters, filtersCount = 0, onResetFilters, actions, newCount = 0 } = props;
  const count = countOf(props);
  const showNew = () => {
    props.onShowNew?.();
    // In a low window the list scrolls as a whole.
    const { current } = props.scroller;
    for (const element of [current, current?.parentElement]) element?.scrollTo({ top: 0 });
  };
  return (
    <PageHeader
      title={label}
      heading={heading}
      look="column"
      beside={
        <span className={classes['count']} role="status">
          {newCount > 0 ? (
            // Takes the place of the count, so that no row moves or is covered.
            <Button size="compact-xs" radius="xl" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={showNew}>
              {formatNumber(newCount)} new
            </Button>
          ) : (
            count
          )}
          {newCount === 0 && count !== '' && <span className="visually-hidden"> shown</span>}
        </span>
      }
      actions={actions}
      filters={
        filters === undefined && filtersCount === 0 ? undefined : (
          <>
            {filters}
            {filtersCount > 0 && (
              <div className={classes['filtersSet']}>
                {filtersCount} {filtersCount === 1 ? 'filter' : 'filters'} set
                {onResetFilters !== undefined && (
                  <Button variant="subtle" size="compact-xs" onClick={onResetFilters}>
                    Reset filters
                  </Button>
                )}
              </div>
            )}
          </>
        )
      }
    />
  );
}

interface BoardListProps<Item> extends ListDetailBoardProps<Item> {
  scroller: RefObject<HTMLDivElement | null>;
  isNarrow: boolean;
  startKey: RowKey | undefined;
  onOpen: () => void;
}

function BoardList<Item>(props: BoardListProps<Item>): ReactNode {
  const { items, error, scroller } = props;
  if (isFirstLoading(props)) {
    return (
      <div className={classes['loading']}>
        <Loading query={props}>
          <ListSkeleton />
        </Loading>
      </div>
    );
  }
  if (items.length === 0) {
    return <div className={classes['nothing']}>{error ? <ListError {...props} error={error} /> : props.empty}</div>;
  }
  return (
    <div className={classes['scroller']} ref={scroller}>
      <BoardRows {...props} />
    </div>
  );
}

/** Why a list has no rows. */
function ListError<Item>({ label, error, onRetry }: ListDetailBoardProps<Item> & { error: ShownError }): ReactNode {
  return <ErrorState error={listFailure(label, error)} onRetry={onRetry} retryLabel={tryAgain} />;
}

type Part = RefObject<HTMLElement | null>;

/** Moves the focus to the heading of the detail, or to the list where there is no detail, if the focused control has disappeared. */
function keepFocus(list: Part, detail: Part): void {
  if (document.activeElement !== document.body) return;
  if (detail.current !== null) focusPart(detail.current);
  else (list.current?.querySelector<HTMLElement>('[role=listbox]') ?? list.current)?.focus({ preventScroll: true });
}

/**
 * Keeps the focus on a board whose list and detail replace each other.
 * @param shown the part that is shown; false if both are
 */
function useKeptFocus(list: Part, detail: Part, shown: 'list' | 'detail' | false): void {
  const last = useRef(shown);
  const keep = useEffectEvent(() => keepFocus(list, detail));
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    keep();
  }, [shown]);
}
