import type { RouteComponent } from '@tanstack/react-router';
import { use, type ComponentType } from 'react';
import { loadChunk } from './loadChunk.ts';

/**
 * A page that is loaded when it is opened, or beforehand when the pointer is over a link to it. Loading beforehand
 * gives up quietly: only opening the page is a reason to wait for the server, or to reload for a new release.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
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
  function LazyPage() {
    if (page === undefined) use(get(() => loadChunk(load)));
    const Page = page;
    return Page === undefined ? null : <Page />;
  }
  LazyPage.preload = () => (page === undefined ? get(load).catch(() => undefined) : undefined);
  return LazyPage;
}
