import type { Readable } from 'node:stream';

/** Makes `source` close when `stream` closes, even if nobody has started to read it. */
export function closing(stream: Readable, source: Readable): Readable {
  return stream.once('close', () => source.destroy());
}
