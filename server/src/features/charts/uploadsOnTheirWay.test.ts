import { uploadDocuments, uploadLimits, uploadTexts } from '@careloop/contracts/charts/upload';
import { listCharts } from '@careloop/contracts/charts';
import { logout } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { leastRate } from '../../platform/http/uploadRate.ts';
import { loggedLines, startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { buildUploader, failUpload, fileOf, openUpload, pdf, okUpload, storedFiles } from '../../../test/uploads.ts';

// Uploads in pieces over a real connection, and events before the last piece arrives.

let app: TestApp;
let uploader: Awaited<ReturnType<typeof buildUploader>>;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  uploader = await buildUploader(app);
});
afterAll(() => app.stop());

const piece = Buffer.alloc(64 * 1024, 'A line of a long note.\n');
/** Waits until part of the file has arrived. */
async function hasBegun() {
  await expect.poll(async () => (await storedFiles(app)).incoming).toHaveLength(1);
}
async function nothingIsLeft(kept: string[]) {
  await expect.poll(() => storedFiles(app)).toEqual({ kept, incoming: [] });
}

test('an aborted upload leaves nothing behind, and no error in the log', async () => {
  const { caller, form } = uploader;
  const { kept } = await storedFiles(app);
  const before = loggedLines.length;
  const upload = await openUpload(app, caller.token, form);
  upload.begin('note.txt');
  await upload.write(piece);
  await hasBegun();
  upload.abort();
  await nothingIsLeft(kept);
  expect(await uploader.chart()).toEqual([]);
  expect(loggedLines.slice(before).filter((line) => /"level":[56]0/.test(line))).toEqual([]);
});

test('an upload that is too slow is stopped with a reason and leaves nothing behind', async () => {
  const { caller, form } = uploader;
  const { kept } = await storedFiles(app);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const upload = await openUpload(app, caller.token, form);
    upload.begin('note.txt');
    await upload.write(piece);
    await vi.waitFor(async () => expect((await storedFiles(app)).incoming).toHaveLength(1));
    // Everything received so far counts for the first interval.
    vi.advanceTimersByTime(leastRate.everyMs);
    await upload.write('x');
    vi.advanceTimersByTime(leastRate.everyMs);
    const stopped = { status: 200, body: { code: 'invalid_input', validationErrors: { '': uploadTexts.tooSlow } } };
    expect(await upload.answer).toMatchObject(stopped);
    upload.abort();
  } finally {
    vi.useRealTimers();
  }
  await nothingIsLeft(kept);
});

test('if the session ends during the upload, nothing is stored, and the caller gets an error', async () => {
  const { caller, form } = uploader;
  const { kept } = await storedFiles(app);
  const upload = await openUpload(app, caller.token, form);
  upload.begin('note.txt');
  await upload.write(piece);
  await hasBegun();
  await caller.ok(logout, {});
  await upload.write(piece);
  upload.end();
  expect(await upload.answer).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated', sessionEnding: 'signed_out' },
  });
  await nothingIsLeft(kept);
  const { patientId } = uploader.patient;
  const { rows } = await sql`select from patient_document where patient_id = ${patientId}`.execute(app.db);
  expect(rows).toEqual([]);
});

test('if the token is renewed during the upload, it continues', async () => {
  const { caller, form, user } = uploader;
  const upload = await openUpload(app, caller.token, form);
  upload.begin('note.txt');
  await upload.write(piece);
  await hasBegun();
  const other = await app.as(user);
  // Moves the other token to the same session, and ends the first token.
  await sql`update session_token t set session_id = s.session_id from (
      select session_id from session_token order by session_id desc offset 1 limit 1) s
    where t.session_id = (select max(session_id) from session_token)`.execute(app.db);
  await sql`update session_token set expires_at = now() where token_digest in (
      select token_digest from session_token order by expires_at limit 1)`.execute(app.db);
  upload.end();
  expect(await upload.answer).toMatchObject({ status: 200, body: { wasSuccessful: true } });
  expect((await other.ok(listCharts, { patientId: uploader.patient.patientId })).documents).toHaveLength(1);
});

test('a permission revoked during the upload takes effect', async () => {
  const { caller, form, user } = uploader;
  const upload = await openUpload(app, caller.token, form);
  upload.begin('note.txt');
  await upload.write(piece);
  await hasBegun();
  await app.db.deleteFrom('user_permission').where('user_id', '=', user.userId).execute();
  upload.end();
  expect(await upload.answer).toMatchObject({ status: 403 });
  expect(await uploader.chart()).toEqual([]);
});

test('uploads per user are limited, and the next starts when one of them is done', async () => {
  const { caller, form } = uploader;
  const open = Array.from({ length: uploadLimits.atOnce }, () => openUpload(app, caller.token, form));
  const [first, ...others] = await Promise.all(open);
  for (const upload of [first, ...others]) {
    upload?.begin('note.txt');
    await upload?.write(piece);
  }
  await expect.poll(async () => (await storedFiles(app)).incoming).toHaveLength(uploadLimits.atOnce);
  expect(await failUpload(caller, { ...form, file: fileOf(pdf(), 'letter.pdf') })).toMatchObject({
    status: 429,
    message: uploadTexts.tooManyAtOnce,
  });
  first?.abort();
  await expect.poll(async () => (await storedFiles(app)).incoming).toHaveLength(uploadLimits.atOnce - 1);
  await okUpload(caller, { ...form, file: fileOf(pdf(), 'letter.pdf') });
  for (const upload of others) upload.abort();
});

test('a file is refused as soon as it exceeds the limit, and the rest is not stored', async () => {
  const { caller, form } = uploader;
  const { kept } = await storedFiles(app);
  const upload = await openUpload(app, caller.token, form);
  upload.begin('note.txt');
  const large = Buffer.alloc(4 * 1024 * 1024, 'A line of a long note.\n');
  for (let sent = 0; sent <= uploadLimits.fileBytes; sent += large.length) await upload.write(large);
  upload.end();
  expect(await upload.answer).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: uploadTexts.problem, validationErrors: { file: uploadTexts.tooLarge } },
  });
  await nothingIsLeft(kept);
  expect(await uploader.chart()).toEqual([]);
});

test('a form with a content length over the limit is not read', async () => {
  const { caller } = uploader;
  const { body, status } = await caller.call(uploadDocuments, {} as never, { 'content-length': String(5e9) });
  expect({ status, body }).toMatchObject({ status: 413, body: { code: 'too_large' } });
});
