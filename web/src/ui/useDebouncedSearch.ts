import { useCallback, useEffect, useRef, useState } from 'react';

export interface Found<Item> {
  items: readonly Item[];
  /** `idle` until something is searched. */
  state: 'idle' | 'searching' | 'found' | 'failed';
}

export interface DebouncedSearchOptions<Item> {
  search: (term: string, signal: AbortSignal) => Promise<readonly Item[]>;
  minimum: number;
  debounce: number;
  /** Whether an empty text is searched too, regardless of the minimum. */
  searchesOnOpen?: boolean;
}

const nothing = { items: [], state: 'idle' } as const;

/** Searches when typing pauses. Results of an older term never replace those of a newer one. */
export function useDebouncedSearch<Item>(options: DebouncedSearchOptions<Item>) {
  const { search, minimum, debounce, searchesOnOpen = false } = options;
  const [found, setFound] = useState<Found<Item>>(nothing);
  const controller = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const stop = useCallback(() => {
    clearTimeout(timer.current);
    controller.current?.abort();
  }, []);
  useEffect(() => stop, [stop]);

  const run = async (term: string) => {
    const aborter = new AbortController();
    controller.current = aborter;
    try {
      const items = await search(term, aborter.signal);
      if (!aborter.signal.aborted) setFound({ items, state: 'found' });
    } catch {
      if (!aborter.signal.aborted) setFound({ items: [], state: 'failed' });
    }
  };
  const find = (text: string, pause = debounce) => {
    stop();
    const term = text.trim();
    if (term.length < minimum && !(searchesOnOpen && term === '')) {
      setFound(nothing);
      return;
    }
    setFound((before) => ({ items: before.items, state: 'searching' }));
    timer.current = setTimeout(() => void run(term), pause);
  };
  return { found, find };
}
