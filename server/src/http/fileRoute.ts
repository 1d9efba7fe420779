import type { Readable } from 'node:stream';

import type { Endpoint } from '@careloop/contracts/endpoint';

import type { App } from './app.ts';
import { routeFor } from './route.ts';
import type { Call } from './route.ts';

/** A file to be saved. */
export interface SentFile {
  fileName: string;
  byteCount: number;
  content: Readable;
}

/**
 * Routes a call that answers with a file, always as a download: opened in the portal's origin, a file could run scripts
 * there.
 */
export function fileRoute<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: Call<E>) => Promise<SentFile>,
): void {
  routeFor(app, endpoint, async (call) => {
    const { fileName, byteCount, content } = await handler({ ...call, db: app.deps.db });
    // Without its audit row the file is not sent.
    call.reply.raw.once('close', () => content.destroy());
    void call.reply.headers({
      'content-type': 'application/octet-stream',
      'content-length': byteCount,
      'content-disposition': `attachment; filename*=UTF-8''${encoded(fileName)}`,
      'content-security-policy': "default-src 'none'; sandbox",
    });
    return content;
  });
}

/** As RFC 8187 writes a name: more signs are escaped than in an address. */
function encoded(fileName: string): string {
  const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, hex);
}
