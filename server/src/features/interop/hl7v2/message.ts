import { readMessages } from '../../../platform/rendering/hl7/message.ts';
import type { Segment } from '../../../platform/rendering/hl7/message.ts';
import { digestOf } from '../shared/references.ts';
import { isFuture } from '../fhir/dates.ts';
import { fhirTimeOf, instantOf, offsetIn } from '../fhir/times.ts';
import { textOf, valueOf } from './fields.ts';
import type { Value } from './fields.ts';

/** A message, with what all its records need. */
export interface Message {
  /** As sent. */
  text: string;
  /** Of the text; names its records. */
  digest: string;
  /** Such as ADT. */
  type: string;
  /** Such as A01; empty if the type has none. */
  event: string;
  /** Name of the sending facility, or else of the sending application. */
  facility: string;
  /** When it was sent. */
  sentAt: string | undefined;
  segments: readonly Segment[];
  /** The first segment with this code. */
  segment: (code: string) => Segment | undefined;
  all: (code: string) => Segment[];
  /** A FHIR date or dateTime; a time without an offset has that of the message, or else the time zone of the client. */
  time: (value: string) => string | undefined;
  /** IANA name of the time zone of the client. */
  timeZone: string;
  /** What is doubtful about the message as a whole. */
  notes: Set<string>;
  /** Kinds of data that the readers asked for but cannot keep, one entry for each occurrence. */
  notKept: string[];
}

/** The bytes of a message, and the number of its first line. Its header says in which character set they are. */
export interface RawMessage {
  raw: Buffer;
  line: number;
}

/** A file may frame each message for the network (MLLP): vertical tab before, file separator after. */
const frame = ['\v', '\u001C'];

/**
 * The messages of a file. The headers and trailers of files and batches are left out. Each byte is a character here: the
 * delimiters and line ends are the same in all character sets that a header can name.
 */
export function splitMessages(file: Buffer): RawMessage[] {
  const messages: { lines: string[]; line: number }[] = [];
  file
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .split(/\r\n|\r|\n/)
    .forEach((line, index) => {
      const text = frame.reduce((unframed, character) => unframed.replaceAll(character, ''), line);
      if (/^\s*MSH[^\w\s]/.test(text)) messages.push({ lines: [], line: index + 1 });
      if (!/^(?:FHS|BHS|BTS|FTS)\b/.test(text)) messages.at(-1)?.lines.push(text);
    });
  return messages.map(({ lines, line }) => ({ raw: Buffer.from(lines.join('\r').trim(), 'latin1'), line }));
}

/** HD: the name, or else the universal id. */
const nameOf = (value: Value) => value.part(1) || value.part(2);

/** Reads one message. @param timeZone of times without an offset */
export function readMessage(text: string, timeZone: string): Message {
  const [segments = []] = readMessages(text, Infinity).messages;
  const [header] = segments;
  const sent = textOf(header, 7);
  const offset = offsetIn(sent);
  const notes = new Set<string>();
  const sentAt = instantOf(sent, timeZone);
  if (isFuture(fhirTimeOf(sent, { timeZone }) ?? ''))
    notes.add('left out: the time of the message (MSH-7), which is in the future');
  return {
    text,
    digest: digestOf(text),
    type: valueOf(header, 9).part(1),
    event: valueOf(header, 9).part(2),
    facility: [4, 3].map((field) => nameOf(valueOf(header, field))).find((name) => name !== '') ?? '',
    sentAt,
    segments,
    segment: (code) => segments.find((segment) => segment.code === code),
    all: (code) => segments.filter((segment) => segment.code === code),
    timeZone,
    time: (value) => fhirTimeOf(value, { timeZone, offset, warn: (text) => notes.add(text) }),
    notes,
    notKept: [],
  };
}
