import { uploadDocuments } from '@careloop/contracts/charts/upload';
import { getDocument, getDocumentPage } from '@careloop/contracts/charts/viewer';

import { median } from '../statistics.ts';
import { findSignedIn } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { bookOf } from './book.ts';

const warmReads = 20;

export const firstPageLine = {
  title: 'documents: first page of a 500-page PDF',
  goal: '≤ 500 ms cold, ≤ 100 ms warm',
} as const;

export interface FirstPageResult {
  title: string;
  goal: string;
  /** Results as text, with units. */
  measured: string;
  problems: string[];
}

/** Cold: none of its pages was rendered yet, and another document was opened in between. */
export async function measureFirstPage(world: World, pages = 500): Promise<FirstPageResult> {
  const reader = await readerOf(world);
  const book = await reader.upload('book.pdf', bookOf(pages));
  // The rendering processes are running and have another file open.
  const other = await reader.upload('other.pdf', bookOf(3));
  await Promise.all([1, 2, 3].map((page) => reader.readPage(other, page)));
  const startedAt = performance.now();
  const counted = await reader.countPages(book);
  await reader.readPage(book, 1);
  const cold = performance.now() - startedAt;
  const warm: number[] = [];
  for (let read = 0; read < warmReads; read += 1) warm.push(await reader.readPage(book, 1));
  return {
    ...firstPageLine,
    measured: `${cold.toFixed(0)} ms cold, ${median(warm).toFixed(0)} ms warm`,
    problems: counted === pages ? [] : [`documents: ${counted} pages were counted instead of ${pages}`],
  };
}

/** The calls of a user who uploads documents to a patient's chart and reads them. */
async function readerOf(world: World) {
  const somebody = (await findSignedIn(world)).find(({ patientIds }) => patientIds.length > 0);
  if (somebody === undefined) throw new Error('Nobody has a patient');
  await world.client.query(
    `insert into user_permission (user_id, permission) values ($1, 'UploadChart') on conflict do nothing`,
    [somebody.userId],
  );
  const { rows } = await world.client.query<{ id: number }>(
    'select document_type_id as id from document_type where is_primary order by 1 limit 1',
  );
  const call = async (path: string, more: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${world.product.port}/api${path}`, {
      ...more,
      headers: { authorization: `Bearer ${somebody.token}` },
    });
  return {
    async upload(name: string, content: Buffer): Promise<number> {
      const form = new FormData();
      const fields = { PatientId: somebody.patientIds[0], DocumentTypeId: rows[0]?.id, DateProvided: '2026-03-02' };
      for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
      form.append('HIPAAReleaseOnFile', 'true');
      form.append('file', new Blob([new Uint8Array(content)]), name);
      const response = await call(uploadDocuments.path, { method: 'POST', body: form });
      const answer = (await response.json()) as { documents?: { patientDocumentId: number }[] };
      const [document] = answer.documents ?? [];
      if (document === undefined) throw new Error(`The upload was answered with ${JSON.stringify(answer)}`);
      return document.patientDocumentId;
    },
    async countPages(id: number): Promise<number> {
      const response = await call(getDocument.path.replace(':patientDocumentId', String(id)));
      return ((await response.json()) as { pageCount: number }).pageCount;
    },
    /** @returns milliseconds until the page image has arrived */
    async readPage(id: number, page: number): Promise<number> {
      const startedAt = performance.now();
      const path = getDocumentPage.path.replace(':patientDocumentId', String(id)).replace(':page', String(page));
      const response = await call(`${path}?width=1200`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (response.status !== 200 || bytes[0] !== 0xff) throw new Error(`Page ${page}: ${response.status}`);
      return performance.now() - startedAt;
    },
  };
}
