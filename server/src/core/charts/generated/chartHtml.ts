import { unstated } from '@careloop/contracts/charts/paper';
import { dayIn, namedMoment } from '@careloop/contracts/fields/clock';

import { escapeHtml } from '../../../platform/rendering/escapeHtml.ts';

/**
 * A time, shown in UTC, or only its day, in the time zone of the patient's client. The browser can convert both to the local
 * time zone by their `datetime`, and a time that was stated for a place to the zone of that place.
 */
interface ChartMoment {
  at: string | Date;
  /** Of the place: an IANA name or an offset; null if it is not known. */
  timeZone?: string | null;
  isDay?: boolean;
}

/** A value in a chart; null if unknown. */
type ChartValue = string | ChartMoment | null;

export interface ChartSection {
  heading: string;
  facts?: readonly (readonly [label: string, value: ChartValue])[];
  table?: { columns: readonly string[]; rows: readonly (readonly ChartValue[])[] };
  /** Shown after the rows, or instead of them if there are none. */
  note?: string | undefined;
}

/** A chart generated from database rows. */
export interface GeneratedChart {
  title: string;
  patient: { name: string; line: string; warnings: readonly string[] };
  preparedAt: Date;
  /** IANA name of the time zone of days. */
  timeZone: string;
  sections: readonly ChartSection[];
}

function valueHtml(value: ChartValue, timeZone: string): string {
  if (value === null || value === '') return unstated;
  if (typeof value === 'string') return escapeHtml(value);
  const iso = new Date(value.at).toISOString();
  const zone = value.timeZone ? ` data-zone="${escapeHtml(value.timeZone)}"` : '';
  return value.isDay
    ? `<time datetime="${iso}" data-day${zone}>${dayIn(value.at, value.timeZone ?? timeZone)}</time>`
    : `<time datetime="${iso}"${zone}>${namedMoment(value.at, 'UTC')}</time>`;
}

function tableHtml(
  { columns, rows }: NonNullable<ChartSection['table']>,
  { heading, timeZone }: { heading: string; timeZone: string },
): string {
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const cells = (row: readonly ChartValue[]) => row.map((value) => `<td>${valueHtml(value, timeZone)}</td>`).join('');
  const body = rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n');
  return `<table aria-label="${escapeHtml(heading)}">\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>\n`;
}

function sectionHtml({ heading, facts = [], table, note }: ChartSection, timeZone: string): string {
  const list = facts
    .map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${valueHtml(value, timeZone)}</dd></div>`)
    .join('\n');
  return [
    `<section>\n<h4>${escapeHtml(heading)}</h4>\n`,
    facts.length > 0 ? `<dl>\n${list}\n</dl>\n` : '',
    table !== undefined && table.rows.length > 0 ? tableHtml(table, { heading, timeZone }) : '',
    note === undefined ? '' : `<p>${escapeHtml(note)}</p>\n`,
    '</section>\n',
  ].join('');
}

/**
 * HTML of a chart; the template of all generated charts. All text is escaped, and it contains only headings, paragraphs,
 * lists and tables, so it can be shown, printed and sent as is.
 */
export function chartHtml({ title, patient, preparedAt, timeZone, sections }: GeneratedChart): string {
  return [
    '<article>\n<header>\n',
    `<h3>${escapeHtml(title)}</h3>\n`,
    `<p><strong>${escapeHtml(patient.name)}</strong> ${escapeHtml(patient.line)}</p>\n`,
    ...patient.warnings.map((warning) => `<p><strong>${escapeHtml(warning)}</strong></p>\n`),
    `<p>Prepared ${valueHtml({ at: preparedAt }, timeZone)}</p>\n`,
    '</header>\n',
    ...sections.map((section) => sectionHtml(section, timeZone)),
    '</article>\n',
  ].join('');
}
