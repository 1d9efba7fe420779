import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** Retries network failures; a refusal would be the same again. */
function shouldRetry(failureCount: number, error: Error): boolean {
  return error instanceof ApiError && error.isTransient && failureCount < 2;
}

/**
 * Cache of server data. Realtime events mark it stale, so a screen that is opened again within half a minute shows cached
 * data at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      // Our own callout reports "offline"; a call without a network should fail, not wait.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
