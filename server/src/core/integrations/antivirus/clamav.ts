import { createReadStream } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

import { ScannerUnavailable, TooLargeToScan } from './port.ts';
import type { Antivirus } from './port.ts';

/** Time limit in milliseconds; clamd takes long for large archives. After that the upload must be retried. */
const scanMs = 120_000;
const chunkBytes = 64 * 1024;

/** ClamAV's daemon over TCP with the INSTREAM command: each chunk of the file is preceded by its length. */
export function clamAntivirus({ host, port }: { host: string; port: number }): Antivirus {
  return {
    async scan(file) {
      const socket = connect({ host, port });
      socket.setTimeout(scanMs, () => socket.destroy(new Error('clamd did not answer in time')));
      try {
        const answer = answerOf(socket);
        // If the connection fails, the pipeline below may report it first.
        answer.catch(() => undefined);
        // For a file above its size limit, clamd answers and closes the connection before it has received all of it.
        await Promise.race([pipeline(framesOf(file), socket, { end: false }), answer]);
        return threatIn(await answer);
      } catch (error) {
        throw error instanceof ScannerUnavailable || error instanceof TooLargeToScan
          ? error
          : new ScannerUnavailable('clamd cannot be reached', { cause: error });
      } finally {
        socket.destroy();
      }
    },
  };
}

async function* framesOf(file: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of typeof file === 'string'
    ? createReadStream(file, { highWaterMark: chunkBytes })
    : partsOf(file)) {
    const bytes = chunk as Buffer;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    yield Buffer.concat([length, bytes]);
  }
  yield Buffer.alloc(4);
}

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The answer, which ends with a zero byte, or whatever has come when the connection is closed. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let text = '';
    const end = () => resolve(text.replace(/\0.*$/s, '').trim());
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8');
      if (text.includes('\0')) end();
    });
    socket.on('error', reject).on('close', end);
  });
}

/** Parses `stream: OK` or `stream: Name FOUND`; anything else is an error. */
function threatIn(answer: string): string | null {
  if (answer === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (found !== undefined) return found;
  if (answer.includes('size limit exceeded')) throw new TooLargeToScan(`clamd answered ${answer.slice(0, 200)}`);
  throw new ScannerUnavailable(`clamd answered ${answer.slice(0, 200) || 'nothing'}`);
}
