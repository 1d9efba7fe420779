import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { isDialogOpen } from '../ui/dialogStack.ts';
import { lazyPart } from '../lib/lazyPart.tsx';

const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette);

let openPalette = (): void => undefined;

/** Opens the palette from elsewhere: the button in the navigation. */
export function showPalette(): void {
  openPalette();
}

/** Ctrl-K or ⌘K, anywhere but over another dialog, opens the palette. Its code comes when it is first wanted. */
export function PaletteHost(): ReactNode {
  const [opened, setOpened] = useState(false);
  const [wasWanted, setWasWanted] = useState(false);
  const toggle = useEffectEvent(() => {
    if (!opened && isDialogOpen()) return;
    setWasWanted(true);
    setOpened(!opened);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isOurs || event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    openPalette = () => toggle();
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      openPalette = () => undefined;
    };
  }, []);
  return wasWanted ? <Palette opened={opened} onClose={() => setOpened(false)} /> : null;
}
