import { lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from './loadChunk.ts';

/** A page that is loaded when it is opened, or when the pointer is over a link to it. */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(() => loadChunk(load), name);
}
