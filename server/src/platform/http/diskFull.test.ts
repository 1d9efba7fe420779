import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { errorTexts } from '@careloop/contracts/result';
import { createReferral } from '@careloop/contracts/referrals';
import { getContext, healthcheckDatabase, healthcheckStorage } from '@careloop/contracts/session';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { withClient } from '../db/connection.ts';
import { buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { buildUploader, failUpload, fileOf, okUpload, pdf, storedFiles } from '../../../test/uploads.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => app.stop());

const full = { status: 503, code: 'storage_full', message: errorTexts.storageFull };
/** Moves the clock past the time for which the health checks report a full disk after a call hit one. */
const later = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });

/** Mounts a 1 MB file system; false if this user may not mount. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'careloop-test', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('an upload to a full disk fails with a message and leaves no file, and the health checks report it', async (context) => {
  const { caller, form, chart } = await buildUploader(app);
  await okUpload(caller, { ...form, file: fileOf(pdf('first'), 'first.pdf') });
  await app.nobody.ok(healthcheckStorage, {});
  const documents = path.join(app.deps.config.dataDir, 'documents');
  if (!mountSmall(documents)) return context.skip('Only root may mount a small file system');
  try {
    await mkdir(path.join(documents, 'incoming'));
    const large = fileOf('A line of a long note.\n'.repeat(100_000), 'note.txt');
    expect(await failUpload(caller, { ...form, file: large })).toMatchObject(full);
    expect(await storedFiles(app)).toEqual({ kept: [], incoming: [] });
    expect(await app.nobody.fail(healthcheckStorage, {})).toMatchObject(full);
    // Calls that need no disk space still work.
    await caller.ok(getContext, {});
  } finally {
    execFileSync('umount', [documents]);
  }
  expect(await chart()).toHaveLength(1);
  await okUpload(caller, { ...form, file: fileOf(pdf('second'), 'second.pdf') });
  later();
  await app.nobody.ok(healthcheckStorage, {});
});

test('a full database disk fails the call with a message and stores nothing, and the health check reports it', async () => {
  const asOwner = (statement: string) =>
    withClient({ url: app.databaseUrl, applicationName: 'test' }, (client) => client.query(statement));
  const parties = await buildReferralParties(app);
  const caller = await app.as(parties.sender);
  later();
  await app.nobody.ok(healthcheckDatabase, {});
  await asOwner(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_room before insert on referral_event for each row execute function no_room()`);
  expect(await caller.fail(createReferral, referralInput(parties))).toMatchObject(full);
  expect(await app.nobody.fail(healthcheckDatabase, {})).toMatchObject(full);
  await asOwner('drop function no_room cascade');
  expect((await sql`select from referral`.execute(app.db)).rows).toEqual([]);
  await caller.ok(createReferral, referralInput(parties));
  later();
  await app.nobody.ok(healthcheckDatabase, {});
});
