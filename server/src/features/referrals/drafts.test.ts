import { randomUUID } from 'node:crypto';

import { createReferral } from '@careloop/contracts/referrals';
import { getReferralDraft, listReferralDrafts, saveReferralDraft } from '@careloop/contracts/referrals/drafts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildReferralParties, buildUser, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import { draftContent } from '../../../test/referralDrafts.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('a draft belongs to its author and the user they write for only', async () => {
  const { patient, sender } = await buildReferralParties(app);
  const colleague = await buildUser(app.db, { clientId: patient.clientId });
  await addToCareTeam(app.db, patient, colleague);
  await addProxy(app.db, colleague, sender);
  const { patientId } = patient;
  const [writer, other] = [await app.as(sender), await app.as(colleague)];
  const written = { ...draftContent('Chest pain'), careCoordinatorRequestId: 7 };
  const draft = { patientId, version: randomUUID(), seen: [], content: written };
  expect(await writer.ok(saveReferralDraft, draft)).toMatchObject({ current: null });
  expect((await writer.ok(getReferralDraft, { patientId })).draft).toMatchObject({
    version: draft.version,
    content: draft.content,
  });
  expect((await other.ok(getReferralDraft, { patientId })).draft).toBeNull();
  const forColleague = { patientId, onBehalfOfUserId: colleague.userId };
  expect((await writer.call(getReferralDraft, forColleague)).body).toMatchObject({ draft: null });

  const stranger = await app.as(await buildUser(app.db));
  expect((await stranger.fail(getReferralDraft, { patientId })).code).toBe('unauthorized_patient');
  expect((await stranger.fail(saveReferralDraft, draft)).code).toBe('unauthorized_patient');
  expect((await app.nobody.fail(saveReferralDraft, draft)).status).toBe(401);
  const tooLong = await writer.fail(saveReferralDraft, { ...draft, content: draftContent('x'.repeat(4001)) });
  expect(tooLong.code).toBe('invalid_input');
});

test('a draft saved by another window is not overwritten, and sending removes only the draft that was sent', async () => {
  const parties = await buildReferralParties(app);
  const { patientId } = parties.patient;
  const writer = await app.as(parties.sender);
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  const save = (version: string, seen: string[], reason: string | null) =>
    writer.ok(saveReferralDraft, { patientId, version, seen, content: reason === null ? null : draftContent(reason) });
  await save(first, [], 'One');
  await save(second, [first], 'Two');
  expect((await save(third, [first], 'Three')).current).toMatchObject({ version: second });
  expect((await save(third, [first], null)).current).toMatchObject({ version: second });
  await save(third, [first, second], 'Three');

  await writer.ok(createReferral, { ...referralInput(parties), draftVersions: [first, second] });
  expect((await writer.ok(getReferralDraft, { patientId })).draft).toMatchObject({ version: third });
  await writer.ok(createReferral, { ...referralInput(parties), draftVersions: [third] });
  expect((await writer.ok(getReferralDraft, { patientId })).draft).toBeNull();
});

test('the list has the author’s drafts for patients they can still see', async () => {
  const { patient, sender } = await buildReferralParties(app);
  const other = await buildReferralParties(app);
  await addToCareTeam(app.db, other.patient, sender);
  const writer = await app.as(sender);
  for (const { patientId } of [patient, other.patient]) {
    await writer.ok(saveReferralDraft, {
      patientId,
      version: randomUUID(),
      seen: [],
      content: draftContent('Chest pain'),
    });
  }
  const listed = async () =>
    (await writer.ok(listReferralDrafts, {})).drafts.map((draft) => [draft.patient.patientId, draft.referralReason]);
  expect(await listed()).toEqual([
    [other.patient.patientId, 'Chest pain'],
    [patient.patientId, 'Chest pain'],
  ]);
  await sql`update care_team_member set status = 'removed' where patient_id = ${other.patient.patientId}
    and user_id = ${sender.userId}`.execute(app.db);
  expect(await listed()).toEqual([[patient.patientId, 'Chest pain']]);
  const colleague = await app.as(await buildUser(app.db, { clientId: patient.clientId }));
  expect((await colleague.ok(listReferralDrafts, {})).drafts).toEqual([]);
  expect((await app.nobody.fail(listReferralDrafts, {})).status).toBe(401);
});

test('a draft that cannot be parsed is ignored and overwritten', async () => {
  const { patient, sender } = await buildReferralParties(app);
  const { patientId } = patient;
  const writer = await app.as(sender);
  const draft = { patientId, version: randomUUID(), seen: [], content: draftContent('Knee') };
  await writer.ok(saveReferralDraft, draft);
  await sql`update referral_draft set content = '{"step": 0}' where patient_id = ${patientId}`.execute(app.db);
  expect((await writer.ok(getReferralDraft, { patientId })).draft).toBeNull();
  expect((await writer.ok(saveReferralDraft, { ...draft, version: randomUUID() })).current).toBeNull();
  expect((await writer.ok(getReferralDraft, { patientId })).draft).toMatchObject({ content: draft.content });
});
