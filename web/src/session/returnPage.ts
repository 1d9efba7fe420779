import { keep, recall } from '../lib/storage.ts';

// Which page somebody wanted who is on the way to single sign-on: it comes back there, but not when it failed.

const key = 'careloop-wanted-page';

export function keepReturnPage(): void {
  keep('session', key, window.location.pathname + window.location.search);
}

export function forgetReturnPage(): void {
  keep('session', key, undefined);
}

/** Puts the page that was wanted into the address again, for the next try. */
export function restoreReturnPage(): void {
  const wanted = recall('session', key);
  const isHome = window.location.pathname.replace(/\/?$/, '/') === import.meta.env.BASE_URL;
  if (wanted !== undefined && isHome) window.history.replaceState(null, '', wanted);
}
