import { expectUser } from '../api/expectedUser.ts';
import { createStore, useStore } from '../lib/store.ts';
import { closedGate, transition, type Gate, type GateEvent } from './gate.ts';
import type { Session } from './session.ts';

const store = createStore(closedGate);
/** The user whose data this page last held. */
let lastUserId: number | undefined;

/** Applies an event to the gate. */
export function dispatch(event: GateEvent): void {
  const gate = transition(store.get(), event);
  const user = gate.session?.user;
  expectUser(
    user?.userId,
    user?.usersToImpersonate.map(({ proxiedUserId }) => proxiedUserId),
  );
  lastUserId = user?.userId ?? lastUserId;
  store.set(gate);
}

export function useGate(): Gate {
  return useStore(store);
}

export function currentGate(): Gate {
  return store.get();
}

/** The last user this page had data of. */
export function lastUser(): number | undefined {
  return lastUserId;
}

/** The session, for code outside components such as route guards. */
export function currentSession(): Session | undefined {
  return store.get().session;
}
