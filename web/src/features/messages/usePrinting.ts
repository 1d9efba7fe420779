import { useEffect, useState } from 'react';
import { toApiError } from '../../api/errors.ts';
import { toast } from '../../shell/toasts.tsx';

/** More than anybody prints, and less than a browser chokes on. */
const mostPrinted = 1000;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** What stands in the margins of every page. A style sheet, because only one can number pages. */
function marginsOf(header: string): string {
  return `@page {
    margin: 20mm 15mm;
    @top-left { content: ${JSON.stringify(header)}; font: 600 9pt sans-serif; white-space: nowrap; }
    @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt sans-serif; }
  }`;
}

/**
 * Prints the conversation whole: what is not loaded yet is loaded first. Every page says whom it is about and which of
 * how many it is, also when the browser's own menu prints.
 */
export function usePrinting(header: string, loadAll: (most: number) => Promise<void>): () => void {
  const [isPreparing, setPreparing] = useState(false);
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(marginsOf(header));
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [header]);

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
