import { escapeHtml } from '../escapeHtml.ts';
import { Components } from './components.ts';
import type { Result } from './groups.ts';
import { fieldOf } from './message.ts';
import type { Segment } from './message.ts';
import { unescaped } from './unescape.ts';
import { lineHtml } from './values.ts';

const valueType = (obx: Segment) => fieldOf(obx, 2).trim();
const isText = (obx: Segment) => /^(?:TX|FT|ST)$/.test(valueType(obx));

/** Whether its sender deleted a result or sent it by mistake. */
export const isWithdrawn = (obx: Segment): boolean => /^[DW]$/.test(fieldOf(obx, 11).trim());

/** Length of a value that no longer fits in a cell. */
const longText = 160;

/** A part of the results: rows of a table, a report in several results, or a file. */
export interface Part {
  kind: 'rows' | 'text' | 'file';
  results: Result[];
}

/** Separates results in reports and files from those for a table; the order is kept. */
export function partsOf(results: readonly Result[]): Part[] {
  const parts: Part[] = [];
  for (const [index, result] of results.entries()) {
    const { obx } = result;
    const last = parts.at(-1);
    const before = last?.results.at(-1)?.obx;
    if (valueType(obx) === 'ED') parts.push({ kind: 'file', results: [result] });
    else if (last?.kind === 'text' && before !== undefined && isSameText(before, obx)) last.results.push(result);
    else if (isLong(obx) || isSameText(obx, results[index + 1]?.obx)) parts.push({ kind: 'text', results: [result] });
    else if (last?.kind === 'rows') last.results.push(result);
    else parts.push({ kind: 'rows', results: [result] });
  }
  return parts;
}

/** Test, flag, status and time. The sub-id is not among them, because some senders number the lines of a text with it. */
const sameInText = [3, 8, 11, 14];

/** Whether two results are lines of one text. */
function isSameText(obx: Segment, next: Segment | undefined): boolean {
  if (next === undefined || !isText(obx) || !isText(next)) return false;
  return sameInText.every((field) => fieldOf(obx, field) === fieldOf(next, field));
}

function isLong(obx: Segment): boolean {
  return isText(obx) && (linesOf(obx).includes('\n') || fieldOf(obx, 5).length > longText);
}

const linesOf = (obx: Segment) =>
  fieldOf(obx, 5)
    .split(obx.delimiters.repetition)
    .map((line) => unescaped(line, obx.delimiters))
    .join('\n');

/** The text of results; struck out if they were withdrawn. */
export const reportHtml = (results: readonly Result[]): string =>
  flowingHtml(
    results.map(({ obx }) => linesOf(obx)).join('\n'),
    results.every(({ obx }) => isWithdrawn(obx)),
  );

/** Text in paragraphs; one that is aligned by spaces keeps them. */
function flowingHtml(text: string, isStruck: boolean): string {
  const struck = (html: string) => (isStruck ? `<s>${html}</s>` : html);
  if (/\S {3,}\S|^(?: {2,}|\t)\S/m.test(text)) return `<pre>${struck(escapeHtml(text))}</pre>`;
  return text
    .split(/\n\s*\n/)
    .map((block) => block.replace(/^\n+/, '').trimEnd())
    .filter(Boolean)
    .map((block) => `<p>${struck(lineHtml(block))}</p>`)
    .join('\n');
}

/** Longest picture, in characters, that is part of the markup. */
const longestPicture = 1_500_000;

/** How pictures that a browser can show begin in Base64, and their format. */
const pictureStarts = [
  ['/9j/', 'jpeg'],
  ['iVBORw0KGgo', 'png'],
  ['R0lGOD', 'gif'],
] as const;

/** ED: text and pictures are shown, other files are named. */
export function fileHtml(obx: Segment): string {
  const { component, repetition } = obx.delimiters;
  return fieldOf(obx, 5)
    .split(repetition)
    .filter(Boolean)
    .map((value) => {
      const parts = value.split(component);
      const [type = '', subtype = '', encoding = ''] = parts.slice(1, 4);
      const data = (parts[4] ?? '').replace(/\s+/g, '');
      const about = Components.of(parts.toSpliced(4, 1).join(component), obx.delimiters).rest().join(' · ');
      return `${dataHtml(`${type}/${subtype}`.toLowerCase(), encoding, data, parts[4] ?? '', obx)}<p><small>${escapeHtml(about)}</small></p>`;
    })
    .join('\n');
}

function dataHtml(type: string, encoding: string, data: string, sent: string, obx: Segment): string {
  const isBase64 = /^base64$/i.test(encoding) && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
  if (data === '') return '<p>No file was sent.</p>';
  if (!isBase64) return flowingHtml(unescaped(sent, obx.delimiters), isWithdrawn(obx));
  if (/text|plain/.test(type)) return flowingHtml(Buffer.from(data, 'base64').toString('utf8'), isWithdrawn(obx));
  const picture = pictureStarts.find(([start]) => data.startsWith(start))?.[1];
  if (picture !== undefined && data.length <= longestPicture)
    return `<p><img src="data:image/${picture};base64,${data}" alt="Picture in this message"></p>`;
  const size = Math.ceil((data.length * 3) / 4 / 1024);
  return `<p>This message holds a file (${size} KB) that cannot be shown here. Its characters are in the Text view.</p>`;
}
