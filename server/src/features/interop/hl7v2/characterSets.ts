import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Character sets of table 0211 by the names that decoders have for them. */
const sets: Record<string, string> = {
  ASCII: 'windows-1252',
  '8859/1': 'windows-1252',
  '8859/2': 'iso-8859-2',
  '8859/3': 'iso-8859-3',
  '8859/4': 'iso-8859-4',
  '8859/5': 'iso-8859-5',
  '8859/6': 'iso-8859-6',
  '8859/7': 'iso-8859-7',
  '8859/8': 'iso-8859-8',
  '8859/9': 'windows-1254',
  '8859/15': 'iso-8859-15',
  'ISO IR6': 'windows-1252',
  'ISO IR14': 'shift_jis',
  'ISO IR87': 'iso-2022-jp',
  'ISO IR159': 'iso-2022-jp',
  'GB 18030-2000': 'gb18030',
  'KS X 1001': 'euc-kr',
  'BIG-5': 'big5',
  UNICODE: 'utf-8',
  'UNICODE UTF-8': 'utf-8',
  // Names that senders write in their place.
  'UTF-8': 'utf-8',
  UTF8: 'utf-8',
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'WINDOWS-1252': 'windows-1252',
  'WINDOWS-1250': 'windows-1250',
};

/** Sets with several bytes for a letter, whose bytes may also be valid UTF-8 by chance. */
const isWide = (label: string) => /^(?:gb|euc|big|shift|iso-2022)/.test(label);

/**
 * The text of a message in the character set that its header names (MSH-18). Bytes that are valid UTF-8 are UTF-8 whatever a
 * header of a set of single bytes says; without a set that is known, others are Windows-1252, which includes Latin-1.
 * @returns also what is doubtful about it
 */
export function decodeMessage(raw: Buffer): { text: string; doubt?: string } {
  const isAscii = !raw.some((byte) => byte > 0x7f);
  const name = nameOf(raw);
  const label = sets[name.toUpperCase()];
  if (isAscii && !(label !== undefined && isWide(label))) return { text: raw.toString('latin1') };
  const isUnicode = isUtf8(raw);
  if (label !== undefined && label !== 'utf-8' && (isWide(label) || !isUnicode))
    return { text: new TextDecoder(label).decode(raw) };
  const text = new TextDecoder(isUnicode ? 'utf-8' : 'windows-1252').decode(raw);
  const read = isUnicode ? 'UTF-8' : 'Windows-1252';
  if (name !== '' && label === undefined)
    return { text, doubt: `character set of MSH-18 is not known: read as ${read}` };
  if ((label === 'utf-8') !== isUnicode && name !== '')
    return { text, doubt: `not in the character set that MSH-18 names: read as ${read}` };
  return { text };
}

/** MSH-18; the first of several is that of the whole message. */
function nameOf(raw: Buffer): string {
  const end = raw.indexOf('\r');
  const header = raw.toString('latin1', 0, end === -1 ? raw.length : end);
  const fields = header.split(header[3] ?? '|');
  const repetition = fields[1]?.[1] ?? '~';
  return (fields[17] ?? '').split(repetition)[0]?.trim() ?? '';
}
