/** A text with another one inserted below it. */
export function withInserted(text: string, inserted: string): string {
  return text.trim() === '' ? inserted : `${text}\n${inserted}`;
}
