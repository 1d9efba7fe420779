import { open } from 'node:fs/promises';

import type { FileProblem } from '@careloop/contracts/charts/viewer';
import type { DocumentFormat } from '@careloop/contracts/codes';

import { RenderError } from '../../platform/rendering/messages.ts';
import type { PageSize } from '../../platform/rendering/messages.ts';
import type { Asker, DocumentRenderer } from '../../platform/rendering/renderer.ts';
import { isClinicalDocument, isUnstructured } from '../../platform/rendering/clinical/clinicalDocument.ts';
import { isMarkdownNote } from './readable/note.ts';
import { formatOf, renderKindOf } from './documentFormats.ts';

/** Result of inspecting a file. */
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

/** Lines of text that fit on a printed page. */
const linesOnPage = 58;
const mostTextBytes = 2 * 1024 * 1024;

/**
 * Opens a file the way the viewer will, and returns its format, its pages, and any problem that prevents it from being shown.
 * @throws RenderError `busy` or `crashed`, after which it should be retried
 */
export async function describeFile(renderer: DocumentRenderer, file: FileOnDisk, asker?: Asker): Promise<FileFacts> {
  const head = await readHead(file.path, file.byteCount <= mostTextBytes ? file.byteCount : 4096);
  const format = formatOf(file.contentType, head);
  const kind = renderKindOf(format);
  if (format === 'xml' && mayHoldFile(head, file.byteCount)) {
    const held = await describeHeldFile(renderer, file, asker);
    if (held !== null) return held;
  }
  if (kind === undefined) {
    const pageCount = format === 'text' ? Math.max(1, Math.ceil(linesIn(head) / linesOnPage)) : null;
    return { format, pageCount, pageSizes: null, hasText: isReadable(format, head), problem: null };
  }
  try {
    const { pageSizes, hasText } = await renderer.ask('inspect', { key: file.key, path: file.path, kind }, {}, asker);
    const pages = pageSizes.length === 0 ? null : pageSizes;
    return { format, pageCount: pages?.length ?? null, pageSizes: pages, hasText, problem: null };
  } catch (error) {
    return { format, pageCount: null, pageSizes: null, hasText: false, problem: problemOf(error) };
  }
}

/** Whether a clinical document may contain a file instead of sections; for a long one only the renderer can tell. */
function mayHoldFile(head: Uint8Array, byteCount: number): boolean {
  const text = Buffer.from(head).toString('latin1');
  return isClinicalDocument(text) && (byteCount > mostTextBytes || isUnstructured(text));
}

/** The pages of the file contained in a clinical document; null if it has none that can be rendered. */
async function describeHeldFile(
  renderer: DocumentRenderer,
  { key, path }: FileOnDisk,
  asker?: Asker,
): Promise<FileFacts | null> {
  try {
    const { pageSizes, hasText } = await renderer.ask('inspect', { key, path, kind: 'clinical' }, {}, asker);
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
    case 'twelve_bits':
    case 'unsupported':
    case 'too_large':
    case 'too_slow':
      return error.problem;
    case 'no_page':
    // A file that crashes the decoder will do so again.
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

/** Whether there is text to read in addition to the format's usual view. */
function isReadable(format: DocumentFormat | null, head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1');
  return (format === 'xml' && isClinicalDocument(text)) || (format === 'text' && isMarkdownNote(text));
}

const linesIn = (bytes: Uint8Array) => bytes.reduce((count, byte) => (byte === 10 ? count + 1 : count), 1);
