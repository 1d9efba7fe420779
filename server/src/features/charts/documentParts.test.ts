import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { pdfOf } from '../../../test/pdfs.ts';
import { buildUploader, fileOf, okUpload } from '../../../test/uploads.ts';

const pdf = Buffer.from(pdfOf('Visit', 'Aspirin 81 mg daily'));
const last = pdf.length - 1;

let app: TestApp;
let document: { patientDocumentId: number };
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  const { caller, form } = await buildUploader(app);
  const { documents } = await okUpload(caller, { ...form, file: fileOf(pdf, 'Letter.pdf') });
  document = { patientDocumentId: documents[0]?.patientDocumentId ?? 0 };
  token = caller.token ?? '';
});
afterAll(() => app.stop());

async function ask(what: 'pdf' | 'download', headers: Record<string, string> = {}) {
  const answer = await app.app.http.inject({
    url: `/api/document-viewer/${document.patientDocumentId}/${what}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

describe.each(['pdf', 'download'] as const)('%s', (what) => {
  test('has an ETag and accepts ranges', async () => {
    const { status, headers, bytes } = await ask(what);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/) as string,
      'accept-ranges': 'bytes',
      'content-length': String(pdf.length),
    });
    expect(bytes.equals(pdf)).toBe(true);
  });

  test.each([
    ['bytes=0-3', 0, 3],
    ['bytes=5-', 5, last],
    ['bytes=-6', last - 5, last],
    [`bytes=10-${last + 1000}`, 10, last],
    [`bytes=-${last + 1000}`, 0, last],
  ])('%s returns that part of the file', async (range, start, end) => {
    const { status, headers, bytes } = await ask(what, { range, 'accept-encoding': 'gzip' });
    expect(status).toBe(206);
    expect(headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${pdf.length}`,
      'content-length': String(end + 1 - start),
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(bytes.equals(pdf.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=3-1', 'bytes=-', 'bytes=0-1,4-5', 'lines=1-2', 'nonsense'])(
    '%s is not a valid range and returns the whole file',
    async (range) => {
      expect(await ask(what, { range })).toMatchObject({ status: 200, bytes: pdf });
    },
  );

  test.each([`bytes=${last + 1}-`, 'bytes=-0'])('%s is outside the file', async (range) => {
    const { status, headers, bytes } = await ask(what, { range });
    expect({ status, length: bytes.length }).toEqual({ status: 416, length: 0 });
    expect(headers['content-range']).toBe(`bytes */${pdf.length}`);
  });

  test('a range of another version returns the whole file', async () => {
    const { etag } = (await ask(what)).headers;
    const range = 'bytes=0-3';
    expect((await ask(what, { range, 'if-range': String(etag) })).status).toBe(206);
    expect((await ask(what, { range, 'if-range': '"another"' })).status).toBe(200);
    expect((await ask(what, { range, 'if-range': 'Sun, 22 Nov 2026 10:00:00 GMT' })).status).toBe(200);
  });

  test('a cached version is not sent again, after the same checks', async () => {
    const etag = String((await ask(what)).headers['etag']);
    for (const held of [etag, `"x", W/${etag}`, '*']) {
      const { status, bytes } = await ask(what, { 'if-none-match': held });
      expect({ status, length: bytes.length }).toEqual({ status: 304, length: 0 });
    }
    expect((await ask(what, { 'if-none-match': '"x"' })).status).toBe(200);
    expect((await ask(what, { 'if-none-match': etag, authorization: '' })).status).toBe(401);
  });
});
