import { useSyncExternalStore } from 'react';

/** The document whose page was rendered last, and the width of its first image. */
interface DrawnPage {
  patientDocumentId: number;
  width: number;
}

let drawn: DrawnPage | undefined;
const listeners = new Set<() => void>();

/**
 * Notes that a page of the document is on screen. Only the first image counts, so that zooming does not prepare the next
 * document again.
 */
export function noteDrawnPage(page: DrawnPage): void {
  if (drawn?.patientDocumentId === page.patientDocumentId) return;
  drawn = page;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDrawnPage(): DrawnPage | undefined {
  return useSyncExternalStore(subscribe, () => drawn);
}
