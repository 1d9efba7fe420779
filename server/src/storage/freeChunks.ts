import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A collection takes about 2 ms. */
const everyBytes = 8 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
setFlagsFromString('--no-expose-gc');

/**
 * Passes the chunks of a long transfer on and frees those that were used. Each has a buffer of its own, and V8 would
 * collect them only after 32 MB.
 */
export async function* freeChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let byteCount = 0;
  for await (const chunk of content) {
    yield chunk;
    byteCount += chunk.byteLength;
    if (byteCount < everyBytes) continue;
    byteCount = 0;
    collect({ type: 'minor' });
  }
}
