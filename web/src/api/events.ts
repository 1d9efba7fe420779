// What a call tells the rest of the browser, whoever made it. The session and the connection callout listen.

export interface ApiEvents {
  /** The server does not know the session any more. */
  unauthenticated: undefined;
  /** Something was refused for want of a permission: what we know of the user may be old. */
  forbidden: undefined;
  /** No answer, or an answer that says the service is away. */
  unreachable: undefined;
  /** An answer arrived. */
  reached: undefined;
}

type Listener = () => void;
const listeners: Record<keyof ApiEvents, Set<Listener>> = {
  unauthenticated: new Set(),
  forbidden: new Set(),
  unreachable: new Set(),
  reached: new Set(),
};

/** Calls `listener` on every such event until the returned function is called. */
export function onApiEvent(name: keyof ApiEvents, listener: Listener): () => void {
  listeners[name].add(listener);
  return () => listeners[name].delete(listener);
}

export function emitApiEvent(name: keyof ApiEvents): void {
  for (const listener of listeners[name]) listener();
}
