import { invalidInput } from '../errors.ts';

/**
 * Keyset cursor: the sort key and id of the last row of a page. Opaque to clients.
 */
export interface Cursor {
  key: string;
  id: number;
}

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.key, cursor.id])).toString('base64url');
}

/** @throws AppError `invalid_input` for a cursor that no list issued */
export function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [key, id] = (Array.isArray(value) ? value : []) as unknown[];
    if (typeof key === 'string' && Number.isSafeInteger(id)) return { key, id: id as number };
  } catch {
    // Not JSON, so not a cursor.
  }
  throw invalidInput({ cursor: 'The list must be loaded again from its beginning.' });
}

/** Makes a page from up to `size + 1` rows; an extra row means that another page follows. */
export function pageOf<Row>(rows: Row[], size: number, cursorOf: (row: Row) => Cursor) {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > size && last !== undefined ? writeCursor(cursorOf(last)) : null };
}
