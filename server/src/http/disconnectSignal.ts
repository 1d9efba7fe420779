import type { FastifyReply } from 'fastify';

/**
 * A signal that is aborted when the caller disconnects before the answer. The framework's `request.signal` follows the stream of
 * the request, which has ended by the time a handler runs.
 */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
