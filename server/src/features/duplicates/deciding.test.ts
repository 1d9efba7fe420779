import {
  countDuplicates,
  duplicateTexts,
  getDuplicate,
  keepApart,
  listDuplicates,
  mergePatients,
  reopenDuplicate,
  undoMerge,
} from '@careloop/contracts/duplicates';
import { sql } from 'kysely';
import { getPatientInfo } from '@careloop/contracts/patients';
import { createReferral } from '@careloop/contracts/referrals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildPair, buildReviewer, importInto } from '../../../test/duplicates.ts';
import { buildCoordinator, buildProvider, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { listenToPublished } from '../../../test/published.ts';

let app: TestApp;
let published: Awaited<ReturnType<typeof listenToPublished>>;
beforeAll(async () => {
  app = await startTestApp();
  published = await listenToPublished(app);
});
afterAll(async () => {
  await published.stop();
  await app.stop();
});

const reason = 'Two sisters at one address';

async function review() {
  const { caller, clientId, userId } = await buildReviewer(app);
  const pair = await buildPair(app, clientId);
  await published.take();
  return { caller, clientId, userId, pair, of: { patientDuplicateId: pair.patientDuplicateId } };
}

const auditOf = (userId: number) =>
  app.db
    .selectFrom('audit_event')
    .select(['action', 'outcome', 'patient_id', 'subject_type', 'subject_id', 'details'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();

describe('reviewing', () => {
  test('needs a session and both permissions, in the client of the patients', async () => {
    const { pair, of, clientId } = await review();
    const input = { ...of, survivingPatientId: pair.patientId };
    expect((await app.nobody.fail(mergePatients, input)).status).toBe(401);
    const half = await app.as(await buildCoordinator(app.db, { clientId }));
    for (const endpoint of [listDuplicates, countDuplicates]) expect((await half.fail(endpoint, {})).status).toBe(403);
    expect((await half.fail(mergePatients, input)).status).toBe(403);

    const stranger = (await buildReviewer(app)).caller;
    expect((await stranger.ok(listDuplicates, {})).items).toEqual([]);
    expect((await stranger.ok(countDuplicates, {})).openCount).toBe(0);
    const refusal = { status: 200, code: 'no_access', message: duplicateTexts.notFound };
    for (const endpoint of [getDuplicate, reopenDuplicate, undoMerge])
      expect(await stranger.fail(endpoint, of)).toMatchObject(refusal);
    expect(await stranger.fail(keepApart, { ...of, reason })).toMatchObject(refusal);
    expect(await stranger.fail(mergePatients, input)).toMatchObject(refusal);
  });
});

describe('a pair', () => {
  test('is listed with both records, and shows them side by side', async () => {
    const { caller, pair, of } = await review();
    const { items } = await caller.ok(listDuplicates, {});
    expect(items).toMatchObject([
      { ...of, status: 'open', reason: 'mrn', differences: ['name', 'birthDate'], patients: [pair.one, pair.other] },
    ]);
    expect((await caller.ok(countDuplicates, {})).openCount).toBe(1);
    const detail = await caller.ok(getDuplicate, of);
    expect(detail.patients.map(({ identifiers }) => identifiers.map(({ isMrn }) => isMrn))).toEqual([[true], [true]]);
    expect(detail.can).toEqual({
      merge: true,
      keepApart: true,
      reopen: duplicateTexts.notKeptApart,
      undoMerge: duplicateTexts.notMerged,
    });
  });

  test('that is kept apart stays so in later imports, and can be reopened', async () => {
    const { caller, clientId, userId, pair, of } = await review();
    const without = await caller.fail(keepApart, { ...of, reason: ' ' });
    expect(without.validationErrors).toEqual({ reason: duplicateTexts.whyApart });
    await caller.ok(keepApart, { ...of, version: 1, reason });
    expect(await caller.ok(getDuplicate, of)).toMatchObject({ status: 'kept_apart', decisionReason: reason });
    expect(await caller.fail(keepApart, { ...of, reason })).toMatchObject({
      code: 'wrong_state',
      message: duplicateTexts.notOpen,
    });
    const merge = await caller.fail(mergePatients, { ...of, survivingPatientId: pair.patientId });
    expect(merge).toMatchObject({ code: 'wrong_state', message: duplicateTexts.keptApart });
    for (const file of pair.files) expect((await importInto(app, clientId, file)).hasChanges).toBe(false);
    expect((await caller.ok(listDuplicates, {})).items).toEqual([]);
    expect((await caller.ok(listDuplicates, { status: 'kept_apart' })).items).toHaveLength(1);
    expect((await caller.ok(getPatientInfo, pair.one)).isPossibleDuplicate).toBe(false);
    expect((await published.take('DuplicatesChangedEvent')).map(({ rooms }) => rooms)).toEqual([
      [`client:${clientId}`],
    ]);

    await caller.ok(reopenDuplicate, { ...of, version: 2 });
    expect((await caller.ok(getPatientInfo, pair.one)).isPossibleDuplicate).toBe(true);
    const subject = { outcome: 'ok', subject_type: 'patient_duplicate', subject_id: pair.patientDuplicateId };
    expect((await auditOf(userId)).filter(({ outcome }) => outcome === 'ok')).toMatchObject([
      { action: 'patient_duplicate.kept_apart', patient_id: pair.patientId, ...subject },
      { action: 'patient_duplicate.kept_apart', patient_id: pair.otherPatientId, ...subject },
      { action: 'patient_duplicate.reopened', patient_id: pair.patientId, ...subject },
      { action: 'patient_duplicate.reopened', patient_id: pair.otherPatientId, ...subject },
    ]);
  });

  test('shows fact by fact what speaks for one person', async () => {
    const { caller, of, pair } = await review();
    const { weight, facts } = await caller.ok(getDuplicate, of);
    expect(facts).toEqual([
      { fact: 'lastName', agreement: 'part', weight: 7 },
      { fact: 'firstName', agreement: 'differs', weight: -16 },
      { fact: 'birthDate', agreement: 'differs', weight: -7 },
      { fact: 'sex', agreement: 'equal', weight: 1 },
      { fact: 'phone', agreement: 'unknown', weight: 0 },
      { fact: 'address', agreement: 'unknown', weight: 0 },
      { fact: 'ssn', agreement: 'unknown', weight: 0 },
    ]);
    expect(weight).toBe(-15);
    await sql`update patient set first_name = 'Ada', version = version + 1
      where patient_id = ${pair.otherPatientId}`.execute(app.db);
    expect((await caller.ok(listDuplicates, {})).items).toMatchObject([{ ...of, weight: 7.5 }]);
  });

  test('is not kept apart if a record changed after it was compared', async () => {
    const { caller, of, pair } = await review();
    const { patients } = await caller.ok(getDuplicate, of);
    const versions = patients.map(({ patientId, version }) => ({ patientId, version }));
    await sql`update patient set first_name = 'Ada', version = version + 1
      where patient_id = ${pair.otherPatientId}`.execute(app.db);
    const refused = await caller.fail(keepApart, { ...of, reason, versions });
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining(duplicateTexts.changed) });
    expect((await caller.ok(getDuplicate, of)).status).toBe('open');
  });

  test('is decided once, in the version that was seen', async () => {
    const { caller, pair, of } = await review();
    const versions = [{ patientId: pair.patientId, version: 99 }];
    const input = { ...of, survivingPatientId: pair.patientId };
    expect(await caller.fail(mergePatients, { ...input, versions })).toMatchObject({ status: 409 });
    expect(await caller.fail(keepApart, { ...of, version: 7, reason })).toMatchObject({
      status: 409,
      message: duplicateTexts.changed,
      current: { version: 1 },
    });
    const elsewhere = await caller.fail(mergePatients, { ...of, survivingPatientId: 1_000_000 });
    expect(elsewhere).toMatchObject({ code: 'refused', message: duplicateTexts.notOfPair });
    const twice = await Promise.all([1, 2].map(() => caller.call(mergePatients, input)));
    expect(twice.filter(({ body }) => body.wasSuccessful)).toHaveLength(1);
    expect(await caller.fail(keepApart, { ...of, reason })).toMatchObject({ message: duplicateTexts.notOpen });
  });

  test('that is merged and separated again is recorded in both histories, and announced to users who see the records', async () => {
    const { caller, userId, clientId, pair, of } = await review();
    await caller.ok(mergePatients, { ...of, survivingPatientId: pair.patientId });
    await caller.ok(undoMerge, of);
    expect(await caller.fail(undoMerge, of)).toMatchObject({ code: 'wrong_state', message: duplicateTexts.notMerged });
    const details = { survivingPatientId: pair.patientId, mergedPatientId: pair.otherPatientId };
    expect((await auditOf(userId)).filter(({ outcome }) => outcome === 'ok')).toMatchObject([
      { action: 'patient.merged', patient_id: pair.patientId, details },
      { action: 'patient.merged', patient_id: pair.otherPatientId, details },
      { action: 'patient.merge_undone', patient_id: pair.patientId, details },
      { action: 'patient.merge_undone', patient_id: pair.otherPatientId, details },
    ]);
    const events = await published.take('PatientMergedEvent');
    expect(events.map(({ payload }) => payload['patientId'])).toEqual([
      pair.patientId,
      pair.otherPatientId,
      pair.patientId,
      pair.otherPatientId,
    ]);
    expect(events.every(({ rooms }) => rooms.includes(`client:${clientId}`))).toBe(true);
  });

  test('that moves a referral is announced to its receiver, who may see neither record', async () => {
    const { caller, clientId, pair, of } = await review();
    const receiver = await buildProvider(app.db);
    const referredBy = await buildProvider(app.db, { clientId });
    const patient = { ...pair, patientId: pair.otherPatientId, clientId, mrn: '' };
    const { referralId } = await caller.ok(createReferral, referralInput({ patient, receiver, referredBy }));
    await published.take();
    await caller.ok(mergePatients, { ...of, survivingPatientId: pair.patientId });
    await caller.ok(undoMerge, of);
    const heard = (await published.take('ReferralChangedEvent')).filter(({ rooms }) =>
      rooms.includes(`user:${receiver.userId}`),
    );
    expect(heard.map(({ payload }) => payload)).toMatchObject([
      { referralId, patientId: pair.patientId },
      { referralId, patientId: pair.otherPatientId },
    ]);
  });
});
