import { useState } from 'react';
import { toApiError, type ApiError } from '../api/errors.ts';
import { toast } from '../ui/toasts.tsx';

/** Why what the user sees is old: who changed what since the dialog was opened. */
export interface Staleness {
  changedBy: string | null;
  changedAt: string | null;
  what: string | null;
}

interface SeenVersionOptions<Row> {
  /** The change that made the row's version. */
  lastChangeOf: (row: Row) => { userFullName: string; occurredAt: string; action: string } | undefined;
  /** Reads the row as it is now. */
  read: () => Promise<Row>;
}

/**
 * The version that the user saw when a dialog was opened. One that moved on is told, not overwritten; `reload` goes on from the
 * current one with everything typed kept.
 */
export function useSeenVersion<Row extends { version: number }>(row: Row, options: SeenVersionOptions<Row>) {
  const [version, setVersion] = useState(row.version);
  const [stale, setStale] = useState<ApiError | null>(null);
  return {
    version,
    staleness: stalenessOf(stale, row, version, options.lastChangeOf),
    /** Keeps a refusal because of the version, and answers whether it was one. */
    isStale: (thrown: unknown): boolean => {
      const error = toApiError(thrown);
      if (error.code !== 'stale_version') return false;
      setStale(error);
      return true;
    },
    /** Answers the row as it is now, or null where it cannot be read; then everything stays as it was. */
    reload: async (): Promise<Row | null> => {
      try {
        const now = await options.read();
        setVersion(now.version);
        setStale(null);
        return now;
      } catch (error) {
        toast.failure(toApiError(error));
        return null;
      }
    },
  };
}

function stalenessOf<Row extends { version: number }>(
  error: ApiError | null,
  row: Row,
  seenVersion: number,
  lastChangeOf: SeenVersionOptions<Row>['lastChangeOf'],
): Staleness | null {
  if (error?.current !== undefined && error.current.version !== seenVersion) return error.current;
  // What was reloaded may be newer than the row of this render.
  if (row.version <= seenVersion) return null;
  const last = lastChangeOf(row);
  return { changedBy: last?.userFullName ?? null, changedAt: last?.occurredAt ?? null, what: last?.action ?? null };
}
