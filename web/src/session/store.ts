import { useSyncExternalStore } from 'react';
import { expectUser } from '../api/expectedUser.ts';
import { closedGate, transition, type Gate, type GateEvent } from './gate.ts';
import type { Session } from './session.ts';

let gate = closedGate;
/** Whose data this page has held. */
let lastUserId: number | undefined;
const listeners = new Set<() => void>();

/** Tells the gate what happened. */
export function dispatch(event: GateEvent): void {
  gate = transition(gate, event);
  const user = gate.session?.user;
  expectUser(
    user?.userId,
    user?.usersToImpersonate.map(({ proxiedUserId }) => proxiedUserId),
  );
  lastUserId = user?.userId ?? lastUserId;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useGate(): Gate {
  return useSyncExternalStore(subscribe, () => gate);
}

export function currentGate(): Gate {
  return gate;
}

/** The last user this page had data of. */
export function lastUser(): number | undefined {
  return lastUserId;
}

/** The session outside of components: route guards and the like. */
export function currentSession(): Session | undefined {
  return gate.session;
}
