import { lazyPage } from './lib/lazyPage.tsx';

const importApp = () => import('./App.tsx');

/** The portal of a signed-in user. Its code is loaded after the sign-in page. */
export const App = lazyPage(importApp, 'App');

/** Preloads the portal and the requested page. Failures are retried, and reported, when the code is needed. */
export async function preloadPortal(): Promise<void> {
  try {
    await App.preload();
    await (await importApp()).loadAddressedPage();
  } catch {
    // Loaded again when it is needed.
  }
}
