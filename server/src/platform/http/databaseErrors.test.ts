import { randomUUID } from 'node:crypto';

import { readConsultationAnswer } from '@careloop/contracts/consultations';
import { createReferral, listReferrals } from '@careloop/contracts/referrals';
import { saveReferralDraft } from '@careloop/contracts/referrals/drafts';
import { errorTexts } from '@careloop/contracts/result';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildReferralParties, referralInput } from '../../../test/factories.ts';
import type { ReferralParties } from '../../../test/factories.ts';
import { loggedLines, startTestApp } from '../../../test/harness.ts';
import { draftContent } from '../../../test/referralDrafts.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { writeCursor } from '../db/cursor.ts';
import { toAppError } from './answer.ts';

let app: TestApp;
let parties: ReferralParties;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
  parties = await buildReferralParties(app);
  caller = await app.as(parties.sender);
});
afterAll(() => app.stop());

describe('a value the database cannot store or read', () => {
  const list = (filters: object) => caller.fail(listReferrals, filters as never);
  const draft = (referralReason: string) =>
    caller.fail(saveReferralDraft, {
      patientId: parties.patient.patientId,
      version: randomUUID(),
      seen: [],
      content: draftContent(referralReason),
    });

  test.each([
    ['NUL in a text', '22021', () => caller.fail(createReferral, { ...referralInput(parties), referralReason: '\0' })],
    ['NUL in a JSON text', '22P05', () => draft('\0')],
    ['half of a surrogate pair in a JSON text', '22P02', () => draft('\ud83d')],
    [
      'a number out of range',
      '22003',
      () => caller.fail(readConsultationAnswer, { careCoordinatorRequestId: 1, version: 2 ** 40 }),
    ],
    ['a day out of range', '22008', () => list({ from: '0000-01-01' })],
    ['a forged cursor', '22007', () => list({ cursor: writeCursor({ key: 'a', id: 1 }) })],
    [
      'a forged cursor with a time zone',
      '22023',
      () => list({ cursor: writeCursor({ key: '2026-01-01 00:00 Nowhere/Nowhere', id: 1 }) }),
    ],
  ])('is refused and logged without the value: %s', async (_what, code, call) => {
    loggedLines.length = 0;
    expect(await call()).toMatchObject({ status: 200, code: 'invalid_input' });
    expect(loggedLines.filter((line) => line.includes(`"code":"${code}"`))).toHaveLength(1);
  });
});

test('a row that does not exist is refused, not an internal error', async () => {
  const adding = sql`insert into patient_favorite (user_id, patient_id) values (999999999, 999999999)`.execute(app.db);
  const error: unknown = await adding.catch((thrown: unknown) => thrown);
  expect(toAppError(error)).toMatchObject({
    code: 'invalid_input',
    validationErrors: { '': errorTexts.referenceGone },
  });
});

test('a statement that is chosen to end a deadlock may be repeated later', async () => {
  const raised = sql`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`.execute(app.db);
  const error: unknown = await raised.catch((thrown: unknown) => thrown);
  expect(toAppError(error).code).toBe('unavailable');
});

test.each([
  ['division by zero', sql`select 1 / (random() * 0)::int`],
  ['a null where none is allowed', sql`select jsonb_object(array[null], array['a'])`],
])('an error of our own SQL is an internal error: %s', async (_what, query) => {
  const error: unknown = await query.execute(app.db).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: expect.stringMatching(/^22/) as string });
  expect(toAppError(error).code).toBe('internal');
});
