import { escapeHtml } from '../escapeHtml.ts';
import { typeOfResult } from './fieldTypes.ts';
import type { Result } from './groups.ts';
import { lookup } from './lookup.ts';
import { fieldOf } from './message.ts';
import type { Segment } from './message.ts';
import { isWithdrawn } from './reportText.ts';
import type { Part } from './reportText.ts';
import { fieldHtml, fieldRows, fieldText, noteHtml } from './segmentHtml.ts';
import type { Row } from './segmentHtml.ts';
import { valueHtml } from './values.ts';

const number = { test: 3, subId: 4, value: 5, units: 6, range: 7, flag: 8, status: 11, observed: 14 } as const;
const labels: Record<keyof typeof number, string> = {
  test: 'Test',
  subId: 'Sub-id',
  value: 'Result',
  units: 'Units',
  range: 'Reference range',
  flag: 'Flag',
  status: 'Status',
  observed: 'Observed',
};
type Column = keyof typeof number;
const columnNames = Object.keys(number) as Column[];
const columnNumbers = new Set<number>(Object.values(number));

/** Fields that all results of an order share; they are stated once. */
export interface Shared {
  status: string | null;
  observed: string | null;
  /** Numbers of other fields. */
  others: ReadonlySet<number>;
}

export const nothingShared: Shared = { status: null, observed: null, others: new Set() };

/** @param results at least one */
export function sharedBy(results: readonly Result[], parts: readonly Part[]): Shared {
  // A single row has room for its status and time.
  const isSingleRow = results.length === 1 && parts[0]?.kind === 'rows';
  const isShared = (field: number) => {
    const [first = '', ...rest] = results.map(({ obx }) => fieldOf(obx, field));
    return first !== '' && rest.every((value) => value === first);
  };
  const of = (field: number) => (!isSingleRow && isShared(field) ? fieldHtml(results[0]?.obx as Segment, field) : null);
  const length = Math.max(...results.map(({ obx }) => obx.fields.length));
  const others = Array.from({ length }, (_, field) => field).filter(
    (field) => (field === number.subId || !columnNumbers.has(field)) && isShared(field),
  );
  return { status: of(number.status), observed: of(number.observed), others: new Set(others) };
}

/** The shared fields of results, which follow their table. */
export function sharedRows(results: readonly Result[], { others }: Shared): Row[] {
  const [first] = results;
  return first === undefined ? [] : fieldRows(first.obx, (field) => !others.has(field));
}

/** Fields of one result that have no column and are not shared. */
function ownFields({ obx }: Result, { others }: Shared): string {
  const rows = fieldRows(obx, (field) => columnNumbers.has(field) || others.has(field));
  return rows.map(({ label, html, at }) => `<br><small>${escapeHtml(label || at)}: ${html}</small>`).join('');
}

const normal = new Set(['N', 'S', 'VS', 'NEG', 'ND', 'NR', 'B']);
const critical = new Set(['LL', 'HH', 'AA']);
const arrows: Record<string, string> = { L: '↓', LL: '↓↓', '<': '↓', H: '↑', HH: '↑↑', '>': '↑' };

/** The codes of a flag. Two quotation marks delete it and are none. */
const flagCodes = (obx: Segment) =>
  fieldOf(obx, number.flag)
    .split(obx.delimiters.repetition)
    .map((flag) => (flag.split(obx.delimiters.component)[0] ?? '').trim())
    .filter((code) => code !== '' && code !== '""');

/** Marks a value of an abnormal result. */
function marked(html: string, obx: Segment): string {
  const codes = flagCodes(obx);
  if (html === '' || codes.every((code) => normal.has(code))) return html;
  return `<strong class="${codes.some((code) => critical.has(code)) ? 'critical' : 'abnormal'}">${html}</strong>`;
}

/** The flag in words, with an arrow for a direction. */
function flagHtml(obx: Segment): string {
  const html = fieldHtml(obx, number.flag);
  const codes = flagCodes(obx);
  if (codes.length > 0 && codes.every((code) => code === 'N')) return `<small>${html}</small>`;
  if (codes.every((code) => normal.has(code))) return html;
  const arrow = lookup(arrows, codes[0] ?? '');
  return marked(arrow === undefined ? html : `${arrow}\u00A0${html}`, obx);
}

/** The HTML of a status, emphasized unless it is final. */
export const statusHtml = (html: string): string => (html === '' || html === 'Final' ? html : `<b>${html}</b>`);

const ownStatusHtml = (obx: Segment) => statusHtml(fieldHtml(obx, number.status));

/** The value by its type; struck out if the result was withdrawn. */
function resultValueHtml(obx: Segment): string {
  const html = valueHtml(fieldOf(obx, number.value), typeOfResult(fieldOf(obx, 2).trim()), obx.delimiters);
  if (html !== '' && isWithdrawn(obx)) return `<s>${html}</s>`;
  return marked(html, obx);
}

/** Flag, status and other fields of results that are shown as text. */
export function textFacts(results: readonly Result[], shared: Shared): string {
  const isElsewhere = (field: number) =>
    [number.test, number.value, number.flag, number.status].some((one) => one === field) ||
    (field === number.observed && shared.observed !== null) ||
    shared.others.has(field);
  const lines = results.flatMap(({ obx }) => [
    flagHtml(obx),
    shared.status === null ? ownStatusHtml(obx) : '',
    ...fieldRows(obx, isElsewhere).map(({ label, html, at }) => `<small>${escapeHtml(label || at)}: ${html}</small>`),
  ]);
  return [...new Set(lines.filter(Boolean))].join(' · ');
}

function cellHtml(result: Result, column: Column, shared: Shared): string {
  const { obx } = result;
  if (column === 'value') return resultValueHtml(obx);
  if (column === 'flag') return flagHtml(obx);
  if (column === 'status') return ownStatusHtml(obx);
  // What a unit means is stated at the end of the message.
  if (column === 'units') return escapeHtml(fieldText(obx, number.units));
  const html = fieldHtml(obx, number[column]);
  return column === 'test' ? html + ownFields(result, shared) : html;
}

/** Results as a table: one row each, comments below their result. Columns without values are left out. */
export function resultTable(results: readonly Result[], shared: Shared): string {
  const isShown = (column: Column) => {
    if (column === 'status' || column === 'observed') if (shared[column] !== null) return false;
    if (column === 'subId' && shared.others.has(number.subId)) return false;
    return column === 'test' || column === 'value' || results.some(({ obx }) => fieldOf(obx, number[column]) !== '');
  };
  const columns = columnNames.filter(isShown);
  const head = columns.map((column) => `<th scope="col">${labels[column]}</th>`).join('');
  const rows = results.map((result) => {
    const [test = '', ...cells] = columns.map((column) => cellHtml(result, column, shared));
    const row = `<tr><th scope="row">${test}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const notes = result.notes.map(noteHtml).filter(Boolean);
    return [row, ...notes.map((note) => `<tr><td colspan="${columns.length}">${note}</td></tr>`)].join('\n');
  });
  return `<table class="results"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}
