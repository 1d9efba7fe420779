import { getContext, logout, signIn as signInEndpoint } from '@careloop/contracts/session';
import type { CallOf } from '@careloop/contracts/endpoint';
import { useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { toApiError, type ApiError } from '../api/errors.ts';
import { onApiEvent } from '../api/events.ts';
import { expectUser } from '../api/expectedUser.ts';
import { forgetUnsaved } from '../ui/unsaved.ts';
import { sessionOf, type Session } from './session.ts';

/**
 * Where the session stands.
 * - `loading`: asking the server who is signed in
 * - `signedOut`: nobody; the sign-in screen
 * - `signedIn`: the portal
 * - `ended`: the session ended during work; the portal stays below a sign-in dialog, so nothing typed is lost
 * - `unreachable`: the server could not be asked
 */
export type SessionState =
  | { phase: 'loading'; session?: undefined }
  | { phase: 'signedOut'; reason: 'none' | 'loggedOut'; session?: undefined }
  | { phase: 'signedIn'; session: Session }
  | { phase: 'ended'; session: Session }
  | { phase: 'unreachable'; error: ApiError; session?: undefined };

let state: SessionState = { phase: 'loading' };
/** Whose data this page has held. */
let lastUserId: number | undefined;
const listeners = new Set<() => void>();

function setState(next: SessionState): void {
  state = next;
  expectUser(next.phase === 'signedIn' ? next.session.user.userId : undefined);
  lastUserId = next.session?.user.userId ?? lastUserId;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

/** The session outside of components: route guards and the like. */
export function currentSession(): Session | undefined {
  return state.session;
}

/** Portal type of this application (specification 1, section 1). */
const providerPortal = 2;

async function loadSession(): Promise<Session> {
  return sessionOf(await call(getContext, { portalType: providerPortal }));
}

/** The cookie that a script may read says whether there is a session to ask for. */
export const mayHaveSession = () => /(?:^|;\s*)careloop-session(?:-[^=;]*)?-info=/.test(document.cookie);

/** Asks who is signed in. */
export async function openSession(): Promise<void> {
  if (!mayHaveSession()) {
    setState({ phase: 'signedOut', reason: 'none' });
    return;
  }
  try {
    setState({ phase: 'signedIn', session: await loadSession() });
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status === 401) setState({ phase: 'signedOut', reason: 'none' });
    else setState({ phase: 'unreachable', error });
  }
}

/**
 * Signs in. Somebody else than before gets a fresh page: nothing of the one before may stay in memory.
 * @throws ApiError when it is refused
 */
export async function signIn(credentials: CallOf<typeof signInEndpoint>): Promise<void> {
  await call(signInEndpoint, credentials);
  const session = await loadSession();
  if (lastUserId !== undefined && lastUserId !== session.user.userId) {
    forgetUnsaved();
    window.location.reload();
    return;
  }
  setState({ phase: 'signedIn', session });
}

/** Gives up what was on the screen when the session ended. */
export function abandonSession(): void {
  forgetUnsaved();
  window.location.assign(import.meta.env.BASE_URL);
}

/** Ends the session here and on the server. The next person starts at Home, not where this one was. */
export async function signOut(): Promise<void> {
  try {
    await call(logout, {});
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status !== 401) throw error;
  }
  forgetUnsaved();
  window.history.replaceState(null, '', import.meta.env.BASE_URL);
  setState({ phase: 'signedOut', reason: 'loggedOut' });
}

/** Reads permissions and features again, after something was refused. */
export async function refreshSession(): Promise<void> {
  if (state.phase !== 'signedIn') return;
  const session = await loadSession();
  if (state.phase === 'signedIn') setState({ phase: 'signedIn', session });
}

let refreshedAt = 0;
const refreshPause = 10_000;

onApiEvent('forbidden', () => {
  if (Date.now() - refreshedAt < refreshPause) return;
  refreshedAt = Date.now();
  refreshSession().catch(() => undefined);
});
onApiEvent('unauthenticated', () => {
  if (state.phase === 'signedIn') setState({ phase: 'ended', session: state.session });
});
