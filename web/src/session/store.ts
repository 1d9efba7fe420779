import { useSyncExternalStore } from 'react';
import type { ApiError } from '../api/errors.ts';
import { expectUser } from '../api/expectedUser.ts';
import type { Session } from './session.ts';

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

export function setState(next: SessionState): void {
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

export function sessionState(): SessionState {
  return state;
}

export function lastUser(): number | undefined {
  return lastUserId;
}

/** The session outside of components: route guards and the like. */
export function currentSession(): Session | undefined {
  return state.session;
}
