import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import type { Readable, Writable } from 'node:stream';

export interface WrittenFile {
  digest: string;
  byteCount: number;
}

/** A pass-through stream that computes size and digest. */
function meter() {
  const hash = createHash('sha256');
  const seen = { byteCount: 0, lines: 0 };
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      seen.byteCount += chunk.byteLength;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) seen.lines += 1;
      done(null, chunk);
    },
  });
  return { stream, seen, digest: () => hash.digest('hex') };
}

/** Writes lines to a compressed file; it is on disk when this resolves. */
export async function writeLines(file: string, lines: Readable): Promise<WrittenFile & { lineCount: number }> {
  const [text, compressed] = [meter(), meter()];
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  await pipeline(lines, text.stream, createGzip({ level: 4 }), compressed.stream, target);
  return { digest: compressed.digest(), byteCount: compressed.seen.byteCount, lineCount: text.seen.lines };
}

/** Writes bytes to a file; it is on disk when this resolves. */
export async function writeBytes(file: string, bytes: Readable): Promise<WrittenFile> {
  const written = meter();
  await pipeline(bytes, written.stream, createWriteStream(file, { mode: 0o600, flush: true }));
  return { digest: written.digest(), byteCount: written.seen.byteCount };
}

/** Pipes the lines of a compressed file. */
export async function readInto(file: string, target: Writable): Promise<number> {
  const text = meter();
  await pipeline(createReadStream(file), createGunzip(), text.stream, target);
  return text.seen.lines;
}

/** The lines of a compressed file, one by one. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  const text = createGunzip().setEncoding('utf8');
  // An error of the file destroys `text`, so the reader gets it; ending the loop early closes both.
  pipeline(createReadStream(file), text).catch(() => undefined);
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** @returns null if the file cannot be read */
export async function digestOfFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest('hex');
  } catch {
    return null;
  }
}

/** Syncs a folder, without which its new entries may be lost in a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
