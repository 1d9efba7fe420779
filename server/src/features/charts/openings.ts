/** Pages that are turned within this time belong to the opening that is recorded. */
const openForMs = 30 * 60_000;
const mostOpenings = 20_000;

/** Which document a session has opened lately: an opening is audited once, not each of its pages. */
export interface Openings {
  /** Notes an opening. */
  add(sessionId: string | number, patientDocumentId: number): void;
  /** Whether it is open; notes it as opened when it is not. */
  isOpen(sessionId: string | number, patientDocumentId: number): boolean;
}

/** Kept in this process only: where it is not known, one more row is written. */
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
      const isOpen = at !== undefined && now() - at < openForMs;
      if (!isOpen) add(sessionId, patientDocumentId);
      return isOpen;
    },
  };
}
