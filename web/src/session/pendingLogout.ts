import type { CallOf } from '@careloop/contracts/endpoint';
import { logout } from '@careloop/contracts/session';
import { call } from '../api/call.ts';
import { toApiError } from '../api/errors.ts';
import { createStore, useStore } from '../lib/store.ts';
import { withLock } from './withLock.ts';
import { keep, recall } from '../lib/storage.ts';
import { tokenInfo } from './token.ts';

// A session ends in the browser at once, and on the server as soon as it can be told: until then its cookie, which no
// script can take away, still opens it. That there is something to tell is kept, for the next page too; nothing else.

const mark = 'careloop-logout-pending';
const timeLimit = 10_000;
const retryEvery = 10_000;

interface PendingLogout {
  input: CallOf<typeof logout>;
  /** Whose session it is. */
  user: number | undefined;
  /** Of its token. */
  expiresAt: number | undefined;
}

const unknown: PendingLogout = { input: {}, user: undefined, expiresAt: undefined };
let pending: PendingLogout | undefined;
const hasFailed = createStore(false);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether somebody was signed out here and the server still does not know. */
export function useIsLogoutPending(): boolean {
  return useStore(hasFailed);
}

/** Tells the server that the session of `user` is over, now or as soon as it answers. Before its token is forgotten. */
export function requestLogout(input: CallOf<typeof logout>, user: number | undefined): void {
  pending = { input, user, expiresAt: tokenInfo()?.expiresAt };
  keep('local', mark, 'yes');
  void sendPendingLogout();
}

/** Tries again what could not be told, if there is anything. Ends when it is known whether that helped. */
export async function sendPendingLogout(): Promise<void> {
  if (pending === undefined && recall('local', mark) === undefined) return;
  pending ??= unknown;
  await withLock('careloop-logout', send);
}

async function send(): Promise<void> {
  if (pending === undefined) return;
  const { input, user, expiresAt } = pending;
  const token = tokenInfo();
  // A session that began meanwhile has taken the place of the old one's cookie.
  if (token !== undefined && token.expiresAt !== expiresAt) return forget();
  try {
    await call(logout, input, { user, signal: AbortSignal.timeout(timeLimit) });
    forget();
  } catch (thrown) {
    if (isAnswered(toApiError(thrown).status)) forget();
    else retryLater();
  }
}

/** That it is over already, or is somebody else's, is as good. What the server refuses it will refuse again. */
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
 * Makes a call that may begin a session: never while a logout is under way, whose late answer would take away the new
 * session's cookies, and with nothing left to tell once it has begun.
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
