import { escapeHtml } from '../escapeHtml.ts';
import { typeOfField } from './fieldTypes.ts';
import { lookup } from './lookup.ts';
import { fieldOf, isHeader } from './message.ts';
import type { Segment } from './message.ts';
import { segmentNames } from './segmentNames.ts';
import { shownHtml, shownValue, valueHtml } from './values.ts';

/** A labeled value. */
export interface Row {
  label: string;
  html: string;
  /** Position in the message, such as PID-5. */
  at: string;
}

export const fieldName = ({ code }: Segment, number: number): string => segmentNames(code)?.[number] ?? '';

/** A field with all its repetitions. */
export function fieldHtml(segment: Segment, number: number): string {
  const value = fieldOf(segment, number);
  // The separators of a header are themselves the value.
  if (isHeader(segment) && number <= 2) return escapeHtml(value);
  const type = typeOfField(segment.code, number, segmentNames(segment.code) !== undefined);
  return valueHtml(value, type, segment.delimiters);
}

/** The first repetition of a field, without what is less prominent. */
export function fieldText(segment: Segment, number: number): string {
  const [first = ''] = fieldOf(segment, number).split(segment.delimiters.repetition);
  return shownValue(first, typeOfField(segment.code, number, true), segment.delimiters).text;
}

/** Fields that follow at the end of the message: numbers of segments, types of values, and units with their meaning. */
export const isTechnical = (segment: Segment, number: number): boolean =>
  fieldName(segment, number) === 'Set id' || (segment.code === 'OBX' && (number === 2 || number === 6));

/** Fields that come before the others of their segment: status, time and reason of an appointment. */
const leading: Record<string, readonly number[]> = { SCH: [25, 11, 7] };

/** The fields of a segment that have a value, except technical ones and some that are shown elsewhere. */
export function fieldRows(segment: Segment, isElsewhere: (number: number) => boolean = () => false): Row[] {
  const numbers = new Set([...(lookup(leading, segment.code) ?? []), ...segment.fields.keys()]);
  return [...numbers].flatMap((number) => {
    if (number === 0 || isTechnical(segment, number) || isElsewhere(number)) return [];
    const html = fieldHtml(segment, number);
    return html === '' ? [] : { label: fieldName(segment, number), html, at: `${segment.code}-${number}` };
  });
}

/** Rows as a table; the same value under the same label once. A field without a name is labeled with its position. */
export function rowsHtml(rows: readonly Row[], { withPlaces = true } = {}): string {
  const distinct = new Map(rows.map((row) => [`${row.label || row.at}:${row.html}`, row]));
  const lines = [...distinct.values()].map(({ label, html, at }) => {
    const place =
      label === ''
        ? escapeHtml(at)
        : joinedHtml(escapeHtml(label), withPlaces ? `<small>${escapeHtml(at)}</small>` : '');
    return `<tr><th scope="row">${place}</th><td>${html}</td></tr>`;
  });
  return lines.length === 0 ? '' : `<table><tbody>${lines.join('\n')}</tbody></table>`;
}

const joinedHtml = (...parts: string[]) => parts.filter(Boolean).join(' ');

/** "Next of kin" for NK1, or "Participation for Hemoglobin"; the code of an unknown segment. */
export function segmentHeading({ code }: Segment, subject = ''): string {
  const name = segmentNames(code)?.[0];
  if (name === undefined) return escapeHtml(code);
  const words = subject === '' ? name : `${name} for ${subject}`;
  return `${escapeHtml(words)} <small>${escapeHtml(code)}</small>`;
}

/** A comment (NTE): its text, then who entered it and when. */
export function noteHtml(note: Segment): string {
  const text = fieldOf(note, 3)
    .split(note.delimiters.repetition)
    .map((line) => shownHtml(shownValue(line, 'text', note.delimiters)))
    .join('<br>');
  const about = fieldRows(note, (number) => number === 3).map(({ label, html }) => `${escapeHtml(label)}: ${html}`);
  const small = about.length === 0 ? '' : `<br><small>${about.join(' · ')}</small>`;
  return text === '' && small === '' ? '' : `<b>Comment:</b> ${text}${small}`;
}

/** Most columns of a table of segments. */
const mostColumns = 6;

/** Several segments with the same fields as one table, or one table each if they have too many. */
export function segmentsHtml(segments: readonly Segment[]): string {
  const rows = segments.map((segment) => fieldRows(segment));
  const columns = new Map(rows.flat().map(({ at, label }) => [at, label]));
  if (segments.length === 1 || columns.size > mostColumns) return rows.map((row) => rowsHtml(row)).join('\n');
  // In the order of the fields.
  const order = [...columns.keys()].toSorted((one, other) => numberOf(one) - numberOf(other));
  const head = order.map(
    (at) => `<th scope="col">${joinedHtml(escapeHtml(columns.get(at) ?? ''), `<small>${escapeHtml(at)}</small>`)}</th>`,
  );
  const body = rows.map((row) => {
    const cells = order.map((at) => `<td>${row.find((one) => one.at === at)?.html ?? ''}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

const numberOf = (at: string) => Number(at.split('-')[1]);
