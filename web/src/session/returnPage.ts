import { keep, recall } from '../lib/storage.ts';

// Stores the page to return to after single sign-on, and restores it if sign-on fails.

const key = 'careloop-wanted-page';

export function keepReturnPage(): void {
  keep('session', key, window.location.pathname + window.location.search);
}

export function forgetReturnPage(): void {
  keep('session', key, undefined);
}

/** Restores the requested page in the address, for the next attempt. */
export function restoreReturnPage(): void {
  const wanted = recall('session', key);
  const isHome = window.location.pathname.replace(/\/?$/, '/') === import.meta.env.BASE_URL;
  if (wanted !== undefined && isHome) window.history.replaceState(null, '', wanted);
}
