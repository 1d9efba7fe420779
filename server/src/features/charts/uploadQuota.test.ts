import { uploadTexts } from '@careloop/contracts/charts/upload';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { inTurn } from '../../../test/attempts.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { buildUploader, failUpload, fileOf, okUpload, openUpload, storedFiles } from '../../../test/uploads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ UPLOAD_MEGABYTES_PER_DAY: '3' });
});
afterAll(() => app.stop());

const megabyte = 1024 * 1024;
const note = (mark: string, megabytes: number) =>
  fileOf(mark + 'A line of a long note.\n'.repeat((megabytes * megabyte) / 23), 'note.txt');
const overQuota = { status: 429, code: 'too_many_requests', message: uploadTexts.quota(3) };

test('what a user uploads in 24 hours is limited, and a refused upload is audited and leaves nothing', async () => {
  const { user, caller, form, chart } = await buildUploader(app);
  await okUpload(caller, { ...form, file: note('a', 1.4) });
  await okUpload(caller, { ...form, file: note('b', 1.4) });
  const { kept } = await storedFiles(app);
  // Its form declares no more than the fields might take.
  expect(await failUpload(caller, { ...form, file: note('c', 0.5) })).toMatchObject(overQuota);
  // Two files of one call count together.
  await okUpload(caller, { ...form, file: note('d', 0.1) });
  expect(await failUpload(caller, { ...form, file: note('e', 0.06), file1: note('f', 0.06) })).toMatchObject(overQuota);
  expect(await storedFiles(app)).toMatchObject({ incoming: [] });
  expect((await storedFiles(app)).kept).toHaveLength(kept.length + 1);
  expect(await chart()).toHaveLength(3);
  const { rows } = await sql`select outcome from audit_event
    where user_id = ${user.userId} and action = '/documents/upload' and outcome <> 'ok'`.execute(app.db);
  expect(rows).toEqual([{ outcome: 'refused' }, { outcome: 'refused' }]);
  // Others are not affected, nor is the next day.
  const other = await buildUploader(app);
  await okUpload(other.caller, { ...other.form, file: note('g', 1.4) });
  await sql`update patient_document set created_at = now() - interval '25 hours'
    where uploaded_by_user_id = ${user.userId}`.execute(app.db);
  await okUpload(caller, { ...form, file: note('h', 1.4) });
});

test('uploads of one user that end at the same moment count together', async () => {
  const { user, caller, form } = await buildUploader(app);
  await okUpload(caller, { ...form, file: note('i', 1.4) });
  const lock = sql`select from user_account where user_id = ${user.userId} for update`;
  const [, beyond] = await inTurn(
    app.db,
    lock,
    () => okUpload(caller, { ...form, file: note('j', 1) }),
    () => failUpload(caller, { ...form, file: note('k', 1) }),
  );
  expect(beyond).toMatchObject(overQuota);
});

test('an upload that declares more than the rest of the quota is refused before it is read', async () => {
  const { caller, form } = await buildUploader(app);
  await okUpload(caller, { ...form, file: note('i', 2.5) });
  const headers = { 'content-length': String(2 * megabyte) };
  expect(await failUpload(caller, {}, headers)).toMatchObject(overQuota);
});

test('an upload that declares no size is refused once its size is known', async () => {
  const { caller, form, chart } = await buildUploader(app);
  const { kept } = await storedFiles(app);
  const upload = await openUpload(app, caller.token, form);
  upload.begin('note.txt');
  await upload.write(Buffer.alloc(3 * megabyte + 1, 'A line of a long note.\n'));
  upload.end();
  expect(await upload.answer).toMatchObject({ status: 429, body: { message: uploadTexts.quota(3) } });
  expect(await chart()).toEqual([]);
  expect(await storedFiles(app)).toEqual({ kept, incoming: [] });
});
