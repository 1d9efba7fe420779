import { fileProblem, typeOfName, uploadKinds, uploadTexts } from '@careloop/contracts/charts/upload';
import type { UploadType } from '@careloop/contracts/charts/upload';

import { AppError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/http/receiveForm.ts';
import type { ReceivedDocument } from '../../platform/storage/storage.ts';
import type { Antivirus } from '../../core/integrations/antivirus/port.ts';
import { ScannerUnavailable, TooLargeToScan } from '../../core/integrations/antivirus/port.ts';
import type { Asker, DocumentRenderer } from '../../platform/rendering/renderer.ts';
import type { Person } from '../../core/person-matching/samePerson.ts';
import { describeFile } from './describeFile.ts';
import type { FileFacts } from './describeFile.ts';
import { cleanFileName } from './fileName.ts';
import { namedPeople } from './namedPatient.ts';
import { scanFile } from './scanFile.ts';
import { checkText, checkXml } from './inspectText.ts';
import type { Found } from './inspectText.ts';
import { countTiffPages } from './tiffPages.ts';

/** A file whose content matches its name. */
export interface InspectedFile {
  fileName: string;
  /** Includes a charset for text that is not UTF-8. */
  contentType: string;
  facts: FileFacts;
  /** False if the scanner was not available; the file is then scanned later. */
  isScanned: boolean;
  /** The people it says it is about. */
  people: Person[];
  content: ReceivedDocument;
}

interface InspectDeps {
  renderer: DocumentRenderer;
  antivirus: Antivirus;
}

/**
 * The threat found, or null; undefined if the scanner was not available.
 * @throws AppError `invalid_input` for a file that is too large for the scanner
 */
async function scan(
  deps: InspectDeps,
  field: string,
  file: Parameters<typeof scanFile>[1],
): Promise<string | null | undefined> {
  try {
    return await scanFile(deps, file);
  } catch (error) {
    if (error instanceof ScannerUnavailable) return undefined;
    if (error instanceof TooLargeToScan) throw refusedFile(field, uploadTexts.tooLargeToScan);
    throw error;
  }
}

type Check = (content: ReceivedDocument, head: Buffer) => Promise<Found> | Found;

/** Number of bytes needed to detect the type of a file. */
const headBytes = 64 * 1024;

/**
 * Checks a file against its name: its first bytes and, if that is quick, whether it is complete. Nothing is decompressed or
 * decoded here, and only part of the file is ever in memory; the renderer opens it afterwards in a separate process.
 * @throws AppError `invalid_input`, or `too_large`
 */
export async function inspectFile(
  deps: InspectDeps,
  { field, fileName, content }: ReceivedFile,
  asker?: Asker,
): Promise<InspectedFile> {
  const name = cleanFileName(fileName);
  const type = typeOfName(name);
  const problem = fileProblem({ name, size: content.byteCount });
  if (problem !== null || type === undefined) throw refusedFile(field, problem ?? uploadTexts.formats);
  const head = await content.read(0, headBytes);
  const actual = kindOf(head, type);
  const isWords = type === 'application/xml' || type === 'text/plain';
  if (actual !== (isWords ? undefined : type)) {
    const is = actual === undefined ? `not ${uploadKinds[type].one}` : uploadKinds[actual].one;
    throw refusedFile(field, uploadTexts.mismatch(name, is));
  }
  const found = await checks[type](content, head);
  if ('problem' in found) throw refusedFile(field, found.problem);
  const { contentType } = found;
  const threat = await scan(deps, field, { ...content, contentType });
  if (typeof threat === 'string') throw refusedFile(field, uploadTexts.malware(threat));
  const facts = await describeFile(deps.renderer, { ...content, contentType }, asker);
  // A damaged TIFF or DICOM scan is shown as far as it can be decoded; a damaged file of these types would show nothing.
  if (facts.problem === 'damaged' && /pdf|jpeg|png/.test(contentType)) throw refusedFile(field, damaged(type).problem);
  const pageCount = facts.pageCount ?? found.pageCount ?? null;
  const people = namedPeople(contentType, head);
  return { fileName: name, contentType, facts: { ...facts, pageCount }, isScanned: threat === null, people, content };
}

function refusedFile(field: string, problem: string): AppError {
  return new AppError('invalid_input', { message: uploadTexts.problem, validationErrors: { [field]: problem } });
}

/** First bytes of each type. XML and plain text have no signature. */
const signatures: readonly [type: UploadType, hex: string, at?: number][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['application/pdf', '255044462d'],
  ['application/rtf', '7b5c727466'],
  // After a 128-byte preamble with arbitrary content; some scanners put a TIFF header there.
  ['application/dicom', '4449434d', 128],
  // Without a preamble: the first element of the file meta information or of the data set.
  ['application/dicom', '02000000'],
  ['application/dicom', '08000500'],
  ['application/dicom', '08000800'],
  ['image/tiff', '49492a00'],
  ['image/tiff', '4d4d002a'],
  ['image/tiff', '49492b00'],
  ['image/tiff', '4d4d002b'],
];
/**
 * Signatures that must not be in the DICOM preamble, because they would make the file a program, an archive or a page: MZ, ELF,
 * Mach-O, #!, PK, <.
 */
const runnable = ['4d5a', '7f454c46', 'cffaedfe', 'cafebabe', '2321', '504b', '3c'];

const beginsWith = (head: Buffer, hex: string, at = 0) => head.toString('hex', at, at + hex.length / 2) === hex;

/** Signatures of image formats that are not accepted. */
const otherPictures = ['474946', '424d', '52494646'];
/** Some mail programs and scanners put lines before a PDF header; readers look for it within this many bytes. */
const pdfWithin = 1024;

/** The type a file starts like; undefined if it has no known signature. */
function kindOf(head: Buffer, named: UploadType): UploadType | undefined {
  const type = signatures.find(([, hex, at]) => beginsWith(head, hex, at))?.[0];
  const isRunnable = runnable.some((hex) => beginsWith(head, hex));
  if (type === 'application/dicom' && isRunnable) return undefined;
  const isOther = isRunnable || otherPictures.some((hex) => beginsWith(head, hex));
  const isPdf = named === 'application/pdf' && !isOther && head.subarray(0, pdfWithin).includes('%PDF-');
  return type ?? (isPdf ? 'application/pdf' : undefined);
}

const damaged = (type: UploadType) => ({ problem: uploadTexts.damaged(type) });
/** The last bytes of a file, to check its ending. */
const tailOf = (content: ReceivedDocument, length: number) => content.read(-length, length);

const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');
const jpegEnd = Buffer.from('ffd9', 'hex');

const checks: Record<UploadType, Check> = {
  'image/png': async (content, head) => {
    const type = 'image/png';
    const isFramed = head.toString('latin1', 12, 16) === 'IHDR' && (await tailOf(content, 12)).equals(pngEnd);
    const hasSize = head.length > 24 && head.readUInt32BE(16) > 0 && head.readUInt32BE(20) > 0;
    return isFramed && hasSize ? { contentType: type, pageCount: 1 } : damaged(type);
  },
  // Cameras append their own data after the image.
  'image/jpeg': async (content) =>
    (await tailOf(content, headBytes)).includes(jpegEnd)
      ? { contentType: 'image/jpeg', pageCount: 1 }
      : damaged('image/jpeg'),
  'image/tiff': async (content) => {
    const pageCount = await countTiffPages(content);
    return pageCount === null ? damaged('image/tiff') : { contentType: 'image/tiff', pageCount };
  },
  'application/pdf': async (content) =>
    /%%EOF[\s\0]*$/.test((await tailOf(content, 1024)).toString('latin1'))
      ? { contentType: 'application/pdf' }
      : damaged('application/pdf'),
  'application/rtf': async (content) =>
    /\}[\s\0]*$/.test((await tailOf(content, 1024)).toString('latin1'))
      ? { contentType: 'application/rtf' }
      : damaged('application/rtf'),
  'application/dicom': () => ({ contentType: 'application/dicom' }),
  'application/xml': checkXml,
  'text/plain': checkText,
};
