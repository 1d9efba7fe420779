import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { isDialogOpen } from '../ui/dialogStack.ts';
import { lazyPart } from '../lib/lazyPart.tsx';

const Palette = lazyPart(async () => (await import('./Palette.tsx')).Palette);

let openPalette = (): void => undefined;

/** Opens the palette from outside, such as from the button in the navigation. */
export function showPalette(): void {
  openPalette();
}

/** Milliseconds that typing is buffered for a palette that is still loading. */
const longestWait = 5000;

/** Text typed since the palette was requested, until its input has the focus. */
interface TypedText {
  text: string;
  until: number;
}

/** Buffers keys typed before the palette's input can take them, and keeps them from the page. */
function bufferKey(event: KeyboardEvent, typed: TypedText | null): void {
  if (typed === null || Date.now() > typed.until || event.ctrlKey || event.metaKey || event.altKey) return;
  const isLetter = event.key.length === 1;
  if (!isLetter && event.key !== 'Backspace' && event.key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
  if (isLetter) typed.text += event.key;
  if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1);
}

/** Ctrl-K or ⌘K opens the palette, unless another dialog is open. Its code is loaded on first use. */
export function PaletteHost(): ReactNode {
  const [opened, setOpened] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const typed = useRef<TypedText>(null);
  const close = () => {
    typed.current = null;
    setOpened(false);
  };
  const takeTyped = () => {
    const text = typed.current?.text ?? '';
    typed.current = null;
    return text;
  };
  const toggle = useEffectEvent(() => {
    if (!opened && isDialogOpen()) return;
    typed.current = opened ? null : { text: '', until: Date.now() + longestWait };
    setWasOpened(true);
    setOpened(!opened);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (isOurs && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        toggle();
      } else bufferKey(event, typed.current);
    };
    // Capture phase, before the page's single-letter shortcuts.
    document.addEventListener('keydown', onKeyDown, true);
    openPalette = () => toggle();
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      openPalette = () => undefined;
    };
  }, []);
  return wasOpened ? <Palette opened={opened} onClose={close} takeTyped={takeTyped} /> : null;
}
