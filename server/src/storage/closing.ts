import type { Readable } from 'node:stream';

/** A stream that closes another one with itself, also when nobody has begun to read it. */
export function closing(stream: Readable, source: Readable): Readable {
  return stream.once('close', () => source.destroy());
}
