import { documentFormat } from '@careloop/contracts/codes';
import type { DocumentFormat } from '@careloop/contracts/codes';

import type { RenderKind } from '../../rendering/messages.ts';

const byContentType: Record<string, DocumentFormat> = {
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/hl7-cda+xml': 'xml',
  'application/cda+xml': 'xml',
  'application/xhtml+xml': 'xhtml',
  'text/html': 'html',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'application/pdf': 'pdf',
  'image/tiff': 'document_page',
  'image/jpeg': 'image',
  'image/jpg': 'image',
  'image/png': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'application/dicom': 'dicom',
  'application/hl7-v2': 'hl7',
  'application/hl7-v2+er7': 'hl7',
  'x-application/hl7-v2+er7': 'hl7',
  'text/hl7v2': 'hl7',
};

/** The type without its parameters, in lower case. */
export const plainType = (contentType: string) => (contentType.split(';')[0] ?? '').trim().toLowerCase();

/** What a file is by its content type and what it begins with; null for what nobody can show here. */
export function formatOf(contentType: string, head: Uint8Array): DocumentFormat | null {
  const type = plainType(contentType);
  const known = byContentType[type];
  if (known !== undefined) return known;
  if (!type.startsWith('text/')) return null;
  // An HL7 message says so with its first segment, whatever it is called.
  return /^\s*(?:MSH|FHS|BHS)[^\w\s]/.test(Buffer.from(head).toString('latin1').replace(/^ï»¿/, '')) ? 'hl7' : 'text';
}

/** How the renderer opens a format; undefined for texts. */
export function renderKindOf(format: DocumentFormat | null): RenderKind | undefined {
  if (format === 'document_page' || format === 'image') return 'image';
  return format === 'pdf' || format === 'dicom' || format === 'rtf' ? format : undefined;
}

export interface ShownFile {
  format: DocumentFormat | null;
  /** Of a clinical document: that it is one, or that the pages of the file in it have text. */
  hasText: boolean;
  pageSizes: readonly unknown[] | null;
}

/** The ways in which a document can be shown, the usual one first. */
export function supportedFormats({ format, hasText, pageSizes }: ShownFile): number[] {
  if (format === null) return [];
  // A clinical document that holds a file is read as the pages of that file first.
  if (format === 'xml' && pageSizes !== null) {
    const held: DocumentFormat[] = ['document_page', 'xhtml', 'xml', ...(hasText ? (['text'] as const) : [])];
    return held.map((way) => documentFormat.codeOf(way));
  }
  const ways: DocumentFormat[] = format === 'pdf' ? ['document_page', 'pdf'] : [format];
  if (format === 'hl7' || (format === 'pdf' && hasText)) ways.push('text');
  // Besides its frames, the tags of a DICOM file.
  if (format === 'dicom') ways.push('html');
  // A clinical document is read as its narrative, and any other XML as text.
  if (format === 'xml' && hasText) ways.unshift('xhtml');
  // So is a note in Markdown.
  if (format === 'text' && hasText) ways.unshift('html');
  return ways.map((way) => documentFormat.codeOf(way));
}
