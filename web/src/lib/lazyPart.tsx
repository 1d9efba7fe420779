import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './loadChunk.ts';

/**
 * A part of the page whose code is loaded when it is first shown: a dialog, a menu's content. It renders nothing until
 * then. If loading fails, the surrounding error screen says so.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await loadChunk(load) })) as ComponentType<Props>;
  return function LazyPart(props: Props): ReactNode {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
