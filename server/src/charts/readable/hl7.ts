import { escapeHtml } from '../../rendering/escapeHtml.ts';
import { segmentNames } from './hl7Names.ts';

interface Delimiters {
  field: string;
  component: string;
  repetition: string;
  escape: string;
  subcomponent: string;
}

const mostSegments = 5_000;

/** An HL7 version 2 message as HTML: each segment with the names and values of its fields. */
export function hl7Html(text: string): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  const shown = lines.slice(0, mostSegments);
  // The first segment defines the delimiters; in a batch, each message defines them again.
  let delimiters: Delimiters = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' };
  const segments = shown.map((line) => {
    if (/^(?:MSH|FHS|BHS)/.test(line)) delimiters = delimitersOf(line);
    return segmentHtml(line, delimiters);
  });
  const rest = lines.length - shown.length;
  return segments.join('\n') + (rest > 0 ? `<p>${rest} more segments are in the text.</p>` : '');
}

function delimitersOf(line: string): Delimiters {
  const [component = '^', repetition = '~', escape = '\\', subcomponent = '&'] =
    line.slice(4).split(line[3] ?? '|')[0] ?? '';
  return { field: line[3] ?? '|', component, repetition, escape, subcomponent };
}

function segmentHtml(line: string, delimiters: Delimiters): string {
  const [code = '', ...rest] = line.split(delimiters.field);
  // The field separator itself is the first field of a header.
  const isHeader = /^(?:MSH|FHS|BHS)$/.test(code);
  const fields = isHeader ? [delimiters.field, ...rest] : rest;
  const names = segmentNames[code];
  const rows = fields.flatMap((value, index) => {
    if (value === '') return [];
    const shown = isHeader && index < 2 ? escapeHtml(value) : valueHtml(value, delimiters);
    const name = names?.[index + 1] ?? '';
    return [`<tr><th scope="row">${escapeHtml(`${code}-${index + 1}`)} ${escapeHtml(name)}</th><td>${shown}</td></tr>`];
  });
  const heading = names === undefined ? code : `${names[0]} (${code})`;
  return `<h2>${escapeHtml(heading)}</h2>\n<table><tbody>${rows.join('\n')}</tbody></table>`;
}

function valueHtml(value: string, delimiters: Delimiters): string {
  const repetitions = value.split(delimiters.repetition).map((repetition) =>
    repetition
      .split(delimiters.component)
      .map((component) => component.split(delimiters.subcomponent).filter(Boolean).join(' '))
      .filter(Boolean)
      .map((component) => unescaped(component, delimiters))
      .join(' · '),
  );
  return repetitions.filter(Boolean).join('<br>');
}

/** Resolves escape sequences: delimiters, line breaks, and characters by code. */
function unescaped(text: string, { field, component, repetition, escape, subcomponent }: Delimiters): string {
  const signs: Record<string, string> = { F: field, S: component, T: subcomponent, R: repetition, E: escape };
  const parts = text.split(escape);
  // A code is enclosed in two escape characters; a single one is plain text.
  return parts
    .map((part, index) => {
      if (index % 2 === 0 || index === parts.length - 1) return escapeHtml(index % 2 === 0 ? part : escape + part);
      if (/^\.(?:br|sp|ce)/.test(part)) return '<br>';
      if (/^X(?:[0-9A-F]{2})+$/i.test(part)) return escapeHtml(Buffer.from(part.slice(1), 'hex').toString('latin1'));
      return escapeHtml(signs[part] ?? '');
    })
    .join('');
}
