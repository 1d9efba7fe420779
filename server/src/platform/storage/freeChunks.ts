import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes between two garbage collections, which take about 2 ms each. */
const everyBytes = 8 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
setFlagsFromString('--no-expose-gc');

/**
 * Passes on the chunks of a long transfer and frees used ones along the way. Each chunk has its own buffer, and V8 would
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
