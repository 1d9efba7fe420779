import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useHistoryMove } from './historyMoves.ts';
import { loadChunk } from '../lib/loadChunk.ts';

interface LazyMenuProps {
  /** The menu's button. The menu or the button itself adds the button attributes. */
  button: ComponentType<ComponentProps<'button'>>;
}

/** What a menu's content needs: a `Menu` with this target and this state. */
export interface LazyMenuContentProps {
  target: ReactNode;
  menu: { opened: boolean; onChange: (opened: boolean) => void };
}

/** A button whose menu is loaded on first use. Loading starts when the pointer is near. The menu closes on Back. */
export function lazyMenu(load: () => Promise<ComponentType<LazyMenuContentProps>>) {
  const Content = lazy(async () => ({ default: await loadChunk(load) }));
  return function LazyMenu({ button: Button }: LazyMenuProps): ReactNode {
    const [isWanted, setWanted] = useState(false);
    const [opened, setOpened] = useState(false);
    const button = useRef<HTMLButtonElement>(null);
    // Before a menu opens, so that it returns the focus there, and before what an item opens takes it.
    const change = (next: boolean) => {
      button.current?.focus({ preventScroll: true });
      setOpened(next);
    };
    useHistoryMove(opened, () => setOpened(false));
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
        <Content target={<Button ref={button} />} menu={{ opened, onChange: change }} />
        <OnLoad run={() => change(true)} />
      </Suspense>
    );
  };
}

/** Runs once what it is beside has loaded. */
function OnLoad({ run }: { run: () => void }): null {
  const loaded = useEffectEvent(run);
  useEffect(() => loaded(), []);
  return null;
}
