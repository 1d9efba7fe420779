import { useEffect, useState } from 'react';

const property = '--dialog-below-toasts';
/** Room for two lines of a toast below a dialog, in pixels. */
const roomForToast = 100;
/** Height of a dialog's buttons in two rows, in pixels. */
const buttonsHeight = 112;

/**
 * Keeps toasts off the title and buttons of a dialog: below it, or above its buttons if it reaches down too far. Returns the
 * ref of the dialog's content. The ref never changes: with another one, the library would focus the dialog again, below
 * the one that has just opened.
 */
export function useToastsInView(isTop: boolean): (content: HTMLElement | null) => void {
  const [content, setContent] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (content === null || !isTop) return undefined;
    const { style } = document.documentElement;
    const update = () => {
      // Not the bounding rectangle, which moves while the dialog appears.
      const below = window.innerHeight - content.offsetTop - content.offsetHeight;
      style.setProperty(property, below < roomForToast ? `${Math.round(below + buttonsHeight)}px` : '0px');
    };
    const observer = new ResizeObserver(update);
    observer.observe(content);
    window.addEventListener('resize', update);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', update);
      style.removeProperty(property);
    };
  }, [content, isTop]);
  return setContent;
}
