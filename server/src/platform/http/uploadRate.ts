import type { IncomingMessage } from 'node:http';

/** Minimum bytes an upload must deliver in each interval: a hundredth of a slow connection. */
export const leastRate = { bytes: 32 * 1024, everyMs: 30_000 };
/** Time for the response to reach a client that was too slow, before the connection is closed. */
const answerWithinMs = 5_000;

/**
 * Watches how fast a request arrives. A client that is only waiting for our slow disk (backpressure) does not count as
 * too slow.
 * @returns `tooSlow`, which rejects with the error of `failure` and otherwise never settles
 */
export function watchRate(raw: IncomingMessage, failure: () => Error): { tooSlow: Promise<never>; stop: () => void } {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  // The caller may have stopped waiting for it; avoid an unhandled rejection.
  tooSlow.catch(() => {});
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const arrived = raw.socket.bytesRead - before;
    before = raw.socket.bytesRead;
    const isHeldBack = raw.isPaused() || raw.readableLength > 0;
    if (raw.complete || isHeldBack || !(arrived < leastRate.bytes)) return;
    reject(failure());
    setTimeout(() => raw.destroy(), answerWithinMs).unref();
  }, leastRate.everyMs);
  timer.unref();
  return { tooSlow, stop: () => clearInterval(timer) };
}
