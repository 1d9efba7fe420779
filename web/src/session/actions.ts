import type { CallOf } from '@careloop/contracts/endpoint';
import { getContext, logout, signIn as signInEndpoint } from '@careloop/contracts/session';
import { call } from '../api/call.ts';
import { toApiError } from '../api/errors.ts';
import { onApiEvent } from '../api/events.ts';
import { forgetUnsaved } from '../ui/unsaved.ts';
import { sessionOf, type Session } from './session.ts';
import { lastUser, sessionState, setState } from './store.ts';

// What begins and ends a session in this tab.

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
 * Opens the portal once a call has answered with a session (its cookies are set): the last step of every way to sign
 * in. Somebody else than before gets a fresh page: nothing of the one before may stay in memory.
 * @throws ApiError when the session cannot be read; the form tells, and may be sent again
 */
export async function completeSignIn(): Promise<void> {
  const session = await loadSession();
  if (lastUser() !== undefined && lastUser() !== session.user.userId) {
    forgetUnsaved();
    window.location.reload();
    return;
  }
  setState({ phase: 'signedIn', session });
}

/**
 * Signs in with a password alone.
 * @throws ApiError when it is refused
 */
export async function signIn(credentials: CallOf<typeof signInEndpoint>): Promise<void> {
  await call(signInEndpoint, credentials);
  await completeSignIn();
}

/** Gives up what was on the screen when the session ended. */
export function abandonSession(): void {
  forgetUnsaved();
  window.location.assign(import.meta.env.BASE_URL);
}

/**
 * Ends the session here and on the server. The next person starts at Home, not where this one was.
 * @throws ApiError when the server could not be told: the session goes on
 */
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
  if (sessionState().phase !== 'signedIn') return;
  const session = await loadSession();
  if (sessionState().phase === 'signedIn') setState({ phase: 'signedIn', session });
}

let refreshedAt = 0;
const refreshPause = 10_000;

onApiEvent('forbidden', () => {
  if (Date.now() - refreshedAt < refreshPause) return;
  refreshedAt = Date.now();
  refreshSession().catch(() => undefined);
});
onApiEvent('unauthenticated', () => {
  const state = sessionState();
  if (state.phase === 'signedIn') setState({ phase: 'ended', session: state.session });
});
