import { inMegabytes } from '../../../platform/files/limits.ts';

import type { Limits } from '../../../platform/files/limits.ts';

/** The reason a text cannot be read as JSON. Never quotes the text, which may be a patient's record. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson';
}

/**
 * The value of a quantity, a number that ends in zeros after the point, which a JavaScript number does not keep. Within a text
 * the quotes would be escaped.
 */
const endsInZero = /(?<!\\)"value"(\s*:\s*)(-?(?:0|[1-9]\d*)\.\d*0)(?=\s*[,}])/g;

/** A result of 7.10 stays 7.10: such a number becomes a text. */
const keepDigits = (text: string) => text.replaceAll(endsInZero, '"value"$1"$2"');

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses untrusted JSON. @throws UnreadableJson */
export function parseJson(bytes: Buffer, limits: Limits): unknown {
  if (bytes.length > limits.documentBytes) throw new UnreadableJson(tooLarge(limits));
  checkShape(bytes, limits);
  const text = decode(bytes);
  try {
    return JSON.parse(keepDigits(text)) as unknown;
  } catch (error) {
    throw new UnreadableJson(reasonOf(error, text.length));
  }
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new UnreadableJson('is not UTF-8 text');
  }
}

export function tooLarge(limits: Limits): string {
  return `is larger than ${inMegabytes(limits.documentBytes)}, the most one document may have`;
}

function reasonOf(error: unknown, length: number): string {
  const message = error instanceof SyntaxError ? error.message : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  if (message.includes('Unexpected end') || Number(position) >= length) return 'is not JSON: it ends too early';
  return position === undefined ? 'is not JSON' : `is not JSON: wrong at character ${position}`;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Rejects JSON that would exhaust the stack or memory, before any value is built. */
function checkShape(bytes: Buffer, limits: Limits): void {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case QUOTE:
        index = endOfString(bytes, index);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
      default:
        continue;
    }
    if (depth > limits.depth) throw new UnreadableJson(`is nested more than ${limits.depth} levels deep`);
    if (values > limits.values) throw new UnreadableJson(`holds more than ${limits.values} values`);
  }
}

/**
 * The index where the string starting here ends. Searches for quotes instead of stepping byte by byte, since strings may be
 * long.
 */
function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end === -1 ? bytes.length : end;
}

function isEscaped(bytes: Buffer, quote: number): boolean {
  let backslashes = 0;
  while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
