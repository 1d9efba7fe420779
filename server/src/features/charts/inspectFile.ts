import { fileProblem, typeOfName, uploadKinds, uploadTexts } from '@careloop/contracts/charts/upload';
import type { UploadType } from '@careloop/contracts/charts/upload';

import { AppError } from '../../errors.ts';
import type { ReceivedFile } from '../../http/receiveForm.ts';
import type { ReceivedDocument } from '../../storage/storage.ts';
import type { Antivirus } from '../../integrations/antivirus/port.ts';
import { ScannerUnavailable } from '../../integrations/antivirus/port.ts';
import type { DocumentRenderer } from '../../rendering/renderer.ts';
import { describeFile } from './describeFile.ts';
import type { FileFacts } from './describeFile.ts';
import { cleanFileName } from './fileName.ts';
import { scanFile } from './scanFile.ts';
import { checkText, checkXml } from './inspectText.ts';
import type { Found } from './inspectText.ts';
import { countTiffPages } from './tiffPages.ts';

/** A file whose bytes are what its name says. */
export interface InspectedFile {
  fileName: string;
  /** With a charset where it is text and not UTF-8. */
  contentType: string;
  facts: FileFacts;
  /** False where the scanner could not be asked: the file waits for it. */
  isScanned: boolean;
  content: ReceivedDocument;
}

interface InspectDeps {
  renderer: DocumentRenderer;
  antivirus: Antivirus;
}

/** What was found, null for nothing; undefined when the scanner could not be asked. */
async function scan(deps: InspectDeps, file: Parameters<typeof scanFile>[1]): Promise<string | null | undefined> {
  try {
    return await scanFile(deps, file);
  } catch (error) {
    if (error instanceof ScannerUnavailable) return undefined;
    throw error;
  }
}

type Check = (content: ReceivedDocument, head: Buffer) => Promise<Found> | Found;

/** How much of a file tells what it is. */
const headBytes = 64 * 1024;

/**
 * Holds a file against its name: what it begins with and, as far as that is quickly told, whether it is whole. Nothing is
 * unpacked, decoded or expanded here, and no more than a part of it is ever in memory; only the renderer opens it then, in a
 * process of its own.
 * @throws AppError `invalid_input`, or `too_large`
 */
export async function inspectFile(
  deps: InspectDeps,
  { field, fileName, content }: ReceivedFile,
): Promise<InspectedFile> {
  const name = cleanFileName(fileName);
  const type = typeOfName(name);
  const problem = fileProblem({ name, size: content.byteCount });
  if (problem !== null || type === undefined) throw refusedFile(field, problem ?? uploadTexts.formats);
  const head = await content.read(0, headBytes);
  const actual = kindOf(head, type);
  const isWords = type === 'application/xml' || type === 'text/plain';
  if (actual !== (isWords ? undefined : type)) throw refusedFile(field, mismatch(type, actual));
  const found = await checks[type](content, head);
  if ('problem' in found) throw refusedFile(field, found.problem);
  const { contentType } = found;
  const threat = await scan(deps, { ...content, contentType });
  if (typeof threat === 'string') throw refusedFile(field, uploadTexts.malware(threat));
  const facts = await describeFile(deps.renderer, { ...content, contentType });
  // A scan that breaks off in the middle is shown as far as it goes; of these nothing would be.
  if (facts.problem === 'damaged' && /pdf|jpeg|png/.test(contentType)) throw refusedFile(field, damaged(type).problem);
  const pageCount = facts.pageCount ?? found.pageCount ?? null;
  return { fileName: name, contentType, facts: { ...facts, pageCount }, isScanned: threat === null, content };
}

function refusedFile(field: string, problem: string): AppError {
  return new AppError('invalid_input', { message: uploadTexts.problem, validationErrors: { [field]: problem } });
}

/** What files of a kind begin with. XML and plain text begin with words. */
const signatures: readonly [type: UploadType, hex: string, at?: number][] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['application/pdf', '255044462d'],
  ['application/rtf', '7b5c727466'],
  // Behind 128 bytes that are free; some scanners put the beginning of a TIFF there.
  ['application/dicom', '4449434d', 128],
  // Without a preamble, by its first element: of the file's meta information, or of the data set.
  ['application/dicom', '02000000'],
  ['application/dicom', '08000500'],
  ['application/dicom', '08000800'],
  ['image/tiff', '49492a00'],
  ['image/tiff', '4d4d002a'],
  ['image/tiff', '49492b00'],
  ['image/tiff', '4d4d002b'],
];
/** In the free bytes of DICOM these would make a program, an archive or a page of it: MZ, ELF, Mach-O, #!, PK, <. */
const runnable = ['4d5a', '7f454c46', 'cffaedfe', 'cafebabe', '2321', '504b', '3c'];

const beginsWith = (head: Buffer, hex: string, at = 0) => head.toString('hex', at, at + hex.length / 2) === hex;

/** Beginnings of pictures that are not taken. */
const otherPictures = ['474946', '424d', '52494646'];
/** Some mail programs and scanners leave lines before a PDF; readers look for its beginning this far. */
const pdfWithin = 1024;

/** The kind of file that this is the beginning of; undefined for none that is known by its first bytes. */
function kindOf(head: Buffer, named: UploadType): UploadType | undefined {
  const type = signatures.find(([, hex, at]) => beginsWith(head, hex, at))?.[0];
  const isRunnable = runnable.some((hex) => beginsWith(head, hex));
  if (type === 'application/dicom' && isRunnable) return undefined;
  const isOther = isRunnable || otherPictures.some((hex) => beginsWith(head, hex));
  const isPdf = named === 'application/pdf' && !isOther && head.subarray(0, pdfWithin).includes('%PDF-');
  return type ?? (isPdf ? 'application/pdf' : undefined);
}

function mismatch(type: UploadType, actual: UploadType | undefined): string {
  const label = actual === undefined ? 'something else' : uploadKinds[actual].label;
  return uploadTexts.mismatch(label, uploadKinds[type].label);
}

const damaged = (type: UploadType) => ({ problem: uploadTexts.damaged(uploadKinds[type].label) });
/** Past the head and up to the end, for what a file has to end in. */
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
  // Cameras put notes of their own behind the picture.
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
