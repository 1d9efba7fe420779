import type { FastifyReply } from 'fastify';

/**
 * A signal that is aborted when the caller leaves before the answer. The framework's `request.signal` follows the stream of
 * the request, which has ended by the time a handler runs.
 */
export function leavingSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
