import type { Query, QueryCache } from '@tanstack/react-query';
import { createStore, type Store } from '../lib/store.ts';
import type { ShownError } from '../ui/errorWords.ts';

// Queries whose data stay on the screen although they could not be refetched. TanStack Query forgets such a failure as soon as
// a part of the data changes: a row is updated in the cache, or a further page is loaded. Here it counts until all of it is
// loaded again.

export interface OutdatedQuery {
  query: Query;
  /** When its data were loaded as a whole, in milliseconds since 1970. */
  loadedAt: number;
  /** When a refetch failed first. */
  failedAt: number;
  isFetching: boolean;
}

interface Failure extends Omit<OutdatedQuery, 'query' | 'isFetching'> {
  /** False while the outcome of another fetch is awaited: after returning to the screen, or once the connection is back. */
  isSaid: boolean;
}

interface Watch {
  /** The outdated queries of what is on the screen. */
  store: Store<readonly OutdatedQuery[]>;
  expectRefetch: () => void;
}

const watches = new WeakMap<QueryCache, Watch>();

/** The outdated queries on the screen. */
export function outdatedQueries(cache: QueryCache): Store<readonly OutdatedQuery[]> {
  return watchOf(cache).store;
}

/** Everything is about to be refetched: what failed before is said only if it fails again. */
export function expectRefetch(cache: QueryCache): void {
  watchOf(cache).expectRefetch();
}

function watchOf(cache: QueryCache): Watch {
  const watch = watches.get(cache) ?? watchCache(cache);
  watches.set(cache, watch);
  return watch;
}

function watchCache(cache: QueryCache): Watch {
  const loads = new WeakMap<Query, number>();
  const failures = new Map<Query, Failure>();
  const store = createStore<readonly OutdatedQuery[]>([]);
  const update = () => {
    const old = store.get();
    const next = [...failures].flatMap(([query, failure]) => shownOf(query, failure));
    if (next.length !== old.length || next.some((one, index) => !isSame(one, old[index]))) store.set(next);
  };
  cache.subscribe((event) => {
    const { type } = event;
    const query = event.query as Query;
    const isPart = query.state.fetchMeta?.fetchMore !== undefined;
    if (type === 'updated' && event.action.type === 'success' && event.action.manual !== true && !isPart) {
      loads.set(query, query.state.dataUpdatedAt);
      failures.delete(query);
    }
    if (type === 'updated' && event.action.type === 'error' && !isPart && !isSilent(query.state.error)) {
      const { dataUpdatedAt, errorUpdatedAt } = query.state;
      const known = failures.get(query) ?? { loadedAt: loads.get(query) ?? dataUpdatedAt, failedAt: errorUpdatedAt };
      failures.set(query, { ...known, isSaid: true });
    }
    if (type === 'removed') failures.delete(query);
    const failure = failures.get(query);
    if (type === 'observerRemoved' && failure !== undefined && !query.isActive()) failure.isSaid = false;
    update();
  });
  const expectRefetch = () => {
    for (const failure of failures.values()) failure.isSaid = false;
  };
  return { store, expectRefetch };
}

function shownOf(query: Query, { isSaid, ...failure }: Failure): OutdatedQuery[] {
  const isFetching = query.state.fetchStatus !== 'idle';
  const isShown = query.state.data !== undefined && query.isActive() && query.meta?.['hidesFailure'] !== true;
  return isShown && (isSaid || !isFetching) ? [{ query, ...failure, isFetching }] : [];
}

function isSame(one: OutdatedQuery, other: OutdatedQuery | undefined): boolean {
  return (
    one.query === other?.query &&
    one.loadedAt === other.loadedAt &&
    one.failedAt === other.failedAt &&
    one.isFetching === other.isFetching
  );
}

/** 401: the session ended, and the sign-in dialog says so. */
function isSilent(error: unknown): boolean {
  const { status, code } = error as Partial<ShownError>;
  return status === 401 || code === 'aborted';
}
