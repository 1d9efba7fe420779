import { useLayoutEffect, useRef, type RefObject } from 'react';

/** For an input: what was refused is there to be typed over, wherever the keyboard was. */
export function useSelectOnError(error: string | undefined): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (error === undefined) return;
    input.current?.focus();
    input.current?.select();
  }, [error]);
  return input;
}
