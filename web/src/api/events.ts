import type { SessionEnding } from '@careloop/contracts/result';

// Events that calls and the realtime channel emit for the session and the connection callout.

export interface ApiEvents {
  /** The session is no longer valid, with the reason if the server knows it. */
  unauthenticated: SessionEnding | undefined;
  /** A permission was missing: the permissions known here may be stale. */
  forbidden: undefined;
  /** A call about a patient was denied with this reason, one of `AccessDenied`. */
  patientDenied: { patientId: number; reason: number };
  /** No response, or a response that says the service is down. */
  unreachable: undefined;
  /** A response arrived. */
  reached: undefined;
  /** The realtime channel closed, as it does when the session has ended. */
  channelClosed: undefined;
  /** The session has a new token, whichever tab asked for it. */
  tokenRefreshed: undefined;
}

type Listeners = { [Name in keyof ApiEvents]: Set<(detail: ApiEvents[Name]) => void> };
const listeners: Listeners = {
  unauthenticated: new Set(),
  forbidden: new Set(),
  patientDenied: new Set(),
  unreachable: new Set(),
  reached: new Set(),
  channelClosed: new Set(),
  tokenRefreshed: new Set(),
};

/** Calls `listener` on every such event until the returned function is called. */
export function onApiEvent<Name extends keyof ApiEvents>(
  name: Name,
  listener: (detail: ApiEvents[Name]) => void,
): () => void {
  listeners[name].add(listener);
  return () => listeners[name].delete(listener);
}

export function emitApiEvent<Name extends keyof ApiEvents>(
  name: Name,
  ...[detail]: undefined extends ApiEvents[Name] ? [detail?: ApiEvents[Name]] : [detail: ApiEvents[Name]]
): void {
  for (const listener of listeners[name]) listener(detail as ApiEvents[Name]);
}
