import { downloadDocument } from '@careloop/contracts/charts/viewer';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { withClient } from '../db/connection.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { buildUploader, fileOf, okUpload, pdf } from '../../../test/uploads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a download fails if its audit row cannot be written', async () => {
  const { caller, form } = await buildUploader(app);
  const { documents } = await okUpload(caller, { ...form, file: fileOf(pdf(), 'letter.pdf') });
  const url = `/api${downloadDocument.path.replace(':patientDocumentId', String(documents[0]?.patientDocumentId))}`;
  const download = () => app.app.http.inject({ url, headers: { authorization: `Bearer ${caller.token}` } });
  const rename = (from: string, to: string) =>
    withClient({ url: app.databaseUrl, applicationName: 'test' }, (client) =>
      client.query(`alter table ${from} rename to ${to}`),
    );
  await rename('audit_event', 'gone');
  const answer = await download();
  await rename('gone', 'audit_event');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ wasSuccessful: false, code: 'internal' });
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers).not.toHaveProperty('content-disposition');
  expect((await download()).body).toBe(pdf());
});
