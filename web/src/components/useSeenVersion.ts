import { useState } from 'react';
import { toApiError, type ApiError } from '../api/errors.ts';
import { toast } from '../ui/toasts.tsx';
import type { LastChange } from './lastChange.ts';

/** Who changed what since the dialog was opened. */
export interface Staleness extends LastChange {
  changedAt: string | null;
  what: string | null;
}

/** An entry of a row's history. */
interface Event {
  userId: number;
  userFullName: string;
  occurredAt: string;
  action: string;
}

interface SeenVersionOptions<Row> {
  /** The change that produced the row's version. */
  lastChangeOf: (row: Row) => Event | undefined;
  /** Fetches the current row. */
  read: () => Promise<Row>;
}

/**
 * Tracks the version shown when a dialog was opened. A newer version is reported instead of being overwritten; `reload`
 * continues from the current one and keeps everything typed.
 */
export function useSeenVersion<Row extends { version: number }>(row: Row, options: SeenVersionOptions<Row>) {
  const [version, setVersion] = useState(row.version);
  const [stale, setStale] = useState<ApiError | null>(null);
  return {
    version,
    staleness: stalenessOf(stale, row, version, options.lastChangeOf),
    /** For `useCall`: stores a refusal because of a newer version. */
    onStale: (error: ApiError) => setStale(error),
    /** Resolves to the current row, or to null if it cannot be fetched; the state is then unchanged. */
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
  // The reloaded version may be newer than the row of this render.
  if (row.version <= seenVersion) return null;
  const last = lastChangeOf(row);
  return {
    changedByUserId: last?.userId ?? null,
    changedBy: last?.userFullName ?? null,
    changedAt: last?.occurredAt ?? null,
    what: last?.action ?? null,
  };
}
