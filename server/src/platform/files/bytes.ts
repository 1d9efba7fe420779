import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';

import { inMegabytes } from './limits.ts';
import { UnreadableFile } from './unreadable.ts';

import type { Limits } from './limits.ts';

/** The bytes of a file, decompressed if it is gzip, regardless of its name. @throws UnreadableFile */
export async function* readBytes(path: string, limits: Limits): AsyncGenerator<Buffer> {
  const isPacked = await startsAsGzip(path);
  let count = 0;
  try {
    for await (const chunk of isPacked ? unpacked(path) : createReadStream(path)) {
      count += (chunk as Buffer).length;
      if (count > limits.fileBytes) {
        throw new UnreadableFile(`holds more than ${inMegabytes(limits.fileBytes)}${isPacked ? ' when unpacked' : ''}`);
      }
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(reasonOf(error));
  }
}

function unpacked(path: string): AsyncIterable<unknown> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  gunzip.on('close', () => file.destroy());
  return file.pipe(gunzip);
}

async function startsAsGzip(path: string): Promise<boolean> {
  const file = await open(path).catch((error: unknown) => {
    throw new UnreadableFile(reasonOf(error));
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

const reasons: Partial<Record<string, string>> = {
  Z_BUF_ERROR: 'is a gzip file that ends too early',
  Z_DATA_ERROR: 'is a damaged gzip file',
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
};

function reasonOf(error: unknown): string {
  const code = (error as { code?: string }).code ?? '';
  return reasons[code] ?? `cannot be read (${code || 'unknown error'})`;
}
