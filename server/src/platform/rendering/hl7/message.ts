import { segmentNames } from './segmentNames.ts';

/** The characters that separate the parts of a message, from its header. */
export interface Delimiters {
  field: string;
  component: string;
  repetition: string;
  escape: string;
  subcomponent: string;
}

export interface Segment {
  code: string;
  /** Fields as sent, by their number; the first element is the code. */
  fields: readonly string[];
  delimiters: Delimiters;
}

/** Maximum number of segments shown. */
const mostSegments = 5_000;
/** Maximum number of fields shown of a segment; the standard's longest has less than a hundred. */
const mostFields = 500;
const headers = new Set(['MSH', 'FHS', 'BHS']);

export const isHeader = ({ code }: Segment): boolean => headers.has(code);

/** A field as sent, empty if it is missing. */
export const fieldOf = ({ fields }: Segment, number: number): string => fields[number] ?? '';

/**
 * The messages of an HL7 version 2 file, as their segments. The header of a batch belongs to its first message.
 * @param most segments that are read
 * @returns also the number of segments that are too many to be shown, and whether one has too many fields
 */
export function readMessages(
  text: string,
  most = mostSegments,
): { messages: Segment[][]; left: number; isCut: boolean } {
  const lines = segmentLines(text.replace(/^\uFEFF/, ''));
  let delimiters: Delimiters = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' };
  const messages: Segment[][] = [];
  let current: Segment[] = [];
  for (const line of lines.slice(0, most)) {
    // Each header defines the delimiters of what follows.
    if (/^(?:MSH|FHS|BHS)/.test(line)) delimiters = delimitersOf(line);
    const segment = segmentOf(line, delimiters);
    if (current.length === 0 || (isHeader(segment) && current.some(({ code }) => code === 'MSH'))) {
      current = [];
      messages.push(current);
    }
    current.push(segment);
  }
  const isCut = messages.some((segments) => segments.some(({ fields }) => fields.length > mostFields + 1));
  return { messages, left: Math.max(0, lines.length - most), isCut };
}

/** Lines that begin with a segment code, each with the lines that a sender has broken its values into. */
function segmentLines(text: string): string[] {
  const [separator = '|'] = /(?<=^\s*(?:MSH|FHS|BHS))[^\w\s]/.exec(text) ?? [];
  const segments: { lines: string[]; fieldCount: number }[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [code = '', ...fields] = line.split(separator);
    const last = segments.at(-1);
    const isInResult = last?.lines[0]?.startsWith('OBX') === true && last.fieldCount < statusOfResult;
    if (last !== undefined && !isSegment(code, fields.length, isInResult)) {
      last.lines.push(line);
      last.fieldCount += fields.length;
    } else if (line.trim() !== '') segments.push({ lines: [line.trimStart()], fieldCount: fields.length });
  }
  return segments.map(({ lines }) => lines.join('\n').trimEnd());
}

/** Number of the field that each result has. */
const statusOfResult = 11;

/** @param isInResult before its status, where a word in capitals is part of a text */
function isSegment(code: string, fieldCount: number, isInResult: boolean): boolean {
  if (segmentNames(code.trim()) !== undefined) return fieldCount > 0 || !isInResult;
  if (fieldCount === 0 || !/^\s*[A-Z][A-Z0-9]{1,3}\s*$/.test(code)) return false;
  return /^\s*Z/.test(code) || !isInResult;
}

function delimitersOf(line: string): Delimiters {
  const [component = '^', repetition = '~', escape = '\\', subcomponent = '&'] =
    line.slice(4).split(line[3] ?? '|')[0] ?? '';
  return { field: line[3] ?? '|', component, repetition, escape, subcomponent };
}

function segmentOf(line: string, delimiters: Delimiters): Segment {
  // One more than is shown tells that there are more.
  const [code = '', ...rest] = line.split(delimiters.field, mostFields + 2);
  // The separator itself is the first field of a header.
  const fields = headers.has(code) ? [code, delimiters.field, ...rest] : [code, ...rest];
  return { code: code.trim(), fields, delimiters };
}
