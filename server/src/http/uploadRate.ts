import type { IncomingMessage } from 'node:http';

/** What an upload must bring in each interval: a hundredth of a slow line. */
export const leastRate = { bytes: 32 * 1024, everyMs: 30_000 };
/** For the answer to reach a sender who was too slow; then their connection is closed. */
const answerWithinMs = 5_000;

/**
 * Watches how fast a request arrives. A sender that we hold back ourselves, as the disk is slow, is not too slow.
 * @returns `tooSlow`, which rejects with the error of `failure` and otherwise never settles
 */
export function watchRate(raw: IncomingMessage, failure: () => Error): { tooSlow: Promise<never>; stop: () => void } {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  // Nobody may be waiting for it any more.
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
