import { managedLookupTexts } from '@careloop/contracts/administration/lookups';
import {
  archiveReferralReasonTemplate,
  getReferralReasonTemplate,
  listReferralReasonTemplates,
  saveReferralReasonTemplate,
} from '@careloop/contracts/administration/referralReasonTemplates';
import { saveCannedReply } from '@careloop/contracts/messages/cannedReplies';
import { referralTexts } from '@careloop/contracts/referrals';
import { listTemplateItems } from '@careloop/contracts/referrals/templateItems';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildCoordinator, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

interface Team {
  clientId: number;
  patientId: number;
  manager: Caller;
  coordinator: Caller;
}

async function buildTeam(): Promise<Team> {
  const user = await buildCoordinator(app.db, { permissions: ['ViewAllPatients', 'Messages'] });
  const { clientId } = user;
  const { patientId } = await buildPatient(app.db, { clientId });
  const manager = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageSite'] }));
  return { clientId, patientId, manager, coordinator: await app.as(user) };
}

async function addTemplate({ manager, clientId }: Team, name: string, reason = `About ${name}`) {
  return (await manager.ok(saveReferralReasonTemplate, { clientId, name, reason })).id;
}

async function actionsOf(id: number): Promise<string[]> {
  const rows = await app.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject_type', '=', 'referral-reason-template')
    .where('subject_id', '=', id)
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();
  return rows.map(({ action }) => action);
}

test('a template is added, changed, archived and restored by administrators of its client, each time audited', async () => {
  const team = await buildTeam();
  const { clientId, manager, coordinator } = team;
  const id = await addTemplate(team, 'Chest pain');
  await manager.ok(saveReferralReasonTemplate, {
    clientId,
    id,
    version: 1,
    name: 'Chest',
    reason: 'Pain\nfor ___ days',
  });
  const template = { id, clientId, name: 'Chest', reason: 'Pain\nfor ___ days', isArchived: false, version: 2 };
  expect(await manager.ok(getReferralReasonTemplate, { id })).toMatchObject(template);
  expect(await manager.ok(listReferralReasonTemplates, { clientId })).toMatchObject({
    items: [template],
    totalItemCount: 1,
  });
  const stale = { clientId, id, version: 1, name: 'Heart', reason: 'x' };
  expect(await manager.fail(saveReferralReasonTemplate, stale)).toMatchObject({ status: 409 });
  await manager.ok(archiveReferralReasonTemplate, { id, isArchived: true, version: 2 });
  await manager.ok(archiveReferralReasonTemplate, { id, isArchived: false, version: 3 });
  expect(await actionsOf(id)).toEqual(
    ['added', 'saved', 'archived', 'restored'].map((action) => `referral-reason-template.${action}`),
  );
  const added = { clientId, name: 'Mine', reason: 'x' };
  expect(await coordinator.fail(saveReferralReasonTemplate, added)).toMatchObject({ status: 403 });
  expect(await app.nobody.fail(saveReferralReasonTemplate, added)).toMatchObject({ status: 401 });
  const { manager: stranger } = await buildTeam();
  expect(await stranger.fail(saveReferralReasonTemplate, added)).toMatchObject({ code: 'not_found' });
  expect(await stranger.fail(getReferralReasonTemplate, { id })).toMatchObject({ code: 'not_found' });
  expect(await stranger.ok(listReferralReasonTemplates, { clientId })).toMatchObject({ items: [] });
});

test('a template without a name or text, with a name that is taken or a text too long for a referral is refused', async () => {
  const team = await buildTeam();
  const { clientId, manager } = team;
  await addTemplate(team, 'Chest pain');
  const errors = async (name: string, reason: string) =>
    (await manager.fail(saveReferralReasonTemplate, { clientId, name, reason })).validationErrors;
  expect(await errors(' ', ' ')).toEqual({
    name: managedLookupTexts.nameRequired,
    reason: referralTexts.reasonRequired,
  });
  expect(await errors('Long', 'x'.repeat(501))).toEqual({ reason: referralTexts.reasonTooLong });
  expect(await errors('chest PAIN', 'x')).toEqual({ name: managedLookupTexts.nameTaken });
});

test("template items are the user's canned replies and what the patient's client offers", async () => {
  const team = await buildTeam();
  const { patientId, coordinator, manager } = team;
  const { cannedReplyId } = await coordinator.ok(saveCannedReply, { title: 'Thanks', message: 'Thank you.' });
  const chest = await addTemplate(team, 'Chest pain');
  const back = await addTemplate(team, 'Back pain');
  const archived = await addTemplate(team, 'Archived');
  await manager.ok(archiveReferralReasonTemplate, { id: archived, isArchived: true, version: 1 });
  const other = await buildTeam();
  await addTemplate(other, 'Of others');
  const reply = { kind: 'cannedReply', id: cannedReplyId, title: 'Thanks', text: 'Thank you.' };
  const reasons = [
    { kind: 'referralReason', id: back, title: 'Back pain', text: 'About Back pain' },
    { kind: 'referralReason', id: chest, title: 'Chest pain', text: 'About Chest pain' },
  ];
  expect((await coordinator.ok(listTemplateItems, {})).items).toEqual([reply, ...reasons]);
  expect((await coordinator.ok(listTemplateItems, { patientId })).items).toEqual([reply, ...reasons]);
  expect((await coordinator.ok(listTemplateItems, { kind: 'cannedReply' })).items).toEqual([reply]);
  expect((await coordinator.ok(listTemplateItems, { patientId, kind: 'referralReason' })).items).toEqual(reasons);
  // Without the permission to send messages, there are no replies to insert.
  expect((await manager.ok(listTemplateItems, {})).items).toEqual(reasons);
  expect(await other.coordinator.fail(listTemplateItems, { patientId })).toMatchObject({
    code: 'unauthorized_patient',
  });
  expect(await coordinator.fail(listTemplateItems, { kind: 'other' } as never)).toMatchObject({
    code: 'invalid_input',
  });
  expect(await app.nobody.fail(listTemplateItems, {})).toMatchObject({ status: 401 });
});
