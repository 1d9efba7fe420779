import { escapeHtml } from '../escapeHtml.ts';
import { membersOf, serviceOf } from './groups.ts';
import type { Detail, Group, Result, ResultList } from './groups.ts';
import { lookup } from './lookup.ts';
import type { Segment } from './message.ts';
import { fileHtml, isWithdrawn, partsOf, reportHtml } from './reportText.ts';
import type { Part } from './reportText.ts';
import { nothingShared, resultTable, sharedBy, sharedRows, statusHtml, textFacts } from './resultTable.ts';
import type { Shared } from './resultTable.ts';
import { fieldHtml, fieldRows, fieldText, noteHtml, rowsHtml, segmentHeading } from './segmentHtml.ts';
import type { Row } from './segmentHtml.ts';

/** Facts above the results: label, and the fields of which the first with a value is shown. */
const facts: readonly (readonly [string, ...string[]])[] = [
  ['Title', 'TXA-25'],
  ['Type', 'TXA-2'],
  ['Status', 'OBR-25', 'TXA-17', 'ORC-5'],
  ['Priority', 'OBR-5'],
  ['Observed', 'OBR-7'],
  ['Observation end', 'OBR-8'],
  ['Reported', 'OBR-22'],
  ['Originated', 'TXA-6'],
  ['Originator', 'TXA-9'],
  ['Authenticated by', 'TXA-22', 'TXA-10'],
  ['Ordered by', 'OBR-16', 'ORC-12'],
  ['Reason', 'OBR-31'],
  ['Clinical information', 'OBR-13'],
];

const nameFields: Record<string, number> = { OBR: 4, RXA: 5, RXO: 1, RXE: 2, RXD: 2, RXG: 4, TXA: 25 };

const headings: Record<string, string> = { ORC: 'Order', OBX: 'Observations', TXA: 'Document' };

/** The service that was ordered, or the title of a document. */
function headingOf(group: Group): string {
  const named = serviceOf(group) ?? group[0];
  const field = lookup(nameFields, named.code);
  const name =
    (field === undefined ? '' : fieldText(named, field)) || (named.code === 'TXA' ? fieldText(named, 2) : '');
  if (name !== '') return escapeHtml(name);
  return lookup(headings, group[0].code) ?? segmentHeading(group[0]);
}

interface ListWithShared extends ResultList {
  shared: Shared;
}

/** An order or a document with its results, comments and details. */
export function orderHtml(group: Group): string {
  const { lists, details } = membersOf(group);
  const heading = headingOf(group);
  const shown = lists.map((list) => ({
    ...list,
    shared: list.results.length === 0 ? nothingShared : sharedBy(list.results, partsOf(list.results)),
  }));
  const [own] = shown;
  const top = factRows(
    details.map(({ segment }) => segment),
    own?.shared ?? nothingShared,
  );
  return [
    `<h2>${heading}</h2>`,
    rowsHtml(top, { withPlaces: false }),
    ...shown.map((list) => listHtml(list, heading)),
    ...detailsHtml(details, top, own === undefined ? [] : sharedRows(own.results, own.shared)),
    ...shown.flatMap(({ results }) => results.flatMap(othersHtml)),
  ]
    .filter(Boolean)
    .join('\n');
}

function factRows(segments: readonly Segment[], shared: Shared): Row[] {
  const rows = facts.flatMap(([label, ...places]) => {
    const found = places.map((at) => rowAt(segments, label, at)).find(({ html }) => html !== '');
    return found ?? [];
  });
  const ofOrder = (label: string) => rows.find((row) => row.label === label)?.html;
  const [status, observed] = [ofOrder('Status'), ofOrder('Observed')];
  if (isNew(shared.status, status)) {
    rows.push({
      label: status === undefined ? 'Status' : 'Status of results',
      html: statusHtml(shared.status),
      at: 'OBX-11',
    });
  }
  if (isNew(shared.observed, observed)) {
    rows.push({ label: observed === undefined ? 'Observed' : 'Results observed', html: shared.observed, at: 'OBX-14' });
  }
  return rows;
}

/** Whether results share a value that is not also that of their order. */
const isNew = (html: string | null, ofOrder: string | undefined): html is string =>
  html !== null && html !== '' && html !== ofOrder;

function rowAt(segments: readonly Segment[], label: string, at: string): Row {
  const [code, number] = at.split('-');
  const segment = segments.find((one) => one.code === code);
  return { label, at, html: segment === undefined ? '' : fieldHtml(segment, Number(number)) };
}

/** The results of an order or a specimen. */
function listHtml(list: ListWithShared, heading: string): string {
  const { specimen, notes, results, shared } = list;
  const common = [
    { label: 'Status', html: statusHtml(shared.status ?? ''), at: 'OBX-11' },
    { label: 'Observed', html: shared.observed ?? '', at: 'OBX-14' },
    ...sharedRows(results, shared),
  ].filter(({ html }) => html !== '');
  return [
    ...(specimen === null ? [] : [`<h3>${segmentHeading(specimen)}</h3>`, rowsHtml(fieldRows(specimen))]),
    ...notes.map((note) => `<p>${noteHtml(note)}</p>`),
    ...partsOf(results).map((part) => partHtml(part, shared, heading)),
    specimen === null ? '' : rowsHtml(common),
  ]
    .filter(Boolean)
    .join('\n');
}

function partHtml({ kind, results }: Part, shared: Shared, heading: string): string {
  const [first] = results;
  if (first === undefined || kind === 'rows') return resultTable(results, shared);
  const name = fieldHtml(first.obx, 3);
  // A file may be a picture, which cannot be struck out.
  const isWithdrawnFile = kind === 'file' && isWithdrawn(first.obx);
  const about = textFacts(results, isWithdrawnFile ? { ...shared, status: null } : shared);
  return [
    name === '' || name === heading ? '' : `<h3>${name}</h3>`,
    about === '' ? '' : `<p>${about}</p>`,
    kind === 'file' ? fileHtml(first.obx) : reportHtml(results),
    ...results.flatMap(({ notes }) => notes.map((note) => `<p>${noteHtml(note)}</p>`)),
  ]
    .filter(Boolean)
    .join('\n');
}

const orderCodes = new Set(['ORC', 'OBR']);

/** What is not among the facts above: of the order as one table, of other segments one table each. */
function detailsHtml(details: readonly Detail[], top: readonly Row[], common: readonly Row[]): string[] {
  const isAbove = (row: Row) =>
    top.some(({ at, label, html }) => html === row.html && (at === row.at || label === row.label));
  const rowsOf = ({ segment }: Detail) => fieldRows(segment).filter((row) => !isAbove(row));
  const ofOrder = details.filter(({ segment }) => orderCodes.has(segment.code)).flatMap(rowsOf);
  const order = rowsHtml([...common, ...ofOrder]);
  const others = details.filter(({ segment }) => !orderCodes.has(segment.code));
  return [
    order === '' ? '' : `<h3>Details</h3>\n${order}`,
    ...others.map((detail) => {
      const body = [rowsHtml(rowsOf(detail)), ...detail.notes.map((note) => `<p>${noteHtml(note)}</p>`)];
      const text = body.filter(Boolean).join('\n');
      return text === '' ? '' : `<h3>${segmentHeading(detail.segment)}</h3>\n${text}`;
    }),
  ];
}

/** Other segments that follow a result. */
const othersHtml = ({ obx, others }: Result): string[] =>
  others.map((segment) => `<h3>${segmentHeading(segment, fieldText(obx, 3))}</h3>\n${rowsHtml(fieldRows(segment))}`);
