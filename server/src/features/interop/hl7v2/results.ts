import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import type { Segment } from '../../../platform/rendering/hl7/message.ts';
import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry, Json } from '../fhir/build.ts';
import { digestOf } from '../shared/references.ts';
import { conceptOf } from './datatypes.ts';
import { ownerOf, visitReference } from './encounter.ts';
import { leaveOut, textOf, valueOf, valuesOf } from './fields.ts';
import type { Message } from './message.ts';
import { orderKeyOf, stateOf } from './orders.ts';
import type { OrderState } from './orders.ts';
import { nameInNdl, providerName } from './people.ts';
import { flagsOf, rangesOf, valueOfResult } from './resultValue.ts';

/** Messages whose OBX are results about the patient; elsewhere they are texts of documents, or details of orders. */
const withResults = new Set(['ORU', 'OUL', 'REF', 'ADT']);

/** A result with its notes. Lines of a text that are sent as results of their own are one. */
interface Result {
  obx: Segment;
  lines: Segment[];
  notes: Segment[];
}

/** A report with its results. */
interface Report {
  obr: Segment | undefined;
  orc: Segment | undefined;
  notes: Segment[];
  specimens: Segment[];
  results: Result[];
}

const textTypes = new Set(['TX', 'FT']);

function isLineOf(obx: Segment, last: Result | undefined): last is Result {
  if (last === undefined || last.notes.length > 0 || !textTypes.has(textOf(obx, 2).toUpperCase())) return false;
  const [own, other] = [valueOf(obx, 3), valueOf(last.obx, 3)];
  // One of them may have been deleted.
  if (textOf(last.obx, 11) !== textOf(obx, 11)) return false;
  return textOf(last.obx, 2) === textOf(obx, 2) && own.part(1) === other.part(1) && own.part(2) === other.part(2);
}

const withNotes = new Set(['OBR', 'OBX', 'TCD', 'PRT']);

function reportsIn({ segments }: Message): Report[] {
  const reports: Report[] = [];
  let order: Segment | undefined;
  const current = (): Report => {
    const last = reports.at(-1);
    if (last !== undefined) return last;
    const report = { obr: undefined, orc: order, notes: [], specimens: [], results: [] };
    reports.push(report);
    return report;
  };
  // A note belongs to the segment before it; one on the patient is none of a result.
  let before = '';
  for (const segment of segments) {
    if (segment.code === 'ORC') order = segment;
    if (segment.code === 'OBR') {
      reports.push({ obr: segment, orc: order, notes: [], specimens: [], results: [] });
      order = undefined;
    }
    if (segment.code === 'SPM') current().specimens.push(segment);
    if (segment.code === 'OBX') addResult(current(), segment);
    if (segment.code !== 'NTE') before = segment.code;
    else if (withNotes.has(before)) (reports.at(-1)?.results.at(-1) ?? reports.at(-1))?.notes.push(segment);
  }
  return reports;
}

function addResult(report: Report, obx: Segment): void {
  const last = report.results.at(-1);
  if (isLineOf(obx, last)) last.lines.push(obx);
  else report.results.push({ obx, lines: [], notes: [] });
}

/** Results: a panel for each report (OBR), with its results (OBX) as members; results without a report stand by themselves. */
export function resultEntries(message: Message, patient: Entry): Entry[] {
  if (!withResults.has(message.type)) return [];
  return reportsIn(message).flatMap((report, index) => reportEntries(message, patient, report, index));
}

const statuses: Readonly<Record<string, string>> = {
  A: 'preliminary',
  B: 'final',
  C: 'corrected',
  D: 'entered-in-error',
  F: 'final',
  I: 'registered',
  N: 'cancelled',
  O: 'registered',
  P: 'preliminary',
  R: 'preliminary',
  S: 'preliminary',
  U: 'final',
  V: 'final',
  W: 'entered-in-error',
  X: 'cancelled',
};

const panelStatuses: Record<OrderState, string> = {
  correction: 'corrected',
  preliminary: 'preliminary',
  final: 'final',
};

function reportEntries(message: Message, patient: Entry, report: Report, place: number): Entry[] {
  const { obr, orc } = report;
  const orderKey = obr === undefined ? undefined : orderKeyOf(message.facility, obr, orc);
  const section = textOf(obr, 24);
  const specimen = specimenOf(report);
  const at = message.time(textOf(obr, 7)) ?? message.time(textOf(obr, 22));
  const found = report.results.flatMap((result) => resultOf(message, result));
  const members = found.map(({ member }) => member);
  const author = authorOf(obr);
  const owner = ownerOf(patient);
  // The same report is found again, however often it is sent; one with other content is another.
  const name = `${orderKey ?? 'result'}/${digestOf([owner?.value, orderKey === undefined ? [textOf(obr, 4), at] : null, members, textOf(obr, 25)]).slice(0, 24)}`;
  const identifier = (part: string): Json[] =>
    owner === undefined ? [] : [{ system: owner.system, value: `${name}${part}` }];
  const common = {
    meta: { lastUpdated: message.sentAt },
    subject: referenceTo(patient),
    encounter: visitReference(message, patient),
    ...(orderKey !== undefined && { orderKey }),
  };
  const entries = found.map(({ member, performer }, index) =>
    entryOf(message, `result-${place}-${index}`, 'Observation', {
      ...member,
      ...common,
      identifier: identifier(`#${index + 1}`),
      category: [{ coding: [{ code: section || categoryOf(member, message) }] }],
      effectiveDateTime: member['effectiveDateTime'] ?? at,
      performer: [{ display: performer || author || message.facility || undefined }],
      specimen: { display: specimen },
    }),
  );
  if (obr === undefined) return entries;
  const code = conceptOf(valueOf(obr, 4));
  const state = stateOf(
    obr,
    report.results.flatMap(({ obx, lines }) => [obx, ...lines]),
  );
  const panel = entryOf(message, `report-${place}`, 'Observation', {
    ...common,
    identifier: identifier(''),
    status: textOf(obr, 25) === 'X' ? 'cancelled' : panelStatuses[state],
    category: [
      {
        coding: [
          { code: section || (entries.length > 0 ? categoryOf(entries[0]?.resource ?? {}, message) : 'laboratory') },
        ],
      },
    ],
    code: code ?? { text: 'Report of results' },
    effectiveDateTime: at,
    performer: [{ display: author || message.facility || undefined }],
    specimen: { display: specimen },
    note: notesOf(report.notes),
    hasMember: entries.map(referenceTo),
  });
  return [...entries, panel];
}

/** A result without what its report adds. */
function resultOf(message: Message, { obx, lines, notes }: Result): { member: Json; performer: string }[] {
  const value = lines.length === 0 ? valueOfResult(obx, message) : { valueString: textOfLines([obx, ...lines]) };
  const code = conceptOf(valueOf(obx, 3));
  const part = textOf(obx, 4);
  const isStated = Object.values(value).some((item) => item !== undefined && item !== '');
  const status = textOf(obx, 11).toUpperCase();
  if (code === undefined && !isStated) {
    leaveOut(obx);
    return [];
  }
  const stated = [
    ...notesOf(notes),
    ...(part === '' || part === '1' || lines.length > 0 ? [] : [{ text: `Part ${part}` }]),
  ];
  const performer = valueOf(obx, 23).part(1) || valueOf(obx, 15).part(2) || providerName(valueOf(obx, 16));
  const member = {
    status: lookup(statuses, status) ?? 'unknown',
    code,
    ...value,
    interpretation: flagsOf(obx),
    referenceRange: rangesOf(obx),
    method: conceptOf(valueOf(obx, 17)),
    bodySite: conceptOf(valueOf(obx, 20)),
    effectiveDateTime: message.time(textOf(obx, 14)),
    note: stated,
  };
  return [{ member, performer }];
}

const textOfLines = (lines: readonly Segment[]): string =>
  lines
    .map((obx) =>
      valuesOf(obx, 5)
        .map((value) => value.part(1))
        .join('\n'),
    )
    .join('\n');

const notesOf = (notes: readonly Segment[]): Json[] => {
  const texts = notes.flatMap((nte) => valuesOf(nte, 3).map((value) => value.part(1))).filter(Boolean);
  return texts.length === 0 ? [] : [{ text: texts.join('\n') }];
};

function specimenOf({ obr, specimens }: Report): string | undefined {
  const stated = specimens.map((spm) => valueOf(spm, 4)).map((type) => type.part(9) || type.part(2) || type.part(1));
  const older = valueOf(obr, 15);
  return [...new Set(stated.filter(Boolean))].join(', ') || older.part(1, 2) || older.part(1) || undefined;
}

/** The principal interpreter or its assistants, or else the collector. */
function authorOf(obr: Segment | undefined): string {
  return [32, 33, 34, 35].map((field) => nameInNdl(valueOf(obr, field))).find((name) => name !== '') ?? '';
}

/** LOINC codes of vital signs (US Core). */
const vitalSigns = new Set(
  '85353-1 9279-1 8867-4 2708-6 59408-5 8310-5 8302-2 9843-4 29463-7 39156-5 85354-9 8480-6 8462-4 8478-0 3141-9 3137-7 8287-5'.split(
    ' ',
  ),
);

/** Results are of the laboratory unless they say otherwise; of an admission, only what is known. */
function categoryOf(member: Json, { type }: Message): string {
  const codes = (((member['code'] as Json | undefined)?.['coding'] ?? []) as Json[]).map(({ code }) => String(code));
  if (codes.some((code) => vitalSigns.has(code))) return 'vital-signs';
  if (codes.includes('72166-2')) return 'social-history';
  return type === 'ADT' ? 'other' : 'laboratory';
}
