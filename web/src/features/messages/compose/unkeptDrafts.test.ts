import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, type ApiErrorCode } from '../../../api/errors.ts';
import { hasUnsavedChanges } from '../../../ui/unsaved.ts';
import { endUnkept, findUnkept, leaveUnkept, retryPause } from './unkeptDrafts.ts';

const place = { conversationKey: 'one', onBehalfOfUserId: undefined };
const unkept = { draft: { message: 'It was 5.1.' }, began: undefined };

const failure = (code: ApiErrorCode, status: number) =>
  new ApiError({ code, status, message: 'No', reference: 'FE-1' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  endUnkept(place);
  vi.useRealTimers();
});

/** Fails with these, one after the other, and keeps it then. */
function createKeep(...failures: Error[]) {
  return vi.fn<() => Promise<boolean>>(async () => {
    const next = failures.shift();
    if (next !== undefined) throw next;
    return true;
  });
}

test('a draft that could not be kept is tried until it is, and counts as unsaved meanwhile', async () => {
  const keep = createKeep(failure('network', 0), failure('unauthenticated', 401), failure('unavailable', 503));
  leaveUnkept(place, unkept, keep);
  expect(findUnkept(place)).toMatchObject(unkept);
  expect(findUnkept({ ...place, onBehalfOfUserId: 7 })).toBeUndefined();
  await vi.advanceTimersByTimeAsync(retryPause * 3);
  expect(hasUnsavedChanges()).toBe(true);
  await vi.advanceTimersByTimeAsync(retryPause);
  expect(keep).toHaveBeenCalledTimes(4);
  expect([findUnkept(place), hasUnsavedChanges()]).toEqual([undefined, false]);
});

test('what is too long to be kept waits to be gone on with', async () => {
  const keep = createKeep(failure('invalid_input', 200));
  leaveUnkept(place, unkept, keep);
  await vi.advanceTimersByTimeAsync(retryPause * 3);
  expect(keep).toHaveBeenCalledTimes(1);
  expect([findUnkept(place), hasUnsavedChanges()]).toMatchObject([unkept, true]);
});

test('what another window is in the way of waits to be asked about', async () => {
  const keep = vi.fn<() => Promise<boolean>>(async () => false);
  leaveUnkept(place, unkept, keep);
  await vi.advanceTimersByTimeAsync(retryPause * 3);
  expect(keep).toHaveBeenCalledTimes(1);
  expect(findUnkept(place)).toMatchObject(unkept);
});

test('what was written in a conversation that is closed now is not tried again', async () => {
  const keep = createKeep(failure('no_access', 200));
  leaveUnkept(place, unkept, keep);
  await vi.advanceTimersByTimeAsync(retryPause * 3);
  expect(keep).toHaveBeenCalledTimes(1);
  expect([findUnkept(place), hasUnsavedChanges()]).toEqual([undefined, false]);
});

test('who goes on with it keeps it from there', async () => {
  const [older, newer] = [createKeep(), createKeep()];
  leaveUnkept(place, unkept, older);
  leaveUnkept(place, { ...unkept, draft: { message: 'It was 5.1 this morning.' } }, newer);
  expect(findUnkept(place)?.draft.message).toBe('It was 5.1 this morning.');
  endUnkept(place);
  await vi.advanceTimersByTimeAsync(retryPause * 2);
  expect([older, newer].map((keep) => keep.mock.calls.length)).toEqual([0, 0]);
  expect(hasUnsavedChanges()).toBe(false);
});
