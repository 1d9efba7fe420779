import { useEffect, type RefObject } from 'react';

const property = '--below-toasts';
/** Maximum distance from the bottom as a share of the window's height, so that toasts stay visible. */
const maxShareBelow = 0.6;

/** Keeps toasts above this form, so that they do not cover it. */
export function useToastsAbove(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    const { style } = document.documentElement;
    const update = () => {
      const below = window.innerHeight - form.getBoundingClientRect().top;
      style.setProperty(property, `${Math.round(Math.min(below, window.innerHeight * maxShareBelow))}px`);
    };
    const observer = new ResizeObserver(update);
    observer.observe(form);
    window.addEventListener('resize', update);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', update);
      style.removeProperty(property);
    };
  }, [field]);
}
