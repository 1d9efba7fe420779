import type { ReactNode } from 'react';
import { ErrorState, type ErrorStateProps } from './ErrorState.tsx';
import { inWords, type ShownError } from './errorWords.ts';
import { LoadingCallout } from './LoadingCallout.tsx';
import { DetailSkeleton } from './Skeletons.tsx';

/** The part of a query that is shown. A result of `useQuery` or `useInfiniteQuery` fits. */
export interface ShownQuery<Data> {
  /** Undefined until loaded. A failed refetch keeps the data and sets `error`, which `OutdatedNotice` says. */
  data: Data | undefined;
  error: ShownError | null;
  refetch: () => unknown;
  /** Failed attempts of the current load, which is tried again. */
  failureCount?: number;
}

interface FailureProps extends Pick<ErrorStateProps, 'size' | 'heading' | 'retryLabel'> {
  query: ShownQuery<unknown>;
  /** What could not be shown, as the error's heading. A function words the error itself. */
  failure?: string | ((error: ShownError) => ShownError);
}

export interface QueryStateProps<Data> extends FailureProps {
  query: ShownQuery<Data>;
  /** Shown until the first response; defaults to the skeleton of a detail. */
  loading?: ReactNode;
  /** Shown instead of the children for data that `isEmpty`. */
  empty?: ReactNode;
  isEmpty?: (data: Data) => boolean;
  /** The data. Left out where a guard above shows it: `if (query.data === undefined) return <QueryState query={query} />`. */
  children?: (data: Data) => ReactNode;
}

/** A query on the screen: a skeleton, then its data or why there is none, with a retry. A failed refetch keeps shown data. */
export function QueryState<Data>(props: QueryStateProps<Data>): ReactNode {
  const { query, loading = <DetailSkeleton />, empty, isEmpty, children } = props;
  const { data } = query;
  if (data === undefined)
    return query.error === null ? <Loading query={query}>{loading}</Loading> : <Failure {...failureOf(props)} />;
  return isEmpty?.(data) === true ? empty : children?.(data);
}

/** A skeleton. Once an attempt has failed, a message above it says that loading is tried again. */
export function Loading({ query, children }: { query: { failureCount?: number }; children: ReactNode }): ReactNode {
  return (
    <>
      {(query.failureCount ?? 0) > 0 && (
        <LoadingCallout>The server has not answered yet. Trying again...</LoadingCallout>
      )}
      {children}
    </>
  );
}

function failureOf({ query, failure, size, heading, retryLabel }: FailureProps): FailureProps {
  return { query, failure, size, heading, retryLabel };
}

function Failure({ query, failure, ...look }: FailureProps): ReactNode {
  const { error, refetch } = query;
  if (error === null) return null;
  const shown = typeof failure === 'string' ? inWords(failure, error) : (failure?.(error) ?? error);
  return <ErrorState {...look} error={shown} onRetry={() => void refetch()} />;
}

type DataOf<Queries extends readonly ShownQuery<unknown>[]> = {
  [Index in keyof Queries]: Exclude<Queries[Index]['data'], undefined>;
};

/** Several queries as one: its data are theirs, once all are loaded; a retry repeats those that failed. */
export function allQueries<const Queries extends readonly ShownQuery<unknown>[]>(
  queries: Queries,
): ShownQuery<DataOf<Queries>> {
  const failed = queries.filter(({ error }) => error !== null);
  return {
    data: queries.every(({ data }) => data !== undefined)
      ? (queries.map(({ data }) => data) as unknown as DataOf<Queries>)
      : undefined,
    error: failed[0]?.error ?? null,
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}
