import { isClinicalDocument } from '../../../platform/rendering/clinical/clinicalDocument.ts';
import { decodeText } from '../../../platform/rendering/decodeText.ts';
import { NotYetRead, UnreadableFile } from '../../../platform/files/unreadable.ts';

/** Number of bytes needed to detect the format of a file. */
export const HEAD_BYTES = 4096;

export type FileFormat = 'json' | 'hl7v2' | 'cda';

/**
 * The format of a file by its start after decompression; its name is ignored.
 * @throws NotYetRead for formats that are not supported yet, UnreadableFile for anything else
 */
export function formatOf(head: Buffer): FileFormat {
  if (head.length === 0) throw new UnreadableFile('is empty');
  const known = kinds.find(({ magic }) => head.toString('latin1').startsWith(magic));
  const start = decodeText('', head)
    .replace(/^\ufeff/, '')
    .trimStart();
  // Only XML may be UTF-16.
  if (known !== undefined && !start.startsWith('<')) throw new UnreadableFile(known.reason);
  if (start.startsWith('<')) return formatOfXml(start);
  if (/^\v?(?:MSH|FHS|BHS)[^\w\s]/.test(start)) return 'hl7v2';
  if (/^[{[]/.test(start)) return 'json';
  throw new UnreadableFile('is neither FHIR (JSON or NDJSON), C-CDA nor HL7 v2');
}

const kinds = [
  { magic: '\xff\xfe', reason: 'is UTF-16 text; FHIR is UTF-8' },
  { magic: '\xfe\xff', reason: 'is UTF-16 text; FHIR is UTF-8' },
  { magic: 'PK\x03\x04', reason: 'is a zip archive: unpack it first' },
  { magic: 'BZh', reason: 'is a bzip2 file: unpack it first' },
  { magic: '\x28\xb5\x2f\xfd', reason: 'is a zstd file: unpack it first' },
  { magic: '\xfd7zXZ', reason: 'is an xz file: unpack it first' },
  { magic: '%PDF', reason: 'is a PDF, not a file of records' },
];

function formatOfXml(start: string): FileFormat {
  if (isClinicalDocument(start)) return 'cda';
  if (start.includes('"http://hl7.org/fhir"')) throw new NotYetRead('FHIR XML');
  throw new UnreadableFile('is XML or HTML, but neither FHIR nor C-CDA');
}
