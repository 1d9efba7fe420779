import { use, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './loadChunk.ts';

export interface LazyPage {
  (): ReactNode;
  /** Preloads the page's code. */
  preload: () => Promise<void> | undefined;
}

/**
 * Milliseconds that a failure is kept: React renders again while it shows the error screen. A later render means the user
 * retries.
 */
const failureHolds = 1000;

/**
 * A page whose code is loaded when it is opened, or preloaded when the pointer is over a link to it. Preloading fails
 * silently: only opening the page waits for the server, or reloads for a new release.
 */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LazyPage {
  let page: ComponentType | undefined;
  let opening: Promise<void> | undefined;

  const open = async () => {
    try {
      page = (await loadChunk(load))[name];
    } catch (error) {
      setTimeout(() => {
        opening = undefined;
      }, failureHolds);
      throw error;
    }
  };
  const fetchAhead = async () => {
    try {
      page ??= (await load())[name];
    } catch {
      // Opening the page retries and shows the failure.
    }
  };
  function Page() {
    if (page === undefined) use((opening ??= open()));
    // A preloaded page renders at once: React would show a fallback for at least 300 ms.
    const Loaded = page;
    return Loaded === undefined ? null : <Loaded />;
  }
  Page.preload = () => (page === undefined && opening === undefined ? fetchAhead() : undefined);
  return Page;
}
