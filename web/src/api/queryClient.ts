import { QueryCache, QueryClient } from '@tanstack/react-query';
import { latestUnsaved } from '../ui/unsaved.ts';
import { ApiError, isRefusal } from './errors.ts';

/** Retries network failures; a refusal would only repeat. */
export function shouldRetry(failureCount: number, error: Error): boolean {
  return error instanceof ApiError && error.isTransient && failureCount < 2;
}

/**
 * Cache of server data. Realtime events mark it stale, so a screen reopened within half a minute shows cached data at once.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // The row is gone, or no longer the user's to see: the refusal takes the place of what was shown before. Not while something
      // is typed that would be lost with it; the data are then said to be old.
      onError: (error, query) => {
        if (isRefusal(error) && latestUnsaved() === undefined) query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        staleTime: 30_000,
        refetchOnWindowFocus: true,
        // Our own callout reports "offline". A call without a network should fail, not wait.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

export const queryClient = createQueryClient();
