import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import path from 'node:path';

import { listPrimaryDocumentTypes, uploadDocuments } from '@careloop/contracts/charts/upload';
import { listCharts } from '@careloop/contracts/charts';
import type { CallOf } from '@careloop/contracts/endpoint';
import type { FailedResult } from '@careloop/contracts/result';

import { addToCareTeam, buildPatient, buildUser } from './factories.ts';
import type { Caller, TestApp } from './harness.ts';

/** A selected file. */
export function fileOf(content: string | Uint8Array, name: string): File {
  return new File([typeof content === 'string' ? content : Buffer.from(content)], name);
}

/** A PDF of one empty page; `mark` makes its bytes unique. */
export const pdf = (mark = '') =>
  [
    '%PDF-1.4',
    `%${mark}`,
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj',
    'trailer',
    '<</Root 1 0 R>>',
    '%%EOF\n',
  ].join('\n');

/** A user who may upload, one of their patients, and a complete form. */
export async function buildUploader(app: TestApp) {
  const user = await buildUser(app.db, { permissions: ['UploadChart'] });
  const patient = await buildPatient(app.db, { clientId: user.clientId });
  await addToCareTeam(app.db, patient, user);
  const caller = await app.as(user);
  const { documentTypes } = await caller.ok(listPrimaryDocumentTypes, {});
  const typeId = (name: string) => documentTypes.find(({ documentName }) => documentName === name)?.documentTypeId ?? 0;
  const form = {
    PatientId: patient.patientId,
    DocumentTypeId: typeId('Consult Note'),
    DateProvided: '2026-03-02',
    HIPAAReleaseOnFile: true,
    DoNotDefaultToMostRecentEncounter: true,
  };
  const chart = async () => (await caller.ok(listCharts, { patientId: patient.patientId })).documents;
  return { user, patient, caller, form, typeId, chart };
}

/** Uploads files; undeclared fields of the form are sent unchanged. */
export function okUpload(caller: Caller, form: Record<string, unknown>, headers: Record<string, string> = {}) {
  return caller.ok(uploadDocuments, form as CallOf<typeof uploadDocuments>, headers);
}

/** Uploads files that must be refused. */
export function failUpload(
  caller: Caller,
  form: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<FailedResult & { status: number }> {
  return caller.fail(uploadDocuments, form, headers);
}

/** Files in the document storage: permanently stored ones, and incoming ones. */
export async function storedFiles(app: TestApp): Promise<{ kept: string[]; incoming: string[] }> {
  const folder = path.join(app.deps.config.dataDir, 'documents');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const isIncoming = (parent: string) => path.basename(parent) === 'incoming';
  return {
    kept: files.filter(({ parentPath }) => !isIncoming(parentPath)).map(({ name }) => name),
    incoming: files.filter(({ parentPath }) => isIncoming(parentPath)).map(({ name }) => name),
  };
}

/** Starts an upload over a real connection, whose body is sent in pieces. */
export async function openUpload(app: TestApp, token: string, form: Record<string, unknown>) {
  const { http } = app.app;
  if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const boundary = 'a-boundary';
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/documents/upload',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  const answer = new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response: IncomingMessage) => {
      void json(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, body: body as Record<string, unknown> }),
        reject,
      );
    });
  });
  answer.catch(() => undefined);
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  for (const [name, value] of Object.entries(form)) call.write(`${part(`name="${name}"`)}${String(value)}\r\n`);
  return {
    answer,
    /** Begins the file. */
    begin: (name: string) => void call.write(part(`name="file"; filename="${name}"`)),
    /** Resolves once the piece is sent, so that backpressure holds the sender back. */
    write: (piece: string | Buffer) =>
      new Promise<void>((resolve, reject) => call.write(piece, (error) => (error ? reject(error) : resolve()))),
    end: () => void call.end(`\r\n--${boundary}--\r\n`),
    abort: () => void call.destroy(),
  };
}
