import { Readable } from 'node:stream';

import { Tokenize } from 'rtf-stream-parser';

import { RenderError } from '../messages.ts';
import type { OpenFile } from './openFile.ts';
import { RtfHtml } from './rtfHtml.ts';
import type { RtfToken } from './rtfHtml.ts';

/** Maximum size in bytes; nobody reads a longer text on screen. */
const mostBytes = 20 * 1024 * 1024;
const mostHtml = 4 * 1024 * 1024;

/** @throws RenderError `damaged`, `too_large` */
export async function openRtf(source: Uint8Array): Promise<OpenFile> {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.byteLength > mostBytes) throw new RenderError('too_large');
  const writer = new RtfHtml();
  let isBroken = false;
  try {
    for await (const token of Readable.from([bytes]).pipe(new Tokenize())) {
      writer.write(token as RtfToken);
      if (writer.length > mostHtml) throw new RenderError('too_large');
    }
  } catch (error) {
    // Show what was read before the damaged part.
    if (error instanceof RenderError || writer.length === 0) throw error;
    isBroken = true;
  }
  const html = writer.end(isBroken);
  return {
    inspect: () => Promise.resolve({ pageSizes: [], hasText: true }),
    html: () => Promise.resolve(html),
    close() {},
  };
}
