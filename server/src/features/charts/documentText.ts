import { chartTexts } from '@careloop/contracts/charts';
import { viewerTexts } from '@careloop/contracts/charts/viewer';
import { documentFormat } from '@careloop/contracts/codes';

import { AppError, refused } from '../../platform/errors.ts';
import { askRenderer } from './drawPage.ts';
import type { DrawDeps } from './drawPage.ts';
import { clinicalDocumentHtml, isUnstructured } from '../../platform/rendering/clinical/clinicalDocument.ts';
import { decodeText } from '../../platform/rendering/decodeText.ts';
import type { Asker } from '../../platform/rendering/renderer.ts';
import { noteHtml } from './readable/note.ts';
import type { StoredDocument } from './shared/queries.ts';

/** Limit for reading a document as text; longer ones are refused, since no one reads their end on a screen. */
const mostTextBytes = 2 * 1024 * 1024;

const { text, html } = documentFormat.table;

/**
 * A document as text, or as HTML that still has to be sanitized.
 * @throws AppError `refused` for a document without text
 */
export async function readText(deps: DrawDeps, document: StoredDocument, isRaw: boolean, reader: Asker) {
  if (document.format === 'pdf' && !isRaw) {
    return { text: (await askRenderer(deps, document, 'text', {}, reader)).join('\n\f\n'), format: text };
  }
  // For a DICOM file, its tags.
  if ((document.format === 'rtf' || document.format === 'dicom') && !isRaw) {
    return { text: await askRenderer(deps, document, 'html', {}, reader), format: html };
  }
  if (!isRaw && isLongClinical(document)) {
    const { contentType } = document;
    const heldFile = await heldFileHtml(deps, document, reader);
    return { text: await askRenderer(deps, document, 'narrative', { contentType, heldFile }, reader), format: html };
  }
  if (document.format === 'hl7' && !isRaw) {
    requireShort(document);
    const { contentType } = document;
    return { text: await askRenderer(deps, document, 'html', { contentType }, reader), format: html };
  }
  const raw = await readRaw(deps, document);
  if (document.format === 'xml' && !isRaw && isUnstructured(raw)) {
    return { text: clinicalHtml(raw, await heldFileHtml(deps, document, reader)), format: html };
  }
  const readable = isRaw ? null : readableHtml(document, raw);
  return readable === null ? { text: raw, format: text } : { text: readable, format: html };
}

/** HTML for a text format that is easier to read in rendered form; null for one shown as is. */
function readableHtml({ format, hasText }: StoredDocument, raw: string): string | null {
  if (format === 'html' || format === 'xhtml') return raw;
  if (format === 'text' && hasText) return noteHtml(raw);
  return format === 'xml' && hasText ? clinicalHtml(raw) : null;
}

/** A clinical document so long that parsing it here would block the event loop. */
const isLongClinical = ({ format, hasText, pageSizes, byteCount }: StoredDocument) =>
  format === 'xml' && (hasText || pageSizes !== null) && byteCount > mostTextBytes;

/** Shown instead of sections in a clinical document that contains a file. */
async function heldFileHtml(deps: DrawDeps, document: StoredDocument, reader: Asker): Promise<string> {
  if (document.pageSizes !== null) return `<p>${heldFileTexts.asPages}</p>`;
  try {
    return await askRenderer(deps, document, 'html', {}, reader);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'refused') throw error;
    return `<p>${heldFileTexts[error.message === viewerTexts.encrypted ? 'encrypted' : 'notShown']}</p>`;
  }
}

const heldFileTexts = {
  asPages: 'This document holds a file instead of sections. Choose Pages to read it.',
  encrypted:
    'This document holds a file instead of sections. It is protected with a password and cannot be shown here.',
  notShown: 'This document holds or names a file instead of sections. It cannot be shown here.',
} as const;

/** @throws AppError `refused` if the XML is not well-formed */
function clinicalHtml(raw: string, heldFile = ''): string {
  try {
    return clinicalDocumentHtml(raw, heldFile);
  } catch {
    throw refused(viewerTexts.notReadable);
  }
}

const textFormats = new Set(['text', 'hl7', 'xml', 'html', 'xhtml', 'rtf']);

async function readRaw({ storage }: DrawDeps, document: StoredDocument) {
  const { format, contentType, storageKey } = document;
  if (format === null || !textFormats.has(format)) throw refused(chartTexts.noText);
  requireShort(document);
  const bytes = await storage.get(storageKey);
  return decodeText(contentType, bytes);
}

/** @throws AppError `refused` */
function requireShort({ byteCount }: StoredDocument): void {
  if (byteCount > mostTextBytes) throw refused(chartTexts.tooLong);
}
