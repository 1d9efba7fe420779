import { use, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './loadChunk.ts';

export interface LazyPage {
  (): ReactNode;
  /** Fetches the code beforehand. */
  preload: () => Promise<void> | undefined;
}

/**
 * A page that is loaded when it is opened, or beforehand when the pointer is over a link to it. Loading beforehand
 * gives up quietly: only opening the page is a reason to wait for the server, or to reload for a new release.
 */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LazyPage {
  let page: ComponentType | undefined;
  let pending: Promise<void> | undefined;

  const run = async (start: () => Promise<Record<Name, ComponentType>>) => {
    try {
      page = (await start())[name];
    } finally {
      pending = undefined;
    }
  };
  const get = (start: () => Promise<Record<Name, ComponentType>>) => (pending ??= run(start));
  function Page() {
    if (page === undefined) use(get(() => loadChunk(load)));
    // One that was fetched beforehand is there at once: no fallback, which React would keep up for 300 ms.
    const Loaded = page;
    return Loaded === undefined ? null : <Loaded />;
  }
  Page.preload = () => (page === undefined ? get(load).catch(() => undefined) : undefined);
  return Page;
}
