import { open } from 'node:fs/promises';

import type { FileProblem } from '@careloop/contracts/charts/viewer';
import type { DocumentFormat } from '@careloop/contracts/codes';

import { RenderError } from '../../rendering/messages.ts';
import type { PageSize } from '../../rendering/messages.ts';
import type { DocumentRenderer } from '../../rendering/renderer.ts';
import { isClinicalDocument, isUnstructured } from '../../rendering/clinical/clinicalDocument.ts';
import { isMarkdownNote } from './readable/note.ts';
import { formatOf, renderKindOf } from './documentFormats.ts';

/** What a look into a file found. */
export interface FileFacts {
  format: DocumentFormat | null;
  pageCount: number | null;
  pageSizes: PageSize[] | null;
  hasText: boolean;
  problem: FileProblem | null;
}

export interface FileOnDisk {
  key: string;
  path: string;
  contentType: string;
  byteCount: number;
}

/** Lines of a text that fill a printed page. */
const linesOnPage = 58;
const mostTextBytes = 2 * 1024 * 1024;

/**
 * Opens a file as its readers will: its format, its pages, and what keeps it from being shown.
 * @throws RenderError `busy` or `crashed`: it is to be tried again
 */
export async function describeFile(renderer: DocumentRenderer, file: FileOnDisk): Promise<FileFacts> {
  const head = await readHead(file.path, file.byteCount <= mostTextBytes ? file.byteCount : 4096);
  const format = formatOf(file.contentType, head);
  const kind = renderKindOf(format);
  if (format === 'xml' && mayHoldFile(head, file.byteCount)) {
    const held = await describeHeldFile(renderer, file);
    if (held !== null) return held;
  }
  if (kind === undefined) {
    const pageCount = format === 'text' ? Math.max(1, Math.ceil(linesIn(head) / linesOnPage)) : null;
    return { format, pageCount, pageSizes: null, hasText: isReadable(format, head), problem: null };
  }
  try {
    const { pageSizes, hasText } = await renderer.ask('inspect', { key: file.key, path: file.path, kind }, {});
    const pages = pageSizes.length === 0 ? null : pageSizes;
    return { format, pageCount: pages?.length ?? null, pageSizes: pages, hasText, problem: null };
  } catch (error) {
    return { format, pageCount: null, pageSizes: null, hasText: false, problem: problemOf(error) };
  }
}

/** Whether a clinical document may hold a file instead of sections: of a long one only its renderer knows. */
function mayHoldFile(head: Uint8Array, byteCount: number): boolean {
  const text = Buffer.from(head).toString('latin1');
  return isClinicalDocument(text) && (byteCount > mostTextBytes || isUnstructured(text));
}

/** The pages of the file that a clinical document holds; null when it has none that are drawn. */
async function describeHeldFile(renderer: DocumentRenderer, { key, path }: FileOnDisk): Promise<FileFacts | null> {
  try {
    const { pageSizes, hasText } = await renderer.ask('inspect', { key, path, kind: 'clinical' }, {});
    if (pageSizes.length === 0) return null;
    return { format: 'xml', pageCount: pageSizes.length, pageSizes, hasText, problem: null };
  } catch (error) {
    if (!(error instanceof RenderError) || error.problem === 'busy') throw error;
    return null;
  }
}

function problemOf(error: unknown): FileProblem {
  if (!(error instanceof RenderError)) throw error;
  switch (error.problem) {
    case 'encrypted':
    case 'damaged':
    case 'too_large':
    case 'too_slow':
      return error.problem;
    case 'no_page':
    // What ends a decoder once ends it again.
    case 'crashed':
      return 'damaged';
    case 'busy':
      throw error;
  }
}

async function readHead(path: string, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether there is a text to read besides what the format is shown as. */
function isReadable(format: DocumentFormat | null, head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1');
  return (format === 'xml' && isClinicalDocument(text)) || (format === 'text' && isMarkdownNote(text));
}

const linesIn = (bytes: Uint8Array) => bytes.reduce((count, byte) => (byte === 10 ? count + 1 : count), 1);
