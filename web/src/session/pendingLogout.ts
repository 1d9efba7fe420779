import type { CallOf } from '@careloop/contracts/endpoint';
import { logout } from '@careloop/contracts/session';
import { call } from '../api/call.ts';
import { toApiError } from '../api/errors.ts';
import { createStore, useStore } from '../lib/store.ts';
import { withLock } from './withLock.ts';
import { keep, recall } from '../lib/storage.ts';
import { tokenInfo } from './token.ts';

// A sign-out takes effect in the browser at once, and on the server as soon as it can be reached. Until then the session
// cookie, which scripts cannot delete, is still valid, so the pending logout is stored across page loads.

const mark = 'careloop-logout-pending';
const timeLimit = 10_000;
const retryEvery = 10_000;

interface PendingLogout {
  input: CallOf<typeof logout>;
  /** User of the session. */
  user: number | undefined;
  /** Expiry of the session's token. */
  expiresAt: number | undefined;
}

const unknown: PendingLogout = { input: {}, user: undefined, expiresAt: undefined };
let pending: PendingLogout | undefined;
const hasFailed = createStore(false);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether a sign-out has not reached the server yet. */
export function useIsLogoutPending(): boolean {
  return useStore(hasFailed);
}

/** Ends the session of `user` on the server, now or as soon as it can be reached. Call before the token is forgotten. */
export function requestLogout(input: CallOf<typeof logout>, user: number | undefined): void {
  pending = { input, user, expiresAt: tokenInfo()?.expiresAt };
  keep('local', mark, 'yes');
  void sendPendingLogout();
}

/** Retries a pending logout, if there is one. Resolves when the outcome is known. */
export async function sendPendingLogout(): Promise<void> {
  if (pending === undefined && recall('local', mark) === undefined) return;
  pending ??= unknown;
  await withLock('careloop-logout', send);
}

async function send(): Promise<void> {
  if (pending === undefined) return;
  const { input, user, expiresAt } = pending;
  const token = tokenInfo();
  // A new session has replaced the old session's cookie.
  if (token !== undefined && token.expiresAt !== expiresAt) return forget();
  try {
    await call(logout, input, { user, signal: AbortSignal.timeout(timeLimit) });
    forget();
  } catch (thrown) {
    if (isAnswered(toApiError(thrown).status)) forget();
    else retryLater();
  }
}

/** Whether the outcome is final: a session that has already ended counts as success, and a refusal would only repeat. */
export const isAnswered = (status: number) => status >= 400 && status < 500 && status !== 429;

function retryLater(): void {
  hasFailed.set(true);
  clearTimeout(timer);
  timer = setTimeout(() => void sendPendingLogout(), retryEvery);
}

function forget(): void {
  clearTimeout(timer);
  pending = undefined;
  keep('local', mark, undefined);
  if (hasFailed.get()) hasFailed.set(false);
}

/**
 * Makes a call that may start a session, but never during a logout, whose late response would delete the new session's
 * cookies. A new session cancels the pending logout.
 */
export function signInCall<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  return withLock('careloop-logout', async () => {
    const before = tokenInfo()?.expiresAt;
    const answer = await make();
    const after = tokenInfo()?.expiresAt;
    if (after !== undefined && after !== before) forget();
    return answer;
  });
}
