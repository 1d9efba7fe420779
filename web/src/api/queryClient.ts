import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** Retries network failures; a refusal would only repeat. */
export function shouldRetry(failureCount: number, error: Error): boolean {
  return error instanceof ApiError && error.isTransient && failureCount < 2;
}

/**
 * Cache of server data. Realtime events mark it stale, so a screen reopened within half a minute shows cached data at once.
 */
export const queryClient = new QueryClient({
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
