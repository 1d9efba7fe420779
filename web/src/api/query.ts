import type { CallOf, Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import { staleReadsOf } from '@careloop/contracts/staleReads';
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type Query,
  type QueryClient,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { beginSending } from '../ui/sending.ts';
import { toast } from '../ui/toasts.tsx';
import { releaseSaved } from '../ui/unsaved.ts';
import { call } from './call.ts';
import { toApiError, type ApiError } from './errors.ts';
import { applyServerErrors, type RefusableForm } from './formErrors.ts';
import { createIdempotencyKeys } from './idempotency.ts';
import { isPages, keepFirstPage } from './pages.ts';
import { presentError } from './presentError.ts';
import { shouldRetry } from './queryClient.ts';

/** Query of a read endpoint: `useQuery(queryOf(getReferral, { referralId }))`. */
export function queryOf<E extends Endpoint>(endpoint: E, input: CallOf<E>) {
  return queryOptions<OutputOf<E>, ApiError, OutputOf<E>, readonly [string, CallOf<E>]>({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });
}

/** Endpoint with paged responses: `cursor` in, `nextCursor` out. */
type PagedOutput = { nextCursor: string | null };

/** Infinite query of a paged list; each page is requested with the `nextCursor` of the one before. */
export function pagesOf<E extends Endpoint>(endpoint: E, input: Omit<CallOf<E>, 'cursor'>) {
  return infiniteQueryOptions({
    // A separate key: the same call without pages is cached in another shape.
    queryKey: [endpoint.path, input, 'pages'] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<OutputOf<E> & PagedOutput> =>
      // The caller guarantees that the endpoint is paged; types cannot check that for a generic endpoint.
      call(endpoint, { ...input, cursor: pageParam } as unknown as CallOf<E>, { signal }) as Promise<
        OutputOf<E> & PagedOutput
      >,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    // Several pages are not refetched on window focus: events report what changed, and after a lost connection everything
    // is refetched anyway.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
  });
}

/** Marks responses of these endpoints as stale; those on screen are refetched at once. */
export async function invalidate(client: QueryClient, ...endpoints: readonly Endpoint[]): Promise<void> {
  const paths = new Set<unknown>(endpoints.map((endpoint) => endpoint.path));
  await invalidateWhere(client, (query) => paths.has(query.queryKey[0]));
}

/** The same for the responses that a successful call makes stale, as its contract states. `useCall` does this itself. */
export async function invalidateAfter(client: QueryClient, endpoint: Endpoint): Promise<void> {
  await invalidate(client, ...staleReadsOf(endpoint));
}

/** The same for the queries that `isStale` selects. A list that is not on screen keeps only its first page. */
export async function invalidateWhere(client: QueryClient, isStale: (query: Query) => boolean): Promise<void> {
  const unseen = client.getQueryCache().findAll({ type: 'inactive', predicate: isStale });
  for (const query of unseen) keepFirstPage(query);
  // A request in flight may have been answered before the change, so it is repeated once it is done. Canceling it on each
  // event could starve long lists when events are frequent, and a first load cannot be canceled.
  const loading = client
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching', predicate: isStale })
    .filter(({ state }) => state.data === undefined || isPages(state.data));
  await client.invalidateQueries({ predicate: (query) => isStale(query) && !loading.includes(query) });
  if (loading.length === 0) return;
  await Promise.allSettled(loading.flatMap(({ promise }) => promise ?? []));
  await client.invalidateQueries({ predicate: (query) => loading.includes(query) });
}

/** Codes of a failure that means the row changed, was removed or is no longer the user's to open. */
const outdatedCodes: ReadonlySet<ApiError['code']> = new Set([
  'stale_version',
  'wrong_state',
  'no_access',
  'not_found',
]);

/** How a call shows that it was refused. */
export interface RefusalOptions {
  /** The form that submits the call: it shows a refusal, at its fields as far as they are concerned. */
  form?: RefusableForm;
  /** The form's field for a name in the call, where they differ. */
  fieldOf?: (name: string) => string;
  /** Handles a refusal because somebody else changed the row; without it, it is shown like any other. */
  onStale?: (error: ApiError) => unknown;
}

export interface UseCallOptions<E extends Endpoint> extends RefusalOptions {
  onSuccess?: (output: OutputOf<E>, input: CallOf<E>) => unknown;
  /**
   * By default, what the contract says the call makes stale is refetched on success, and after a failure that shows that the
   * screen is outdated. `false`: not now, because the screen calls `invalidateAfter` later or can no longer read it.
   */
  invalidates?: boolean;
  /**
   * Without a form, `dialog` (default) and `toast` show the error, `none` leaves it to the component that shows `error`, and
   * a function handles it. With a form, a function is called once the form shows it (docs/domain/screens.md).
   */
  onError?: 'dialog' | 'toast' | 'none' | ((error: ApiError, input: CallOf<E>) => unknown);
  /** Precedes the message: "Referral not canceled." */
  errorPrefix?: string;
  /** The failure as the dialog words it. */
  asShown?: (error: ApiError) => ApiError;
}

export type Call<E extends Endpoint> = UseMutationResult<OutputOf<E>, ApiError, CallOf<E>> & {
  /** Like `mutateAsync`, but resolves to undefined after a failure, which has been shown by then. Forms submit with it. */
  submit: (input: CallOf<E>) => Promise<OutputOf<E> | undefined>;
};

const same = (error: ApiError) => error;

/**
 * Mutation of a write endpoint. It keeps one idempotency key while the same input is submitted, so retrying after a lost response
 * neither does it twice nor meets the user's own change.
 */
export function useCall<E extends Endpoint>(endpoint: E, options: UseCallOptions<E> = {}): Call<E> {
  const client = useQueryClient();
  const keys = useRef(createIdempotencyKeys());
  const refresh = async () => {
    if (options.invalidates !== false) await invalidateAfter(client, endpoint);
  };
  const show = async (error: ApiError, input: CallOf<E>) => {
    const { form, fieldOf, onStale, onError = 'dialog', errorPrefix, asShown = same } = options;
    if (error.code === 'stale_version' && onStale !== undefined) return await onStale(error);
    if (form !== undefined) applyServerErrors(form, error, fieldOf);
    if (typeof onError === 'function') return await onError(error, input);
    if (form !== undefined || onError === 'none') return;
    if (onError === 'toast') toast.failure(error, errorPrefix);
    // Otherwise shown with Retry, see below.
    else if (!error.isRepeatable) presentError(asShown(error), { prefix: errorPrefix });
  };
  const mutation = useMutation<OutputOf<E>, ApiError, CallOf<E>>({
    mutationFn: (input) =>
      call(endpoint, input, { idempotencyKey: endpoint.idempotent ? keys.current.keyFor(input as object) : undefined }),
    retry: (failureCount, error) => endpoint.idempotent && shouldRetry(failureCount, error),
    onSuccess: async (output, input) => {
      keys.current.done(input as object);
      // First: `onSuccess` may leave the page. A search has saved nothing.
      if (options.form !== undefined && endpoint.makesStale.length > 0) releaseSaved(options.form);
      await Promise.all([refresh(), Promise.resolve(options.onSuccess?.(output, input))]);
    },
    onError: async (thrown, input) => {
      const error = toApiError(thrown);
      // The data on screen is outdated: refetch it, so that another attempt can succeed or is no longer offered.
      if (outdatedCodes.has(error.code)) void refresh();
      if (!error.isSilent) await show(error, input);
    },
  });
  const isShownInDialog = options.form === undefined && (options.onError ?? 'dialog') === 'dialog';
  const send: typeof mutation.mutateAsync = async (...args) => {
    // A search may be left at any time.
    const end = endpoint.makesStale.length === 0 ? undefined : beginSending();
    try {
      return await mutation.mutateAsync(...args);
    } finally {
      end?.();
    }
  };
  /** Repeats the call as often as the user chooses to in the dialog that shows the failure. */
  const mutateAsync: typeof mutation.mutateAsync = async (...args) => {
    for (;;) {
      try {
        return await send(...args);
      } catch (thrown) {
        const error = toApiError(thrown);
        const isOffered = isShownInDialog && error.isRepeatable;
        if (!isOffered || !(await offerRetry(error, options.errorPrefix))) throw thrown;
      }
    }
  };
  return {
    ...mutation,
    mutateAsync,
    mutate: (...args) => void mutateAsync(...args).catch(() => undefined),
    submit: (input) => mutateAsync(input).catch(() => undefined),
  };
}

/** Makes a call for a component that may be gone by then, with a key and retries as `useCall` does. */
export async function callOnce<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  input: CallOf<E>,
): Promise<OutputOf<E>> {
  const idempotencyKey = endpoint.idempotent ? crypto.randomUUID() : undefined;
  const mutation = client.getMutationCache().build<OutputOf<E>, ApiError, void, unknown>(client, {
    mutationFn: () => call(endpoint, input, { idempotencyKey }),
    retry: (failureCount, error) => endpoint.idempotent && shouldRetry(failureCount, error),
  });
  return await mutation.execute();
}

/** Shows a failure; resolves to whether the user repeats the action. */
function offerRetry(error: ApiError, prefix: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    presentError(error, { prefix, retry: () => resolve(true), onDismiss: () => resolve(false) });
  });
}
