import { paperChart } from '@careloop/contracts/charts/paper';

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['#39', "'"],
]);

const decoded = (text: string) =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => {
    const known = entities.get(name);
    if (known !== undefined) return known;
    const code = /^#x([0-9a-f]{1,6})$/i.exec(name)?.[1];
    const point = code === undefined ? Number(/^#(\d{1,7})$/.exec(name)?.[1]) : Number.parseInt(code, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });

/** Plain text of a generated chart on paper, line by line. Expects the markup of charts/generated/chartHtml.ts. */
export function chartText(html: string, timeZone: string): string {
  const lines = paperChart(html, timeZone)
    .replaceAll('\n', '')
    .replaceAll('</dt>', ': ')
    .replace(/<\/t[hd]>(?=<t[hd]\b)/g, ' | ')
    .replace(/<h4>/g, '\n')
    .replace(/<\/(?:h\d|p|div|tr|section)>/g, '\n')
    .replace(/<[^>]*>/g, '');
  return decoded(lines).trim();
}

/** Whether a text is a message of HL7 version 2. */
export const isMessage = (text: string): boolean => /^\ufeff?(?:MSH|FHS|BHS)[^\w\s]/.test(text);

/** Plain text unchanged; markup without its tags, one line per paragraph and table row, and what is struck out marked. */
export function markupText(text: string): string {
  if (!/^\s*(?:\ufeff)?</.test(text)) return text;
  const words = text
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .split(/(<pre\b[\s\S]*?<\/pre>)/i)
    .map((part, index) => (index % 2 === 0 ? part.replace(/\s+/g, ' ') : part))
    .join('')
    // Such as withdrawn results, which must not look valid.
    .replace(/<s>/gi, '[struck out: ')
    .replace(/<\/s>/gi, ']')
    .replace(/<\/t[hd]\s*>(?=\s*<t[hd]\b)/gi, ' | ')
    .replace(/<\/(?:p|div|tr|li|h\d|title|text|paragraph|item|section)\s*>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, ' ');
  return decoded(words)
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
