import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listCharts } from '@careloop/contracts/charts';
import { downloadDocument, getDocument, getDocumentText } from '@careloop/contracts/charts/viewer';
import { errorTexts } from '@careloop/contracts/result';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import { startS3Server } from '../../../test/s3Server.ts';
import { buildUploader, fileOf, failUpload, okUpload } from '../../../test/uploads.ts';
import { chooseStorage } from './chooseStorage.ts';
import { s3Blobs } from './s3Blobs.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'careloop-s3-blobs-'));
});
afterAll(() => rm(folder, { recursive: true }));

const megabyte = 1024 * 1024;

describe('a service that refuses', () => {
  /** Fails everything but the start of a multipart upload, as S3 does when it is overloaded or denies access. */
  let server: Server;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response) => {
      asked.push(
        `${request.method} ${request.url?.replace(/[0-9a-f]{64}/, 'NAME').replace(/uploadId=.*?(&|$)/, 'uploadId$1')}`,
      );
      request.resume();
      if (request.method === 'POST' && request.url?.includes('?uploads')) {
        response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>');
      } else if (request.method === 'DELETE') {
        response.writeHead(204).end();
      } else {
        response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
      }
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => server.close());

  const config = () => ({
    bucket: 'charts',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prefix: 'careloop/',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });

  test('is not reported as a missing document', async () => {
    const key = 'a'.repeat(64);
    const storage = chooseStorage({ dataDir: folder, s3: config() });
    for (const call of [() => storage.get(key), () => storage.has(key), () => storage.stream(key)]) {
      await expect(call()).rejects.toMatchObject({ name: 'StorageError', code: 'unavailable' });
    }
  });

  test('leaves no part of a large file whose upload failed', async () => {
    const blobs = s3Blobs(config());
    const file = join(folder, 'large');
    await writeFile(file, Buffer.alloc(20 * megabyte));
    asked.length = 0;
    await expect(blobs.keep('a'.repeat(64), file)).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked[0]).toMatch(/^POST \/charts\/careloop\/aa\/NAME\?uploads/);
    expect(asked.at(-1)).toMatch(/^DELETE \/charts\/careloop\/aa\/NAME\?uploadId/);
  });
});

test('while the storage is unavailable, calls return 503 and uploads are not stored', async () => {
  const app = await startTestApp();
  const s3 = await startS3Server();
  app.deps.storage = chooseStorage({ dataDir: app.deps.config.dataDir, s3: s3.config });
  const { caller, form } = await buildUploader(app);
  const { documents } = await okUpload(caller, { ...form, file: fileOf('Blood pressure 120/80', 'note.txt') });
  const document = { patientDocumentId: documents[0]?.patientDocumentId ?? 0 };
  expect(await caller.ok(getDocumentText, document)).toMatchObject({ text: 'Blood pressure 120/80' });
  await s3.stop();
  expect(await caller.ok(getDocument, document)).toMatchObject({ fileState: 'clear' });
  const away = { status: 503, code: 'documents_unavailable', errorMessage: errorTexts.documentsAway };
  for (const endpoint of [getDocumentText, downloadDocument]) {
    expect(await caller.fail(endpoint, document)).toMatchObject(away);
  }
  const refusal = await failUpload(caller, { ...form, file: fileOf('Blood pressure 130/90', 'later.txt') });
  expect(refusal).toMatchObject({ code: 'documents_unavailable' });
  const { documents: kept } = await caller.ok(listCharts, { patientId: form.PatientId });
  expect(kept).toHaveLength(1);
  await app.stop();
}, 120_000);
