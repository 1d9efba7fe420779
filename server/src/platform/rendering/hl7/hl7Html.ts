import { escapeHtml } from '../escapeHtml.ts';
import { groupsOf, hasResults, isOrder } from './groups.ts';
import type { Group } from './groups.ts';
import { fieldOf, readMessages } from './message.ts';
import type { Segment } from './message.ts';
import { orderHtml } from './orderHtml.ts';
import { patientLine } from './patientLine.ts';
import {
  fieldHtml,
  fieldName,
  fieldRows,
  fieldText,
  isTechnical,
  noteHtml,
  rowsHtml,
  segmentHeading,
  segmentsHtml,
} from './segmentHtml.ts';
import type { Row } from './segmentHtml.ts';
import { messageTitle } from './titles.ts';

/**
 * An HL7 version 2 file as HTML, in the order in which it is read: patient, results or the subject of the message, the rest
 * of it, and last what concerns the transmission. Every field with a value is shown.
 */
export function hl7Html(text: string): string {
  const { messages, left, isCut } = readMessages(text);
  const more = left === 1 ? '1 more segment is' : `${left} more segments are`;
  const rest = left > 0 ? `<p>${more} in the Text view.</p>` : '';
  const cut = isCut ? '<p>One segment has too many fields to show here. See the Text view.</p>' : '';
  return messages.map(messageHtml).join('\n<hr>\n') + rest + cut;
}

/** Segments about the transmission. */
const technical = new Set('FHS BHS MSH SFT UAC EVN DSC ADD BTS FTS'.split(' '));

function messageHtml(segments: readonly Segment[]): string {
  const header = segments.find(({ code }) => code === 'MSH');
  const type = header === undefined ? [] : fieldOf(header, 9).split(header.delimiters.component);
  const parts = patientParts(segments.filter(({ code }) => !technical.has(code)));
  return [
    `<h1>${escapeHtml(messageTitle(type))}</h1>`,
    sentLine(header),
    ...parts.map((part) => partHtml(part, type[0] ?? '')),
    aboutHtml(segments),
  ]
    .filter(Boolean)
    .join('\n');
}

function sentLine(header: Segment | undefined): string {
  if (header === undefined) return '';
  const sender = fieldText(header, 4) || fieldText(header, 3);
  const training = fieldText(header, 11) === 'Training' ? ' · <b>marked as training data by its sender</b>' : '';
  const words = [sender === '' ? '' : `From ${sender}`, fieldText(header, 7) && `sent ${fieldText(header, 7)}`];
  return `<p><small>${escapeHtml(words.filter(Boolean).join(', '))}</small>${training}</p>`;
}

/** A message can hold several patients: results stay below the patient they belong to. */
function patientParts(segments: readonly Segment[]): Segment[][] {
  const parts: Segment[][] = [[]];
  for (const segment of segments) {
    const hasPatient = parts.at(-1)?.some(({ code }) => code === 'PID') ?? false;
    if (segment.code === 'PID' && hasPatient) parts.push([]);
    parts.at(-1)?.push(segment);
  }
  return parts;
}

function partHtml(segments: readonly Segment[], type: string): string {
  const patient = segments.find(({ code }) => code === 'PID');
  const groups = groupsOf(segments).toSorted((one, other) => rankOf(one, type) - rankOf(other, type));
  return [patient === undefined ? '' : patientLine(patient), ...sectionsHtml(groups)].filter(Boolean).join('\n');
}

const subjects = new Set('MSA ERR SCH RF1 MRG'.split(' '));
const resources = new Set('RGS AIS AIG AIL AIP'.split(' '));

/** What the message is about comes first; a referral's orders are only its background. */
function rankOf(group: Group, type: string): number {
  const [{ code }] = group;
  if (subjects.has(code) || (code === 'TXA' && group.some((one) => one.code === 'OBX'))) return 0;
  if (resources.has(code) || code === 'TXA') return 1;
  const isSubject = isOrder(group) ? type !== 'REF' : code === 'OBX' && /^(?:O[RU]|$)/.test(type);
  return isSubject ? 1 : 2;
}

/** Groups as sections; neighbors of the same kind share one. */
function sectionsHtml(groups: readonly Group[]): string[] {
  const sections: Group[][] = [];
  for (const group of groups) {
    const last = sections.at(-1);
    // All groups of a section are like its last one.
    const isSame = [...(last?.at(-1) ?? []), ...group].every(({ code }) => code === group[0].code);
    if (last !== undefined && isSame && !hasResults(group)) last.push(group);
    else sections.push([group]);
  }
  return sections.map((section) => {
    const [first] = section;
    if (first === undefined) return '';
    return hasResults(first) ? orderHtml(first) : sectionHtml(section);
  });
}

function sectionHtml(groups: readonly Group[]): string {
  const [[first, ...followers] = []] = groups;
  if (first === undefined) return '';
  const others = followers.map((one) => {
    if (one.code === 'NTE') return `<p>${noteHtml(one)}</p>`;
    const rows = rowsHtml(fieldRows(one));
    return rows === '' ? '' : `<h3>${segmentHeading(one)}</h3>\n${rows}`;
  });
  const body = [segmentsHtml(groups.map(([segment]) => segment)), ...others].filter(Boolean);
  // A segment that consists of a number alone says nothing.
  return body.length === 0 ? '' : [`<h2>${segmentHeading(first)}</h2>`, ...body].join('\n');
}

/** Header, software and event, then the numbers of the segments, the types of the values and the units. */
function aboutHtml(segments: readonly Segment[]): string {
  const own = segments.filter(({ code }) => technical.has(code));
  const tables = own.map((segment) => [`<h3>${segmentHeading(segment)}</h3>`, rowsHtml(fieldRows(segment))].join('\n'));
  const numbers = rowsHtml(technicalRows(segments));
  const last = numbers === '' ? '' : `<h3>Segment numbers, value types and units</h3>\n${numbers}`;
  return `<footer>\n<h2>About this message</h2>\n${[...tables, last].filter(Boolean).join('\n')}\n</footer>`;
}

/** Technical fields of all segments, with the number of segments that have each value. */
function technicalRows(segments: readonly Segment[]): Row[] {
  const counts = new Map<string, { label: string; values: Map<string, number> }>();
  for (const segment of segments) {
    for (const number of segment.fields.keys()) {
      const html = number > 0 && isTechnical(segment, number) ? fieldHtml(segment, number) : '';
      if (html === '') continue;
      const at = `${segment.code}-${number}`;
      const row = counts.get(at) ?? { label: fieldName(segment, number), values: new Map<string, number>() };
      row.values.set(html, (row.values.get(html) ?? 0) + 1);
      counts.set(at, row);
    }
  }
  return [...counts].map(([at, { label, values }]) => {
    const html = [...values].map(([value, count]) => (count === 1 ? value : `${value} (${count} times)`)).join(', ');
    return { label, html, at };
  });
}
