import { lazy, Suspense, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from './loadChunk.ts';

interface LazyMenuProps {
  /** What is pressed. It is given the attributes of a button, by itself or by the menu. */
  button: ComponentType<ComponentProps<'button'>>;
}

/** A button whose menu comes when it is first wanted, already open, and is fetched when the pointer is near. */
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
