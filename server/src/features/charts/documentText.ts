import { TextDecoder } from 'node:util';

import { chartTexts } from '@careloop/contracts/charts';
import { documentFormat } from '@careloop/contracts/codes';

import { refused } from '../../errors.ts';
import { askRenderer } from './drawPage.ts';
import type { DrawDeps } from './drawPage.ts';
import type { StoredDocument } from './queries.ts';

/** Of a text that is longer nobody reads the end on a screen. */
const mostTextBytes = 2 * 1024 * 1024;

const { text, html } = documentFormat.table;

/**
 * A document as text, or as HTML that is still to be sanitised.
 * @throws AppError `refused` for what has none
 */
export async function readText(deps: DrawDeps, document: StoredDocument, isRaw: boolean, signal: AbortSignal) {
  if (document.format === 'pdf' && !isRaw) {
    return { text: (await askRenderer(deps, document, 'text', {}, signal)).join('\n\f\n'), format: text };
  }
  if (document.format === 'rtf' && !isRaw) {
    return { text: await askRenderer(deps, document, 'html', {}, signal), format: html };
  }
  const raw = await readRaw(deps, document);
  const isMarkup = document.format === 'html' || document.format === 'xhtml';
  return { text: raw, format: isMarkup && !isRaw ? html : text };
}

const textFormats = new Set(['text', 'hl7', 'xml', 'html', 'xhtml', 'rtf']);

async function readRaw({ storage }: DrawDeps, { format, contentType, byteCount, storageKey }: StoredDocument) {
  if (format === null || !textFormats.has(format)) throw refused(chartTexts.noText);
  if (byteCount > mostTextBytes) throw refused(chartTexts.tooLong);
  return decoderOf(contentType).decode(await storage.get(storageKey));
}

/** Of the charset that a content type names; what was imported may name one that nobody knows. */
function decoderOf(contentType: string): TextDecoder {
  const charset = /;\s*charset="?([\w.-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
