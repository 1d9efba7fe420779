import { useSyncExternalStore } from 'react';

/** The document whose page was the last to come onto the screen, and the width of its first picture. */
interface DrawnPage {
  patientDocumentId: number;
  width: number;
}

let drawn: DrawnPage | undefined;
const listeners = new Set<() => void>();

/** A page of the document is on the screen. Only its first picture counts, so that zooming draws nothing ahead again. */
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
