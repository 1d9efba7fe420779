import { isUtf8 } from 'node:buffer';

import { lookup } from './lookup.ts';
import type { Delimiters } from './message.ts';

/** Formatting commands of text (HL7 version 2, chapter 2): the ones that break a line, and the ones without effect here. */
const breaks = /^\.(?:br|sp(?:\+?\d+)?|ce)$/i;
const ignored = /^(?:H|N|\.(?:fi|nf|in|ti|sk)(?:[+-]?\d+)?)$/i;

/** Resolves the escape sequences of a value: delimiters, line breaks, characters by code. Unknown ones remain as sent. */
export function unescaped(text: string, delimiters: Delimiters): string {
  const { escape } = delimiters;
  let result = '';
  let at = 0;
  for (let start = text.indexOf(escape); start >= 0; start = text.indexOf(escape, at)) {
    const end = text.indexOf(escape, start + escape.length);
    if (end < 0) break;
    const resolved = resolve(text.slice(start + escape.length, end), delimiters);
    result += text.slice(at, start) + (resolved ?? escape);
    // The second of two characters that enclose no sequence may begin one.
    at = resolved === null ? start + escape.length : end + escape.length;
  }
  return result + text.slice(at);
}

function resolve(sequence: string, { field, component, repetition, escape, subcomponent }: Delimiters): string | null {
  const signs: Record<string, string> = { F: field, S: component, T: subcomponent, R: repetition, E: escape, P: '#' };
  const sign = lookup(signs, sequence);
  if (sign !== undefined) return sign;
  if (breaks.test(sequence)) return '\n'.repeat(Math.min(5, Number(/\d+/.exec(sequence)?.[0] ?? 1)));
  if (ignored.test(sequence)) return '';
  return /^X(?:[0-9A-F]{2})+$/i.test(sequence) ? decoded(Buffer.from(sequence.slice(1), 'hex')) : null;
}

const decoded = (bytes: Buffer) => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
