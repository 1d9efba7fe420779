import { setTimeout as sleep } from 'node:timers/promises';

import { uploadDocuments } from '@careloop/contracts/charts/upload';
import {
  getDocument,
  getDocumentPage,
  getDocumentThumbnail,
  type DocumentAddress,
} from '@careloop/contracts/charts/viewer';

import { median } from '../../statistics.ts';
import { findSignedIn } from '../../world/actors.ts';
import type { OpenSession } from '../../world/sessions.ts';
import type { World } from '../../world/world.ts';
import { bookOf } from './book.ts';

export interface DocumentSize {
  pages: number;
  uploadBytes: number;
}

const usualSize: DocumentSize = { pages: 500, uploadBytes: 100 * 1024 * 1024 - 4_096 };

/** Pages that a browser requests at once. */
const atOnce = 6;
const warmReads = 20;

export interface DocumentResult {
  title: string;
  goal: string;
  /** Results as text, with units. */
  measured: string;
  problems: string[];
}

/** Measurements of reading and uploading documents. */
interface DocumentLine {
  title: string;
  goal: string;
  measure: (reader: Reader, size: DocumentSize) => Promise<{ measured: string; problems: string[] }>;
}

export const documentLines: readonly DocumentLine[] = [
  { title: 'documents: first page of a 500-page PDF', goal: '≤ 500 ms cold, ≤ 100 ms warm', measure: openBook },
  { title: 'documents: thumbnails that were not drawn before', goal: '≥ 50 a second', measure: drawThumbnails },
  { title: 'documents: memory for an upload of 100 MB', goal: '≤ 40 MB more', measure: uploadLarge },
];

export async function measureDocuments(
  { title, goal, measure }: DocumentLine,
  world: World,
  size = usualSize,
): Promise<DocumentResult> {
  return { title, goal, ...(await measure(await Reader.of(world), size)) };
}

/** A user who uploads documents to a patient's chart and reads them. */
export class Reader {
  readonly #world: World;
  readonly #token: string;
  readonly userId: number;
  readonly patientId: number;
  readonly #documentTypeId: number;

  private constructor(world: World, { userId, token }: OpenSession, patientId: number, documentTypeId: number) {
    this.#world = world;
    this.#token = token;
    this.userId = userId;
    this.patientId = patientId;
    this.#documentTypeId = documentTypeId;
  }

  static async of(world: World): Promise<Reader> {
    const people = await findSignedIn(world);
    const somebody = people.find(({ patientIds }) => patientIds.length > 0);
    if (somebody === undefined) throw new Error('Nobody has a patient');
    await world.client.query(
      `insert into user_permission (user_id, permission) values ($1, 'UploadChart') on conflict do nothing`,
      [somebody.session.userId],
    );
    const { rows } = await world.client.query<{ id: number }>(
      'select document_type_id as id from document_type where is_primary order by 1 limit 1',
    );
    return new Reader(world, somebody.session, somebody.patientIds[0] ?? 0, rows[0]?.id ?? 0);
  }

  /** Resident memory of the server process, in bytes. */
  async memory(): Promise<number> {
    return (await this.#world.product.usage()).residentBytes;
  }

  async upload(name: string, content: Buffer): Promise<DocumentAddress> {
    const form = new FormData();
    const fields = { PatientId: this.patientId, DocumentTypeId: this.#documentTypeId, DateProvided: '2026-03-02' };
    for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
    form.append('HIPAAReleaseOnFile', 'true');
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const response = await this.#fetch(uploadDocuments.path, { method: 'POST', body: form });
    const answer = (await response.json()) as { documents?: { patientDocumentId: number }[] };
    const [document] = answer.documents ?? [];
    if (document === undefined) throw new Error(`The upload was answered with ${JSON.stringify(answer)}`);
    return { patientDocumentId: document.patientDocumentId };
  }

  async pageCount({ patientDocumentId }: DocumentAddress): Promise<number> {
    const response = await this.#fetch(filled(getDocument.path, patientDocumentId));
    return ((await response.json()) as { pageCount: number }).pageCount;
  }

  /** Milliseconds until the page image has arrived. */
  async picture(path: string, document: DocumentAddress, page: number): Promise<number> {
    const startedAt = performance.now();
    const response = await this.#fetch(`${filled(path, document.patientDocumentId, page)}?width=1200`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status !== 200 || bytes[0] !== 0xff)
      throw new Error(`Page ${page} was answered with ${response.status}`);
    return performance.now() - startedAt;
  }

  /** The response to a POST if there is a body, or else to a GET. */
  async call<Answer>(path: string, body?: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    const response = await this.#fetch(path, body && { method: 'POST', body: JSON.stringify(body), headers });
    const answer = (await response.json()) as Answer & { wasSuccessful: boolean };
    if (!answer.wasSuccessful) throw new Error(`${path} was answered with ${JSON.stringify(answer)}`);
    return answer;
  }

  async #fetch(
    path: string,
    more: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { headers } = more;
    return await fetch(`http://127.0.0.1:${this.#world.product.port}/api${path}`, {
      ...more,
      headers: { ...headers, authorization: `Bearer ${this.#token}` },
    });
  }
}

function filled(path: string, patientDocumentId: number, page = 1): string {
  return path.replace(':patientDocumentId', String(patientDocumentId)).replace(':page', String(page));
}

const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Cold: none of its pages was rendered yet, and another document was opened in between. */
async function openBook(reader: Reader, { pages }: DocumentSize) {
  const book = await reader.upload('book.pdf', bookOf(pages));
  // The rendering processes are running and have another file open.
  const other = await reader.upload('other.pdf', bookOf(3));
  await Promise.all([1, 2, 3].map((page) => reader.picture(getDocumentPage.path, other, page)));
  const startedAt = performance.now();
  const counted = await reader.pageCount(book);
  await reader.picture(getDocumentPage.path, book, 1);
  const cold = performance.now() - startedAt;
  const warm: number[] = [];
  for (let read = 0; read < warmReads; read += 1) warm.push(await reader.picture(getDocumentPage.path, book, 1));
  return {
    measured: `${milliseconds(cold)} cold, ${milliseconds(median(warm))} warm`,
    problems: counted === pages ? [] : [`documents: ${counted} pages were counted instead of ${pages}`],
  };
}

async function drawThumbnails(reader: Reader, { pages }: DocumentSize) {
  const book = await reader.upload('thumbnails.pdf', bookOf(pages + 1));
  await reader.picture(getDocumentThumbnail.path, book, 1);
  let next = 2;
  const startedAt = performance.now();
  const drawAll = async () => {
    while (next <= pages) await reader.picture(getDocumentThumbnail.path, book, next++);
  };
  await Promise.all(Array.from({ length: atOnce }, drawAll));
  const perSecond = ((pages - 1) * 1_000) / (performance.now() - startedAt);
  return { measured: `${Math.round(perSecond)} a second`, problems: [] };
}

async function uploadLarge(reader: Reader, { uploadBytes }: DocumentSize) {
  await reader.upload('small.pdf', bookOf(2));
  const content = bookOf(4, uploadBytes - bookOf(4, 1).length);
  const before = await reader.memory();
  let most = before;
  const done = new AbortController();
  const watch = async () => {
    // Not more often, because each reading uses memory itself.
    while (!done.signal.aborted) {
      most = Math.max(most, await reader.memory());
      await sleep(100);
    }
  };
  const watching = watch();
  const startedAt = performance.now();
  try {
    await reader.upload('large.pdf', content);
  } finally {
    done.abort();
    await watching;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return { measured: `${megabytes(most - before)} MB more, in ${seconds.toFixed(1)} s`, problems: [] };
}
