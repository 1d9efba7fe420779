import { Readable } from 'node:stream';

import type { Endpoint, SentType } from '@careloop/contracts/endpoint';

import type { FastifyReply } from 'fastify';

import type { HttpApp } from './httpApp.ts';
import { isHeld, partOf, wantedRange } from './fileParts.ts';
import type { PartHeaders } from './fileParts.ts';
import { routeFor } from './route.ts';
import type { Call } from './route.ts';

/** The file to send: a stored one, or one rendered for this call. */
export interface SentFile {
  fileName: string;
  /** Left out if the content is generated while it is sent. */
  byteCount?: number;
  content: Readable | Uint8Array;
  /** The patients it shows, for the audit. */
  patientIds: readonly number[];
  /** SHA-256 of the stored file. Enables range and conditional requests. */
  digest?: string;
}

/**
 * Headers by type. Downloads and pictures are sandboxed; a PDF may be framed by the portal but cannot load or run
 * anything.
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
 * Registers an endpoint that returns a file. Uploaded files are sent as attachments, because a file opened in the
 * portal's origin could run scripts there. Only pictures rendered by the server, and PDFs in a frame, are sent inline.
 */
export function fileRoute<E extends Endpoint>(
  app: HttpApp,
  endpoint: E,
  handler: (call: Call<E>) => Promise<SentFile>,
): void {
  routeFor(app, endpoint, async (call, { request }) => {
    const { fileName, byteCount, content, digest, patientIds } = await handler({ ...call, db: app.deps.db });
    call.setAuditSubject({ patientIds });
    // If the audit row cannot be written, the content is never read; close it.
    if (content instanceof Readable) call.reply.raw.once('close', () => content.destroy());
    const type = endpoint.sendsFile ?? 'application/octet-stream';
    const disposition = type === 'application/octet-stream' ? 'attachment' : 'inline';
    void call.reply.headers({
      ...headersOf[type],
      'content-type': type,
      ...(byteCount !== undefined && { 'content-length': byteCount }),
      'content-disposition': `${disposition}; filename*=UTF-8''${encoded(fileName)}`,
    });
    if (digest === undefined || byteCount === undefined || !(content instanceof Readable)) return content;
    return sendPart(call.reply, request.headers, { digest, byteCount, content });
  });
}

/** Sends a stored file, a range of it (206), or 304 if the client already has it (RFC 9110). */
function sendPart(
  reply: FastifyReply,
  headers: PartHeaders,
  { digest, byteCount, content }: { digest: string; byteCount: number; content: Readable },
): object {
  const etag = `"${digest}"`;
  void reply.headers({ etag, 'accept-ranges': 'bytes' });
  if (isHeld(headers, etag)) return withoutBody(reply, 304, content);
  const range = wantedRange(headers, etag, byteCount);
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${byteCount}`);
    return withoutBody(reply, 416, content);
  }
  const { start, end } = range ?? { start: 0, end: byteCount - 1 };
  if (range !== null) {
    void reply.status(206).headers({
      'content-range': `bytes ${start}-${end}/${byteCount}`,
      'content-length': end + 1 - start,
    });
  }
  return partOf(content, { start, end });
}

function withoutBody(reply: FastifyReply, status: number, content: Readable): object {
  content.destroy();
  for (const name of ['content-length', 'content-type', 'content-disposition']) reply.removeHeader(name);
  void reply.status(status);
  return Buffer.alloc(0);
}

/** File name encoded as in RFC 8187, which escapes more characters than `encodeURIComponent`. */
function encoded(fileName: string): string {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, hex);
}
