import { TextDecoder } from 'node:util';

/** Decodes by byte order mark, content type, or the file's own declaration. An unknown charset is ignored. */
export const decodeText = (contentType: string, bytes: Uint8Array): string => readText(contentType, bytes).text;

/** The same, and whether the text is in the encoding it declares. What is not UTF-8 is read as Windows-1252, so no letter is lost. */
export function readText(contentType: string, bytes: Uint8Array): { text: string; isAsSaid: boolean } {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, 1024);
  const mark = head.startsWith('ÿþ') ? 'utf-16le' : head.startsWith('þÿ') ? 'utf-16be' : undefined;
  const named = /;\s*charset="?([\w.-]+)/i.exec(contentType)?.[1];
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)|<meta[^>]*charset\s*=\s*["']?([\w.-]+)/i.exec(head);
  const own = declared?.[1] ?? declared?.[2] ?? 'utf-8';
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says: some software declares it and writes UTF-8.
  const charset = mark ?? named ?? (/^utf-?16/i.test(own) ? 'utf-8' : own);
  const decoder = decoderOf(charset);
  if (decoder.encoding !== 'utf-8') return { text: decoder.decode(bytes), isAsSaid: true };
  try {
    // Of the beginning of a text the last letter may be cut.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }), isAsSaid: true };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isAsSaid: false };
  }
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
