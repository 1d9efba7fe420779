import { Readable } from 'node:stream';

import type { Endpoint, SentType } from '@careloop/contracts/endpoint';

import type { App } from './app.ts';
import { routeFor } from './route.ts';
import type { Call } from './route.ts';

/** What is answered: as it is stored, or as it was drawn. */
export interface SentFile {
  fileName: string;
  /** Left out where the content is made while it is sent. */
  byteCount?: number;
  content: Readable | Uint8Array;
}

/**
 * Headers by type: a download is never opened, a picture can only be a picture, and a PDF may be framed by the portal but load and
 * run nothing.
 */
const headersOf: Record<SentType, Record<string, string>> = {
  'application/octet-stream': { 'content-security-policy': "default-src 'none'; sandbox" },
  'image/jpeg': { 'content-security-policy': "default-src 'none'; sandbox" },
  'application/pdf': {
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
  },
};

/**
 * Routes a call that answers with a file. Uploaded files go out as downloads: opened in the portal's origin, a file could run
 * scripts there. Only pictures that the server drew are shown, and a PDF in a frame.
 */
export function fileRoute<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: Call<E>) => Promise<SentFile>,
): void {
  routeFor(app, endpoint, async (call) => {
    const { fileName, byteCount, content } = await handler({ ...call, db: app.deps.db });
    // Without its audit row the file is not sent.
    if (content instanceof Readable) call.reply.raw.once('close', () => content.destroy());
    const type = endpoint.sendsFile ?? 'application/octet-stream';
    const disposition = type === 'application/octet-stream' ? 'attachment' : 'inline';
    void call.reply.headers({
      ...headersOf[type],
      'content-type': type,
      ...(byteCount !== undefined && { 'content-length': byteCount }),
      'content-disposition': `${disposition}; filename*=UTF-8''${encoded(fileName)}`,
    });
    return content;
  });
}

/** As RFC 8187 writes a name: more signs are escaped than in an address. */
function encoded(fileName: string): string {
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, hex);
}
