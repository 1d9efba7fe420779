import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** Refusals do not change by asking again; a lost connection may. */
function shouldRetry(failureCount: number, error: Error): boolean {
  return error instanceof ApiError && error.isTransient && failureCount < 2;
}

/**
 * What the browser knows of the server. Realtime events say when it is old, so a screen that is opened again within
 * half a minute shows what is known at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: shouldRetry,
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      // "Offline" is told by our own callout; a call that cannot be made should fail, not wait in silence.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
