import { lazyPage } from './lib/lazyPage.tsx';

const importApp = () => import('./App.tsx');

/** The portal of a signed-in user. Its code comes after the sign-in page. */
export const App = lazyPage(importApp, 'App');

/** Loads the portal and the addressed page beforehand. What fails here is tried again, and reported, when it is needed. */
export async function preloadPortal(): Promise<void> {
  try {
    await App.preload();
    await (await importApp()).loadAddressedPage();
  } catch {
    // See above.
  }
}
