import { listCareTeam } from '@careloop/contracts/care-teams';
import { setMemberInactive, updatePatientPcp } from '@careloop/contracts/care-teams/members';
import { acceptReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { untilWaiting } from '../../../test/attempts.ts';
import { addToCareTeam, buildPatient, buildProvider, buildReferral, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** An editor of the patient's care team, and its members as the editor sees them. */
async function buildEditor(patient: { patientId: number; clientId: number }) {
  const { patientId, clientId } = patient;
  const user = await buildUser(app.db, { clientId, permissions: ['EditCareTeam'] });
  await addToCareTeam(app.db, patient, user);
  const editor = await app.as(user);
  const membersOf = async () => (await editor.ok(listCareTeam, { patientId })).members;
  const idOf = async ({ userId }: { userId: number }) =>
    (await membersOf()).find((member) => member.userId === userId)?.careTeamMemberId ?? 0;
  const pcpsOf = async () => (await membersOf()).filter(({ isPcp }) => isPcp).map(({ userId }) => userId);
  return { editor, idOf, pcpsOf };
}

test('a receiver whose referral ends is no longer the PCP, also not once they are set active again', async () => {
  const { referralId, receiver, referredBy, patient } = await buildReferral(app);
  const { patientId } = patient;
  const { editor, idOf, pcpsOf } = await buildEditor(patient);
  await addToCareTeam(app.db, patient, referredBy);
  const caller = await app.as(receiver);
  await caller.ok(acceptReferral, { referralId });
  const receiverId = await idOf(receiver);
  await editor.ok(updatePatientPcp, { patientId, careTeamMemberId: receiverId });
  expect(await pcpsOf()).toEqual([receiver.userId]);
  await caller.ok(declineReferral, { referralId, declineReason: 1 });
  expect(await pcpsOf()).toEqual([]);
  await editor.ok(updatePatientPcp, { patientId, careTeamMemberId: await idOf(referredBy) });
  await editor.ok(setMemberInactive, { patientId, careTeamMemberId: receiverId, isInactive: false });
  expect(await pcpsOf()).toEqual([referredBy.userId]);
});

test('while one member becomes the PCP, the provider named in the record joins without becoming a second', async () => {
  const patient = await buildPatient(app.db);
  const { patientId, clientId } = patient;
  const [named, chosen] = [await buildProvider(app.db, { clientId }), await buildProvider(app.db, { clientId })];
  await sql`update patient set pcp_healthcare_provider_id = ${named.healthcareProviderId}
    where patient_id = ${patientId}`.execute(app.db);
  await addToCareTeam(app.db, patient, chosen);
  const { editor, idOf, pcpsOf } = await buildEditor(patient);
  const careTeamMemberId = await idOf(chosen);
  await Promise.all([
    addToCareTeam(app.db, patient, named),
    editor.ok(updatePatientPcp, { patientId, careTeamMemberId }),
  ]);
  expect(await pcpsOf()).toEqual([chosen.userId]);
});

test('a former PCP who is set active while another member becomes the PCP stays a member only', async () => {
  const patient = await buildPatient(app.db);
  const { patientId, clientId } = patient;
  const [former, chosen] = [await buildProvider(app.db, { clientId }), await buildProvider(app.db, { clientId })];
  for (const provider of [former, chosen]) await addToCareTeam(app.db, patient, provider);
  const { editor, idOf, pcpsOf } = await buildEditor(patient);
  const member = { patientId, careTeamMemberId: await idOf(former) };
  await editor.ok(updatePatientPcp, member);
  await editor.ok(setMemberInactive, member);
  const { answer } = await app.db.transaction().execute(async (own) => {
    await sql`select from patient where patient_id = ${patientId} for no key update`.execute(own);
    await sql`update care_team_member set is_pcp = true
      where patient_id = ${patientId} and user_id = ${chosen.userId}`.execute(own);
    const waiting = editor.call(setMemberInactive, { ...member, isInactive: false });
    await untilWaiting(app.db, 1);
    return { answer: waiting };
  });
  expect((await answer).body).toMatchObject({ wasSuccessful: true });
  expect(await pcpsOf()).toEqual([chosen.userId]);
});

test('the database holds one PCP of a patient, who is a member', async () => {
  const patient = await buildPatient(app.db);
  const [one, other] = [await buildUser(app.db), await buildUser(app.db)];
  for (const user of [one, other]) await addToCareTeam(app.db, patient, user);
  const change = (values: ReturnType<typeof sql>) =>
    sql`update care_team_member set ${values} where patient_id = ${patient.patientId}`.execute(app.db);
  await change(sql`is_pcp = user_id = ${one.userId}`);
  await change(sql`is_pcp = user_id = ${other.userId}`);
  await expect(change(sql`is_pcp = true`)).rejects.toMatchObject({ constraint: 'care_team_member_one_pcp' });
  await expect(change(sql`status = 'inactive'`)).rejects.toMatchObject({
    constraint: 'care_team_member_pcp_is_member',
  });
});
