import { use, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './loadChunk.ts';

export interface LazyPage {
  (): ReactNode;
  /** Fetches the code beforehand. */
  preload: () => Promise<void> | undefined;
}

/** React asks again while it puts the error screen up; after that, asking again is a wish to try again. */
const failureHolds = 1000;

/**
 * A page that is loaded when it is opened, or beforehand when the pointer is over a link to it. Loading beforehand
 * gives up quietly: only opening the page is a reason to wait for the server, or to reload for a new release.
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
    // One that was fetched beforehand is there at once: no fallback, which React would keep up for 300 ms.
    const Loaded = page;
    return Loaded === undefined ? null : <Loaded />;
  }
  Page.preload = () => (page === undefined && opening === undefined ? fetchAhead() : undefined);
  return Page;
}
