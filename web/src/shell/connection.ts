import { healthcheckDatabase } from '@careloop/contracts/session';
import { useSyncExternalStore } from 'react';
import { onApiEvent } from '../api/events.ts';
import { queryClient } from '../api/queryClient.ts';
import { requestOf } from '../api/request.ts';

/** Whether the service answers. `checking` asks it right now, after it did not. */
export type Connection = 'ok' | 'interrupted' | 'checking';

const checkEvery = 5000;
let connection: Connection = 'ok';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setConnection(next: Connection): void {
  connection = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => connection);
}

async function isHealthy(): Promise<boolean> {
  try {
    return (await fetch(requestOf(healthcheckDatabase, {}).url, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Asks whether the service is there; while it is not, asks again every few seconds. */
export async function checkConnection(): Promise<void> {
  if (connection === 'checking') return;
  const wasInterrupted = connection === 'interrupted';
  clearTimeout(timer);
  if (wasInterrupted) setConnection('checking');
  const isBack = await isHealthy();
  if (!isBack) {
    setConnection('interrupted');
    timer = setTimeout(() => void checkConnection(), checkEvery);
    return;
  }
  setConnection('ok');
  // Events may have been missed: read again what is on the screen.
  if (wasInterrupted) await queryClient.invalidateQueries();
}

/** Watches the calls and the browser's own word for "online"; the returned function stops. */
export function watchConnection(): () => void {
  const check = () => void checkConnection();
  const stopListening = onApiEvent('unreachable', () => {
    if (connection === 'ok') check();
  });
  window.addEventListener('offline', check);
  window.addEventListener('online', check);
  return () => {
    stopListening();
    clearTimeout(timer);
    window.removeEventListener('offline', check);
    window.removeEventListener('online', check);
    setConnection('ok');
  };
}
