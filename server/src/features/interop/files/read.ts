import { readBytes } from './bytes.ts';
import { UnreadableJson, parseJson, tooLarge } from './json.ts';
import { splitLines } from './lines.ts';
import { HEAD_BYTES, refuseUnlessJson } from './sniff.ts';
import { UnreadableFile } from './unreadable.ts';

import type { Limits } from './limits.ts';
import type { Line } from './lines.ts';

/** One JSON value of a file: the whole of it, or a line of NDJSON; or why a line is none. */
export type Item = { json: unknown; line: number | null; bytes: number } | { problem: string; line: number };

/**
 * Reads a file as JSON or NDJSON, plain or gzip, one value after the other in constant memory. It is NDJSON when its first
 * line is a JSON value by itself, or its name says so; a minified document is then simply one line.
 * @throws UnreadableFile when nothing can be read, NotYetRead for formats to come
 */
export async function* readItems(path: string, limits: Limits): AsyncGenerator<Item> {
  const lines = splitLines(lookedAt(readBytes(path, limits)), limits.documentBytes);
  const first = await lines.next();
  if (first.done === true) throw new UnreadableFile('is empty');
  const line = withoutMark(first.value);
  const item = parseLine(line, limits);
  const isLines = 'json' in item || /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path);
  if (!isLines) {
    yield { ...(await parseWhole(line, lines, limits)), line: null };
    return;
  }
  if (!isBlank(line)) yield item;
  for await (const next of lines) if (!isBlank(next)) yield parseLine(next, limits);
}

/** Refuses other formats before a line of them has been collected. */
async function* lookedAt(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    refuseUnlessJson(head.subarray(0, HEAD_BYTES));
    yield head;
    head = undefined;
  }
  if (head === undefined) return;
  refuseUnlessJson(head);
  yield head;
}

function withoutMark(line: Line): Line {
  const hasMark = line.bytes?.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ?? false;
  return hasMark ? { ...line, bytes: line.bytes?.subarray(3) } : line;
}

function isBlank(line: Line): boolean {
  return line.bytes?.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d) ?? false;
}

function parseLine(line: Line, limits: Limits): Item {
  if (line.bytes === undefined) return { problem: tooLarge(limits), line: line.number };
  try {
    return { json: parseJson(line.bytes, limits), line: line.number, bytes: line.bytes.length };
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    return { problem: error.message, line: line.number };
  }
}

async function parseWhole(
  first: Line,
  rest: AsyncIterable<Line>,
  limits: Limits,
): Promise<{ json: unknown; bytes: number }> {
  if (first.bytes === undefined) throw new UnreadableFile(tooLarge(limits));
  const parts: Buffer[] = [first.bytes];
  let length = first.bytes.length;
  for await (const { bytes } of rest) {
    length += (bytes?.length ?? limits.documentBytes) + 1;
    if (bytes === undefined || length > limits.documentBytes) throw new UnreadableFile(tooLarge(limits));
    parts.push(Buffer.from('\n'), bytes);
  }
  try {
    return { json: parseJson(Buffer.concat(parts), limits), bytes: length };
  } catch (error) {
    throw error instanceof UnreadableJson ? new UnreadableFile(error.message) : error;
  }
}
