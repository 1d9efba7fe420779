import { getDashboard } from '@careloop/contracts/dashboard';
import type { Endpoint } from '@careloop/contracts/endpoint';
import type { ErrorCode } from '@careloop/contracts/result';
import { findCandidates } from '@careloop/contracts/patients/add';
import { saveView, listSavedViews } from '@careloop/contracts/saved-views';
import { idempotencyKeyHeader } from '@careloop/contracts/session';
import { listTasks, setTaskStatus } from '@careloop/contracts/tasks';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dispatch } from '../session/gateStore.ts';
import { sessionOf, type Context } from '../session/session.ts';
import { sending } from '../ui/sending.ts';
import { invalidateAfter, useCall, type UseCallOptions } from './query.ts';

const shown = [getDashboard, listSavedViews, listTasks, listWorkQueueItems];

afterEach(() => vi.unstubAllGlobals());

function signIn(): void {
  const context = { user: { userId: 1, usersToImpersonate: [], clients: [] }, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
}

/** Calls an endpoint while responses of `shown` are cached. Returns those that are stale, now and whenever asked. */
async function callAndSeeStale(endpoint: Endpoint, answer: unknown, options: UseCallOptions<Endpoint> = {}) {
  signIn();
  vi.stubGlobal('fetch', async () => Response.json(answer));
  const client = new QueryClient();
  for (const { path } of shown) client.setQueryData([path, {}], {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useCall(endpoint, { onError: 'none', ...options }), { wrapper });
  await result.current.submit({});
  const stale = () => shown.filter(({ path }) => client.getQueryState([path, {}])?.isInvalidated === true);
  return { client, stale };
}

const done = { wasSuccessful: true };
const refusedAs = (code: ErrorCode) => ({ wasSuccessful: false, code, validationErrors: { general: 'Refused.' } });

describe('a call', () => {
  it('makes the reads stale that its contract names', async () => {
    const { stale } = await callAndSeeStale(saveView, done);
    expect(stale()).toEqual([listSavedViews]);
  });

  it('makes everything stale that the event in its contract makes stale', async () => {
    const { stale } = await callAndSeeStale(setTaskStatus, done);
    expect(stale()).toEqual([getDashboard, listTasks, listWorkQueueItems]);
  });

  it('makes the same stale if it fails because the screen is outdated', async () => {
    const { stale } = await callAndSeeStale(setTaskStatus, refusedAs('stale_version'));
    await vi.waitFor(() => expect(stale()).toEqual([getDashboard, listTasks, listWorkQueueItems]));
  });

  it('makes nothing stale if its input is refused', async () => {
    const { stale } = await callAndSeeStale(saveView, refusedAs('invalid_input'));
    expect(stale()).toEqual([]);
  });

  it('is being sent until it is answered, unless it changes nothing', async () => {
    const during: number[] = [];
    const noted = { ...done, toJSON: () => (during.push(sending.get().length), done) };
    await callAndSeeStale(saveView, noted);
    await callAndSeeStale(findCandidates, noted);
    expect(during).toEqual([1, 0]);
    expect(sending.get()).toEqual([]);
  });

  it('leaves it to the screen to do so later', async () => {
    const { client, stale } = await callAndSeeStale(saveView, done, { invalidates: false });
    expect(stale()).toEqual([]);
    await invalidateAfter(client, saveView);
    expect(stale()).toEqual([listSavedViews]);
  });
});

it('a call that names a version keeps its key while responses are lost, and takes another for the next save', async () => {
  signIn();
  const keys: unknown[] = [];
  let lost = 2;
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get(idempotencyKeyHeader));
    lost -= 1;
    if (lost >= 0) throw new TypeError('Failed to fetch');
    return Response.json({ wasSuccessful: true, taskId: 7, version: 2 });
  });
  const client = new QueryClient({ defaultOptions: { mutations: { retryDelay: 0, networkMode: 'always' } } });
  const { result } = renderHook(() => useCall(setTaskStatus, { onError: 'none' }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const input = { taskId: 7, taskStatus: 2, version: 1 } as const;
  expect(await result.current.submit(input)).toMatchObject({ version: 2 });
  await result.current.submit(input);
  expect(keys).toEqual([keys[0], keys[0], keys[0], expect.any(String)]);
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[3]).not.toBe(keys[0]);
});

describe('a form that submits a call', () => {
  /** Submits a form whose call is answered so. */
  async function submit(answer: unknown, onStale?: () => void) {
    signIn();
    vi.stubGlobal('fetch', async () => Response.json(answer));
    const client = new QueryClient();
    const { result } = renderHook(
      () => {
        const form = useForm({ defaultValues: { title: '' } });
        const fieldOf = (name: string) => (name === 'name' ? 'title' : name);
        return { errors: form.formState.errors, save: useCall(saveView, { form, fieldOf, onStale }) };
      },
      { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
    );
    let output: unknown;
    await act(async () => {
      output = await result.current.save.submit({ screen: 'patients', name: 'Mine', filters: {} });
    });
    return { output, errors: result.current.errors };
  }

  it('shows a refusal at its fields and as its own error', async () => {
    const validationErrors = { name: 'The name is taken.', general: 'Nothing was saved.' };
    const { output, errors } = await submit({ wasSuccessful: false, code: 'invalid_input', validationErrors });
    expect(output).toBeUndefined();
    expect(errors.title?.message).toBe('The name is taken.');
    expect(errors.root?.['server']?.message).toBe('Nothing was saved.');
  });

  it('leaves a change by somebody else to `onStale`', async () => {
    const onStale = vi.fn<() => void>();
    const { output, errors } = await submit(refusedAs('stale_version'), onStale);
    expect(output).toBeUndefined();
    expect(onStale).toHaveBeenCalledOnce();
    expect(errors).toEqual({});
  });

  it('gets the answer to a call that succeeded', async () => {
    const { output, errors } = await submit(done);
    expect(output).toBeDefined();
    expect(errors).toEqual({});
  });
});
