/** Pages viewed within this time belong to the same audited opening. */
const openForMs = 30 * 60_000;
const mostOpenings = 20_000;

/** Tracks which documents a session has opened recently, so that an opening is audited once instead of once per page. */
export interface Openings {
  /** Records an opening, after its audit row was written. */
  add(sessionId: string | number, patientDocumentId: number): void;
  /** Whether the document was opened recently. */
  isOpen(sessionId: string | number, patientDocumentId: number): boolean;
}

/** Kept in the memory of this process; if an opening is missing, one more audit row is written. */
export function createOpenings(now: () => number = Date.now): Openings {
  const openedAt = new Map<string, number>();
  function add(sessionId: string | number, patientDocumentId: number): void {
    const key = `${sessionId} ${patientDocumentId}`;
    openedAt.delete(key);
    openedAt.set(key, now());
    const oldest = openedAt.keys().next().value;
    if (openedAt.size > mostOpenings && oldest !== undefined) openedAt.delete(oldest);
  }
  return {
    add,
    isOpen(sessionId, patientDocumentId) {
      const at = openedAt.get(`${sessionId} ${patientDocumentId}`);
      return at !== undefined && now() - at < openForMs;
    },
  };
}
