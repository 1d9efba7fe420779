import { healthcheckDatabase } from '@careloop/contracts/session';
import { onApiEvent } from '../api/events.ts';
import { expectRefetch } from '../api/outdatedQueries.ts';
import { queryClient } from '../api/queryClient.ts';
import { requestOf } from '../api/request.ts';
import { createStore, useStore } from '../lib/store.ts';

/** Whether the server is reachable; `checking` while it is being asked again. */
export type Connection = 'ok' | 'interrupted' | 'checking';

const checkEvery = 5000;
/** Milliseconds after which a check that got no response has failed. */
const checkLimit = 10_000;
const connection = createStore<Connection>('ok');
let isAsking = false;
let timer: ReturnType<typeof setTimeout> | undefined;

export function useConnection(): Connection {
  return useStore(connection);
}

async function isHealthy(): Promise<boolean> {
  try {
    const { url } = requestOf(healthcheckDatabase, {});
    return (await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(checkLimit) })).ok;
  } catch {
    return false;
  }
}

/**
 * Checks whether the server is reachable; if not, checks again every few seconds.
 * @param isQuiet automatic: shows nothing until the result is known
 */
export async function checkConnection(isQuiet = false): Promise<void> {
  if (!isQuiet && connection.get() === 'interrupted') connection.set('checking');
  if (isAsking) return;
  isAsking = true;
  clearTimeout(timer);
  const isBack = await isHealthy();
  isAsking = false;
  if (!isBack) {
    connection.set('interrupted');
    timer = setTimeout(() => void checkConnection(true), checkEvery);
    return;
  }
  const wasInterrupted = connection.get() !== 'ok';
  if (wasInterrupted) expectRefetch(queryClient.getQueryCache());
  connection.set('ok');
  // Events may have been missed: refetch everything on screen.
  if (wasInterrupted) await queryClient.invalidateQueries();
}

/** Watches for unreachable calls and the browser's online events until the returned function is called. */
export function watchConnection(): () => void {
  const check = () => void checkConnection(true);
  const stopListening = onApiEvent('unreachable', () => {
    if (connection.get() === 'ok') check();
  });
  window.addEventListener('offline', check);
  window.addEventListener('online', check);
  return () => {
    stopListening();
    clearTimeout(timer);
    window.removeEventListener('offline', check);
    window.removeEventListener('online', check);
    connection.set('ok');
  };
}
