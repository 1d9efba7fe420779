import { useEffect, useRef } from 'react';

/** A pointer that rests this long means it; one that only passes reads nothing ahead. Milliseconds. */
const restTime = 120;

/** Calls `run` with the last thing pointed at, once the pointer rests there. */
export function useIntent<Item>(run: (item: Item) => void): (item: Item) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (item) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => run(item), restTime);
  };
}
