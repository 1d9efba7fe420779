import type { FastifyReply } from 'fastify';

/**
 * A signal that aborts when the client disconnects before the response is sent. Fastify's `request.signal` follows the
 * request stream, which has already ended when a handler runs.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
