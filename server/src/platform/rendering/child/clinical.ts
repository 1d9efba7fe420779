import { TextDecoder } from 'node:util';

import { SaxesParser } from 'saxes';

import { clinicalDocumentHtml, isClinicalDocument } from '../clinical/clinicalDocument.ts';
import { decodeText } from '../decodeText.ts';
import { escapeHtml } from '../escapeHtml.ts';
import { RenderError } from '../messages.ts';
import { openPicture } from './twelveBits.ts';
import type { OpenFile } from './openFile.ts';
import { openPdf } from './pdf.ts';
import { openRtf } from './rtf.ts';

/** Maximum file size; a larger file would exceed the memory of this process. */
const mostBytes = 60 * 1024 * 1024;

const chunkLength = 1024 * 1024;

type FileKind = 'pdf' | 'image' | 'rtf' | 'html' | 'text';
/** A file embedded in a clinical document instead of sections (C-CDA: Unstructured Document). */
interface HeldFile {
  kind: FileKind;
  bytes: Buffer;
}

/** Magic bytes, which count more than the declared type. */
const signatures: readonly [hex: string, kind: FileKind][] = [
  ['255044462d', 'pdf'],
  ['89504e470d0a1a0a', 'image'],
  ['ffd8ff', 'image'],
  ['474946', 'image'],
  ['52494646', 'image'],
  ['49492a00', 'image'],
  ['4d4d002a', 'image'],
  ['7b5c727466', 'rtf'],
];

/** Opens the file embedded in a clinical document. @throws RenderError `no_page` if none can be shown, or from its opener */
export async function openClinical(xml: Buffer): Promise<OpenFile> {
  const { kind, bytes } = readHeldFile(xml);
  if (kind === 'pdf') return openPdf(bytes);
  if (kind === 'image') return await openPicture(bytes);
  if (kind === 'rtf') return await openRtf(bytes);
  const text = new TextDecoder().decode(bytes);
  const html = kind === 'html' ? text : `<pre>${escapeHtml(text)}</pre>`;
  return {
    inspect: () => Promise.resolve({ pageSizes: [], hasText: true }),
    html: () => Promise.resolve(html),
    close() {},
  };
}

/** @throws RenderError `no_page`, `too_large`, `damaged` */
export function readHeldFile(xml: Buffer): HeldFile {
  const held = findHeldText(readXml(xml));
  if (held === null) throw new RenderError('no_page', 'no file in it');
  const bytes = Buffer.from(held.text, held.isBase64 ? 'base64' : 'utf8');
  const kind = kindOf(bytes, held.mediaType);
  if (kind === undefined || bytes.byteLength === 0) throw new RenderError('no_page', 'not of a kind that is shown');
  return { kind, bytes };
}

/** @throws RenderError `too_large` */
function readXml(bytes: Buffer, contentType = ''): string {
  if (bytes.byteLength > mostBytes) throw new RenderError('too_large');
  return decodeText(contentType, bytes);
}

/** @throws RenderError `no_page` for other XML, `too_large`, `damaged` for XML that is not well-formed */
export function readNarrative(
  bytes: Buffer,
  { contentType, heldFile }: { contentType: string; heldFile: string },
): string {
  const xml = readXml(bytes, contentType);
  if (!isClinicalDocument(xml)) throw new RenderError('no_page', 'not a clinical document');
  try {
    return clinicalDocumentHtml(xml, heldFile);
  } catch (error) {
    throw new RenderError('damaged', String(error).slice(0, 200));
  }
}

/**
 * Every base64 file in an XML file, wherever it is embedded. From malformed XML, those that can be read.
 * @throws RenderError `too_large`
 */
export function readEmbeddedFiles(bytes: Buffer): Buffer[] {
  const files: Buffer[] = [];
  /** Base64 chunks of each open element; null if its content is not base64. */
  const open: (string[] | null)[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes }) => {
    open.push(attributes['representation']?.trim().toUpperCase() === 'B64' ? [] : null);
  });
  const collect = (text: string) => open.at(-1)?.push(text);
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.on('closetag', () => {
    const file = Buffer.from(open.pop()?.join('') ?? '', 'base64');
    if (file.byteLength > 0) files.push(file);
  });
  // Continue after errors: nothing of this is shown, only scanned.
  parser.on('error', () => undefined);
  const xml = readXml(bytes);
  for (let at = 0; at < xml.length; at += chunkLength) parser.write(xml.slice(at, at + chunkLength));
  return files;
}

function kindOf(bytes: Buffer, mediaType: string): FileKind | undefined {
  const known = signatures.find(([hex]) => bytes.toString('hex', 0, hex.length / 2) === hex)?.[1];
  if (known !== undefined) return known;
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') return 'html';
  return mediaType === 'text/plain' ? 'text' : undefined;
}

/** @throws RenderError `damaged` for XML that is not well-formed */
function findHeldText(xml: string): { text: string; isBase64: boolean; mediaType: string } | null {
  const path: string[] = [];
  const isHeld = () => path.at(-1) === 'text' && path.at(-2) === 'nonXMLBody';
  const texts: string[] = [];
  let found: Record<string, string> | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name.slice(name.indexOf(':') + 1));
    if (isHeld()) found ??= attributes;
  });
  parser.on('closetag', () => path.pop());
  const collect = (text: string) => isHeld() && texts.push(text);
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.on('error', (error) => {
    throw new RenderError('damaged', error.message.slice(0, 200));
  });
  parser.write(xml).close();
  if (found === undefined) return null;
  const { representation = 'TXT', mediaType = 'text/plain' } = found;
  return { text: texts.join(''), isBase64: representation === 'B64', mediaType: mediaType.trim().toLowerCase() };
}
