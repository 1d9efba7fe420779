import { TextDecoder } from 'node:util';

/** Decodes by byte order mark, content type, or the file's own declaration. An unknown charset is ignored. */
export function decodeText(contentType: string, bytes: Uint8Array): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, 1024);
  const mark = head.startsWith('ÿþ') ? 'utf-16le' : head.startsWith('þÿ') ? 'utf-16be' : undefined;
  const named = /;\s*charset="?([\w.-]+)/i.exec(contentType)?.[1];
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)|<meta[^>]*charset\s*=\s*["']?([\w.-]+)/i.exec(head);
  const own = declared?.[1] ?? declared?.[2] ?? 'utf-8';
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says: some software declares it and writes UTF-8.
  const charset = mark ?? named ?? (/^utf-?16/i.test(own) ? 'utf-8' : own);
  return decoderOf(charset).decode(bytes);
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
