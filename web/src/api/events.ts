import type { SessionEnding } from '@careloop/contracts/result';

// What calls and the realtime channel report to the rest of the browser. The session and the connection callout listen.

export interface ApiEvents {
  /** The server does not know the session any more; why, where it can tell. */
  unauthenticated: SessionEnding | undefined;
  /** A permission was missing: what we know of the user's permissions may be stale. */
  forbidden: undefined;
  /** A call about a patient was denied with this reason, one of `AccessDenied`. */
  patientDenied: { patientId: number; reason: number };
  /** No answer, or an answer that says the service is away. */
  unreachable: undefined;
  /** An answer arrived. */
  reached: undefined;
  /** The realtime channel closed, as it does when the session has ended. */
  channelClosed: undefined;
}

type Listeners = { [Name in keyof ApiEvents]: Set<(detail: ApiEvents[Name]) => void> };
const listeners: Listeners = {
  unauthenticated: new Set(),
  forbidden: new Set(),
  patientDenied: new Set(),
  unreachable: new Set(),
  reached: new Set(),
  channelClosed: new Set(),
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
