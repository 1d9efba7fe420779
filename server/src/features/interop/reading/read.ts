import { readClinicalDocument } from '../ccda/read.ts';
import { readHl7File } from '../hl7v2/read.ts';
import { readBytes } from '../../../platform/files/bytes.ts';
import { UnreadableJson, parseJson, tooLarge } from './json.ts';
import { splitLines } from './lines.ts';
import { HEAD_BYTES, formatOf } from './sniff.ts';
import { UnreadableFile } from '../../../platform/files/unreadable.ts';

import type { Limits } from '../../../platform/files/limits.ts';
import type { Line } from './lines.ts';

/** One JSON value of a file (the whole file, a line of NDJSON or a message), or the reason a line cannot be read. */
export type Item =
  | {
      json: unknown;
      line: number | null;
      bytes: number;
      /** Of a message or clinical document, which is imported once. */
      digest?: string;
      /** The message or document as it was sent. */
      raw?: Buffer;
    }
  | { problem: string; line: number; raw?: Buffer };

/** Readers of formats that are read as a whole, as FHIR bundles. */
const wholeReaders = { hl7v2: readHl7File, cda: readClinicalDocument } as const;

/**
 * Reads a file, plain or gzip, one value at a time: FHIR as JSON or NDJSON, messages of HL7 version 2, or a clinical document.
 * @param timeZone IANA name of the time zone of times without an offset, in messages and clinical documents
 * @throws UnreadableFile if nothing can be read, NotYetRead for formats that are not supported yet
 */
export async function* readItems(path: string, limits: Limits, timeZone = 'UTC'): AsyncGenerator<Item> {
  const { format, chunks } = await begin(readBytes(path, limits));
  try {
    if (format === 'json') yield* readJson(path, chunks, limits);
    else yield* wholeReaders[format](await readAll(chunks, limits), { limits, timeZone });
  } finally {
    await chunks.return(undefined);
  }
}

/** Detects the format before more than the beginning of a file is buffered. */
async function begin(chunks: AsyncGenerator<Buffer>) {
  let head = Buffer.alloc(0);
  try {
    while (head.length < HEAD_BYTES) {
      const next = await chunks.next();
      if (next.done === true) break;
      head = Buffer.concat([head, next.value]);
    }
    return { format: formatOf(head.subarray(0, HEAD_BYTES)), chunks: resumed(head, chunks) };
  } catch (error) {
    await chunks.return(undefined);
    throw error;
  }
}

async function readAll(chunks: AsyncIterable<Buffer>, limits: Limits): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limits.documentBytes) throw new UnreadableFile(tooLarge(limits));
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/**
 * Reads JSON in constant memory. A file is NDJSON if its first line is a complete JSON value or its name says so; a minified
 * document therefore counts as a single line.
 */
async function* readJson(path: string, chunks: AsyncGenerator<Buffer>, limits: Limits): AsyncGenerator<Item> {
  const start = await takeLine(chunks, limits.documentBytes);
  const line = { number: 1, bytes: withoutMark(start.line) };
  const saysLines = /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(path);
  if (start.isCut) {
    if (!saysLines) throw new UnreadableFile(tooLarge(limits));
    yield* readLines(resumed(start.line, chunks), 1, limits);
    return;
  }
  const item = parseLine(line, limits);
  if ('json' in item || saysLines) {
    if (!isBlank(line)) yield item;
    yield* readLines(resumed(start.rest, chunks), 2, limits);
    return;
  }
  yield await parseWhole([line.bytes, Buffer.from('\n'), start.rest], chunks, limits);
}

interface FirstLine {
  line: Buffer;
  /** Bytes read after the line. */
  rest: Buffer;
  /** The limit was reached before the line ended. */
  isCut: boolean;
}

/** The bytes up to the first line break, or slightly past the limit. */
async function takeLine(chunks: AsyncGenerator<Buffer>, maxBytes: number): Promise<FirstLine> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length <= maxBytes) {
    const next = await chunks.next();
    if (next.done === true) return { line: Buffer.concat(parts), rest: Buffer.alloc(0), isCut: false };
    const end = next.value.indexOf('\n');
    if (end !== -1) {
      parts.push(next.value.subarray(0, end));
      return { line: Buffer.concat(parts), rest: next.value.subarray(end + 1), isCut: false };
    }
    parts.push(next.value);
    length += next.value.length;
  }
  return { line: Buffer.concat(parts), rest: Buffer.alloc(0), isCut: true };
}

async function* resumed(rest: Buffer, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (rest.length > 0) yield rest;
  yield* chunks;
}

async function* readLines(chunks: AsyncIterable<Buffer>, firstNumber: number, limits: Limits): AsyncGenerator<Item> {
  for await (const line of splitLines(chunks, limits.documentBytes, firstNumber)) {
    if (!isBlank(line)) yield parseLine(line, limits);
  }
}

function withoutMark(line: Buffer): Buffer {
  const hasMark = line.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));
  return hasMark ? line.subarray(3) : line;
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

async function parseWhole(start: Buffer[], rest: AsyncGenerator<Buffer>, limits: Limits): Promise<Item> {
  const bytes = await readAll(resumed(Buffer.concat(start), rest), limits);
  try {
    return { json: parseJson(bytes, limits), line: null, bytes: bytes.length };
  } catch (error) {
    throw error instanceof UnreadableJson ? new UnreadableFile(error.message) : error;
  }
}
