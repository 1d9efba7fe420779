import { lazy, Suspense, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './loadChunk.ts';

interface LazyMenuProps {
  /** The menu's button. The menu or the button itself adds the button attributes. */
  button: ComponentType<ComponentProps<'button'>>;
}

/** A button whose menu is loaded on first use and opens at once. Loading starts when the pointer is near. */
export function lazyMenu(load: () => Promise<ComponentType<{ target: ReactNode }>>) {
  const Content = lazy(async () => ({ default: await loadChunk(load) }));
  return function LazyMenu({ button: Button }: LazyMenuProps): ReactNode {
    const [isWanted, setWanted] = useState(false);
    const closed = (
      <Button
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setWanted(true)}
        onPointerEnter={() => void load().catch(() => undefined)}
      />
    );
    if (!isWanted) return closed;
    return (
      <Suspense fallback={closed}>
        <Content target={<Button />} />
      </Suspense>
    );
  };
}
