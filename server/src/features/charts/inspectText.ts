import { TextDecoder } from 'node:util';

import { uploadTexts } from '@careloop/contracts/charts/upload';

import type { ReceivedDocument } from '../../platform/storage/storage.ts';

/** Result of inspecting a text file; `problem` is the reason it is rejected. */
export type Found = { problem: string } | { contentType: string; pageCount?: number };

/** A text without NUL: UTF-8, UTF-16 with a byte order mark, or otherwise Windows-1252. */
export async function checkText(content: ReceivedDocument, head: Buffer): Promise<Found> {
  const marked = markedEncoding(head);
  const candidates = marked === null ? ['utf-8', 'windows-1252'] : [marked];
  for (const encoding of candidates) {
    if (await isTextIn(content, encoding)) return { contentType: withCharset('text/plain', encoding) };
  }
  return { problem: uploadTexts.damaged('text/plain') };
}

/**
 * Checks that a text starts and ends like XML. A document type declaration is rejected: it could make a reader fetch other
 * files or expand a few lines to gigabytes, and no clinical document has one. HTML and SVG are rejected because browsers
 * execute them.
 */
export async function checkXml(content: ReceivedDocument, head: Buffer): Promise<Found> {
  const marked = markedEncoding(head);
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/.exec(head.toString('latin1', 0, 400));
  const encoding = marked ?? declared?.[1]?.toLowerCase() ?? 'utf-8';
  const damaged = { problem: uploadTexts.damaged('application/xml') };
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return damaged;
  const rest = afterProlog(decoder.decode(head));
  if (rest.startsWith('<!')) return { problem: uploadTexts.declaresTypes };
  const root = /^<(?:[^\s<>/:]+:)?([^\s<>/:]+)/.exec(rest)?.[1];
  if (root === undefined) return damaged;
  if (['html', 'svg'].includes(root.toLowerCase())) return { problem: uploadTexts.webPage };
  const tail = decoder.decode(await content.read(-64, 64));
  if (!/>\s*$/.test(tail) || !(await isTextIn(content, encoding))) return damaged;
  return { contentType: withCharset('application/xml', encoding) };
}

const prologParts = [
  { begin: '<?', end: '?>' },
  { begin: '<!--', end: '-->' },
];

/** The text after the XML declaration, comments and processing instructions. */
function afterProlog(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const part = prologParts.find(({ begin }) => rest.startsWith(begin));
    if (part === undefined) return rest;
    // Search after the opening delimiter: `<!-->` does not end the comment it starts.
    const at = rest.indexOf(part.end, part.begin.length);
    if (at < 0) return '';
    rest = rest.slice(at + part.end.length).trimStart();
  }
}

async function isTextIn(content: ReceivedDocument, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of content.stream()) {
      if (decoder.decode(chunk as Buffer, { stream: true }).includes('\0')) return false;
    }
    return !decoder.decode().includes('\0');
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function markedEncoding(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
}

/** Undefined for an unknown encoding. */
function decoderOf(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}

const withCharset = (type: string, encoding: string) => (encoding === 'utf-8' ? type : `${type}; charset=${encoding}`);
