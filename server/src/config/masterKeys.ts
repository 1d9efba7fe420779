/** Keys that wrap the file keys, by id. The first wraps new file keys; all of them unwrap. */
export type MasterKeys = ReadonlyMap<string, Buffer>;

/**
 * Parses comma-separated `id:key` pairs; a key is 32 bytes in base64.
 * @returns null if the text is invalid
 */
export function parseMasterKeys(text: string): MasterKeys | null {
  const keys = new Map<string, Buffer>();
  for (const part of text.split(',')) {
    const match = /^([\w.-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(part.trim());
    if (match?.[1] === undefined || match[2] === undefined || keys.has(match[1])) return null;
    keys.set(match[1], Buffer.from(match[2], 'base64'));
  }
  return keys;
}
