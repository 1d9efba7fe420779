import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Focuses and selects an input when its value is refused, so that the user can type over it. */
export function useSelectOnError(error: string | undefined): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (error === undefined) return;
    input.current?.focus();
    input.current?.select();
  }, [error]);
  return input;
}
