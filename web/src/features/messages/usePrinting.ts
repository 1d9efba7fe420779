import { useState } from 'react';
import { toApiError } from '../../api/errors.ts';
import { toast } from '../../shell/toasts.tsx';

/** More than anybody prints, and less than a browser chokes on. */
const mostPrinted = 1000;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Prints the conversation whole: what is not loaded yet is loaded first. */
export function usePrinting(loadAll: (most: number) => Promise<void>): () => void {
  const [isPreparing, setPreparing] = useState(false);
  const print = async () => {
    setPreparing(true);
    try {
      await loadAll(mostPrinted);
      // The messages must stand on the page before it is printed.
      await nextFrame();
      await nextFrame();
      window.print();
    } catch (error) {
      toast.error(toApiError(error), 'The conversation cannot be printed.');
    } finally {
      setPreparing(false);
    }
  };
  return () => {
    if (!isPreparing) void print();
  };
}
