import { documentFormat } from '@careloop/contracts/codes';
import type { DocumentFormat } from '@careloop/contracts/codes';

import type { RenderKind } from '../../platform/rendering/messages.ts';

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

/** The content type without parameters, in lower case. */
const plainType = (contentType: string) => (contentType.split(';')[0] ?? '').trim().toLowerCase();

/** The format of a file, from its content type and first bytes; null if it cannot be shown. */
export function formatOf(contentType: string, head: Uint8Array): DocumentFormat | null {
  const type = plainType(contentType);
  const known = byContentType[type];
  if (known !== undefined) return known;
  if (!type.startsWith('text/')) return null;
  // An HL7 message is recognized by its first segment, regardless of its content type.
  return /^\s*(?:MSH|FHS|BHS)[^\w\s]/.test(Buffer.from(head).toString('latin1').replace(/^ï»¿/, '')) ? 'hl7' : 'text';
}

/** How the renderer opens a format; undefined for text formats. */
export function renderKindOf(format: DocumentFormat | null): RenderKind | undefined {
  if (format === 'document_page' || format === 'image') return 'image';
  return format === 'pdf' || format === 'dicom' || format === 'rtf' ? format : undefined;
}

export interface ShownFile {
  format: DocumentFormat | null;
  /** For a clinical document: that it is one, or that the pages of its embedded file have text. */
  hasText: boolean;
  pageSizes: readonly unknown[] | null;
}

/** The formats in which a document can be shown, the default first. */
export function supportedFormats({ format, hasText, pageSizes }: ShownFile): number[] {
  if (format === null) return [];
  // A clinical document with an embedded file is shown as the pages of that file first.
  if (format === 'xml' && pageSizes !== null) {
    const held: DocumentFormat[] = ['document_page', 'xhtml', 'xml', ...(hasText ? (['text'] as const) : [])];
    return held.map((way) => documentFormat.codeOf(way));
  }
  const ways: DocumentFormat[] = format === 'pdf' ? ['document_page', 'pdf'] : [format];
  if (format === 'hl7' || (format === 'pdf' && hasText)) ways.push('text');
  // A DICOM file also has its tags.
  if (format === 'dicom') ways.push('html');
  // A clinical document is shown as its narrative, and any other XML as text.
  if (format === 'xml' && hasText) ways.unshift('xhtml');
  // The same for a Markdown note.
  if (format === 'text' && hasText) ways.unshift('html');
  return ways.map((way) => documentFormat.codeOf(way));
}
