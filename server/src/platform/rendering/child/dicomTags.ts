import { escapeHtml } from '../escapeHtml.ts';

const mostRows = 3_000;
const mostLength = 500;

/** Readable name of a keyword: "SOP Class UID" for SOPClassUID. A private tag keeps its number. */
function nameOf(keyword: string): string {
  const number = /^(?:x)?([0-9A-F]{4})([0-9A-F]{4})$/i.exec(keyword);
  if (number !== null) return `(${number[1]},${number[2]})`;
  return keyword.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
}

function byteCountOf(value: unknown): number | undefined {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? value.byteLength : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && byteCountOf(value) === undefined;

/** A person name has one representation per script. */
function isPersonName(value: unknown): value is Record<string, string> {
  return isRecord(value) && ['Alphabetic', 'Ideographic', 'Phonetic'].some((script) => script in value);
}

function textOf(value: unknown): string {
  const byteCount = byteCountOf(value);
  if (byteCount !== undefined) return `${byteCount.toLocaleString('en-US')} bytes`;
  if (isPersonName(value)) return Object.values(value).filter(Boolean).join(' = ');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value).trim();
  return typeof value === 'bigint' ? String(value) : '';
}

/** The tags of a DICOM file as table rows; the items of a sequence follow its name. */
export function dicomTagsHtml(elements: Record<string, unknown>): string {
  const rows: string[] = [];
  const add = (name: string, text: string) => {
    if (rows.length >= mostRows) return;
    const shown = text.length > mostLength ? `${text.slice(0, mostLength)}…` : text;
    rows.push(`<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(shown)}</td></tr>`);
  };
  const addAll = (within: Record<string, unknown>, path: string) => {
    for (const [keyword, value] of Object.entries(within)) {
      if (keyword.startsWith('_') || value === undefined) continue;
      const name = `${path}${nameOf(keyword)}`;
      const values = Array.isArray(value) ? (value as unknown[]) : [value];
      const items = values.filter((one) => isRecord(one) && !isPersonName(one)) as Record<string, unknown>[];
      for (const [index, item] of items.entries()) addAll(item, `${name} ${items.length > 1 ? index + 1 : ''}› `);
      if (items.length === 0) add(name, values.map(textOf).filter(Boolean).join(' \\ '));
    }
  };
  addAll(elements, '');
  const left =
    rows.length < mostRows ? '' : `<p>Only the first ${mostRows.toLocaleString('en-US')} tags are shown.</p>`;
  return `<h1>Tags of the file</h1><table><tbody>${rows.join('\n')}</tbody></table>${left}`;
}
