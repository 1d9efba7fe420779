import { careTeamTexts, listCareTeam } from '@careloop/contracts/care-teams';
import {
  inviteToCareTeam,
  isOnCareTeam,
  joinCareTeam,
  listCareTeamMembers,
  membershipTexts,
  setMemberInactive,
  setMemberRelationshipType,
  updatePatientPcp,
} from '@careloop/contracts/care-teams/members';
import { getProvider } from '@careloop/contracts/directory/providers';
import { getPatientInfo } from '@careloop/contracts/patients';
import { saveDemography } from '@careloop/contracts/patients/demographics';
import { listPatientChanges } from '@careloop/contracts/patients/history';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildPatient, buildProvider, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function buildTeam() {
  const patient = await buildPatient(app.db);
  const { clientId, patientId } = patient;
  const editor = await buildUser(app.db, { clientId, permissions: ['EditCareTeam'] });
  const doctor = await buildProvider(app.db, { clientId, specialty: 'Cardiology' });
  for (const user of [editor, doctor]) await addToCareTeam(app.db, patient, user);
  return { patient, patientId, clientId, doctor, editor: await app.as(editor), caller: await app.as(doctor) };
}

async function memberOf(caller: Caller, patientId: number, userId: number) {
  const { members } = await caller.ok(listCareTeam, { patientId });
  const found = members.find((member) => member.userId === userId);
  if (found === undefined) throw new Error(`${userId} is not on the care team`);
  return found;
}

const actionsOf = async (patientId: number) => {
  const { rows } = await sql<{ action: string }>`select action from audit_event
    where patient_id = ${patientId} and kind = 'change' order by audit_event_id`.execute(app.db);
  return rows.map(({ action }) => action);
};

test('members are shown with their contact data', async () => {
  const { patientId, doctor, editor, patient, clientId } = await buildTeam();
  await sql`update healthcare_provider set fax = '5085550123', direct_email = 'a@direct.example.org'
    where user_id = ${doctor.userId}`.execute(app.db);
  expect(await memberOf(editor, patientId, doctor.userId)).toMatchObject({
    healthcareProviderId: doctor.healthcareProviderId,
    specialty: 'Cardiology',
    fax: '5085550123',
    directEmail: 'a@direct.example.org',
    addressInfos: [
      { addressId: doctor.addressId, addressLabel: 'Main office', address: { zipcode: '01608' }, isArchived: false },
    ],
    relationshipType: 0,
    isPcp: false,
    status: 'accepted',
  });
  // A change of the account's Direct address also changes the provider's; without a provider it stays with the account.
  await sql`update user_account set direct_email = 'b@direct.example.org' where user_id = ${doctor.userId}`.execute(
    app.db,
  );
  await sql`update user_account set direct_email = null where user_id = ${doctor.userId}`.execute(app.db);
  expect(await memberOf(editor, patientId, doctor.userId)).toMatchObject({ directEmail: null });
  await sql`update user_account set direct_email = 'c@direct.example.org' where user_id = ${doctor.userId}`.execute(
    app.db,
  );
  expect(await editor.ok(getProvider, { healthcareProviderId: doctor.healthcareProviderId })).toMatchObject({
    directEmail: 'c@direct.example.org',
  });
  const proxy = await buildUser(app.db, { clientId });
  await addProxy(app.db, doctor, proxy);
  expect(await editor.ok(isOnCareTeam, { patientId, userId: doctor.userId })).toMatchObject({
    isMemberOfCareTeam: true,
    isProxyForMemberOfCareTeam: false,
  });
  expect(await editor.ok(isOnCareTeam, { patientId, userId: proxy.userId })).toMatchObject({
    isMemberOfCareTeam: false,
    isProxyForMemberOfCareTeam: true,
  });
  await addToCareTeam(app.db, patient, proxy, 'invited');
  expect(await memberOf(editor, patientId, doctor.userId)).toMatchObject({ status: 'accepted', statusCode: 3 });
  expect(await memberOf(editor, patientId, proxy.userId)).toMatchObject({ status: 'invited', statusCode: 1 });
  const { members } = await editor.ok(listCareTeamMembers, { patientId });
  expect(new Set(members.map(({ userId }) => userId))).toEqual(new Set([editor.userId, doctor.userId]));
});

test('a member can be made inactive and active again, which changes access to the patient', async () => {
  const { patientId, doctor, editor, caller } = await buildTeam();
  const { careTeamMemberId, version } = await memberOf(editor, patientId, doctor.userId);
  const member = { patientId, careTeamMemberId };
  expect(await editor.ok(setMemberInactive, { ...member, version })).toMatchObject({ version: version + 1 });
  expect(await caller.fail(getPatientInfo, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
  const stale = { status: 409, current: { version: version + 1, what: 'inactive', changedBy: expect.any(String) } };
  expect(await editor.fail(setMemberInactive, { ...member, version })).toMatchObject(stale);
  const now = { ...member, version: version + 1 };
  expect(await editor.fail(setMemberInactive, now)).toMatchObject({ message: membershipTexts.notActive });
  await editor.ok(setMemberInactive, { ...now, isInactive: false });
  await caller.ok(getPatientInfo, { patientId });
  expect(await actionsOf(patientId)).toEqual(['care_team.set_inactive', 'care_team.set_active']);
});

test('a primary care provider who is set inactive is it again once active, unless somebody else is', async () => {
  const { patientId, doctor, editor, clientId, patient } = await buildTeam();
  const other = await buildProvider(app.db, { clientId });
  await addToCareTeam(app.db, patient, other);
  const state = async (userId: number) => {
    const { careTeamMemberId, version, isPcp } = await memberOf(editor, patientId, userId);
    return { target: { patientId, careTeamMemberId, version }, isPcp };
  };
  const turn = async (isInactive: boolean) =>
    await editor.ok(setMemberInactive, { ...(await state(doctor.userId)).target, isInactive });
  await editor.ok(updatePatientPcp, (await state(doctor.userId)).target);
  await turn(true);
  expect((await state(doctor.userId)).isPcp).toBe(false);
  await turn(false);
  expect((await state(doctor.userId)).isPcp).toBe(true);
  await turn(true);
  await editor.ok(updatePatientPcp, (await state(other.userId)).target);
  await turn(false);
  expect([(await state(doctor.userId)).isPcp, (await state(other.userId)).isPcp]).toEqual([false, true]);
});

test('relationship and primary care provider are set by editors and by the member', async () => {
  const { patientId, doctor, editor, caller, clientId, patient } = await buildTeam();
  const other = await buildProvider(app.db, { clientId });
  await addToCareTeam(app.db, patient, other);
  const { careTeamMemberId, version } = await memberOf(editor, patientId, doctor.userId);
  const member = { patientId, careTeamMemberId, version };
  await caller.ok(setMemberRelationshipType, { ...member, relationshipType: 2 });
  expect(await memberOf(editor, patientId, doctor.userId)).toMatchObject({ relationshipType: 2 });
  const bad = await editor.fail(setMemberRelationshipType, { ...member, relationshipType: 3 as never });
  expect(bad).toMatchObject({ code: 'invalid_input' });

  await caller.ok(updatePatientPcp, { ...member, version: version + 1 });
  const { careTeamMemberId: otherId, version: otherVersion } = await memberOf(editor, patientId, other.userId);
  const otherMember = { patientId, careTeamMemberId: otherId, version: otherVersion };
  await editor.ok(updatePatientPcp, otherMember);
  const { members } = await editor.ok(listCareTeam, { patientId });
  expect(members.filter(({ isPcp }) => isPcp).map(({ userId }) => userId)).toEqual([other.userId]);
  const { rows } = await sql<{ id: number }>`select pcp_healthcare_provider_id as id from patient
    where patient_id = ${patientId}`.execute(app.db);
  expect(rows).toEqual([{ id: other.healthcareProviderId }]);
  const { items } = await editor.ok(listPatientChanges, { patientId });
  expect(items.map(({ fields }) => fields.map(({ field }) => field))).toEqual([['pcp_name'], ['pcp_name']]);
  // A form opened before is refused with the name of whoever changed the provider.
  const grace = { firstName: 'Grace', lastName: 'Okafor', dateOfBirth: '1945-07-14', genderCode: 2 } as const;
  expect(await editor.fail(saveDemography, { ...grace, patientId, version: 2 })).toMatchObject({
    status: 409,
    current: { version: 3, changedBy: items[0]?.changedBy },
  });
  const staff = await memberOf(editor, patientId, editor.userId);
  const { careTeamMemberId: staffId, version: staffVersion } = staff;
  const refusal = await editor.fail(updatePatientPcp, { patientId, careTeamMemberId: staffId, version: staffVersion });
  expect(refusal).toMatchObject({ message: membershipTexts.notProvider });
  // The doctor may not change a colleague.
  const foreign = await caller.fail(setMemberRelationshipType, {
    ...otherMember,
    version: otherVersion + 1,
    relationshipType: 1,
  });
  expect(foreign).toMatchObject({ message: membershipTexts.mayNotEdit });
  const nobody = await editor.fail(updatePatientPcp, { patientId, careTeamMemberId: 999_999, version: 1 });
  expect(nobody).toMatchObject({ message: careTeamTexts.notMember });
});

test('without a version, a change applies to the current one', async () => {
  const { patientId, doctor, editor } = await buildTeam();
  const { careTeamMemberId, version } = await memberOf(editor, patientId, doctor.userId);
  const member = { patientId, careTeamMemberId };
  await editor.ok(setMemberRelationshipType, { ...member, relationshipType: 2 });
  await editor.ok(updatePatientPcp, member);
  expect(await editor.ok(setMemberInactive, member)).toMatchObject({ version: version + 3 });
  expect(await memberOf(editor, patientId, doctor.userId)).toMatchObject({ status: 'inactive', relationshipType: 2 });
});

test('joining is for users who see all patients, and for editors who see this one', async () => {
  const { patientId, clientId, doctor } = await buildTeam();
  const viewer = await app.as(await buildUser(app.db, { clientId, permissions: ['ViewAllPatients'] }));
  const { can } = await viewer.ok(listCareTeam, { patientId });
  expect(can).toEqual({ invite: membershipTexts.mayNotEdit, join: true, message: true });
  await viewer.ok(joinCareTeam, { patientId });
  expect(await viewer.fail(joinCareTeam, { patientId })).toMatchObject({ message: membershipTexts.alreadyMember });
  expect(await actionsOf(patientId)).toEqual(['care_team.joined']);
  const proxy = await buildUser(app.db, { clientId, permissions: [] });
  await addProxy(app.db, doctor, proxy);
  const refusal = await (await app.as(proxy)).fail(joinCareTeam, { patientId });
  expect(refusal).toMatchObject({ message: membershipTexts.mayNotJoin });
});

test('providers of the record are listed: those with a user can be invited, for others a reason is given', async () => {
  const { patientId, clientId, editor, caller, doctor } = await buildTeam();
  const colleague = await buildProvider(app.db, { clientId });
  const stranger = await buildProvider(app.db);
  const without = await buildProvider(app.db, { clientId });
  await sql`update healthcare_provider set user_id = null
    where healthcare_provider_id = ${without.healthcareProviderId}`.execute(app.db);
  await sql`update patient set pcp_healthcare_provider_id = ${without.healthcareProviderId}
    where patient_id = ${patientId}`.execute(app.db);
  await sql`with team as (insert into record_care_team (patient_id, source_system, source_id)
      values (${patientId}, 'test', ${`team-${patientId}`}) returning record_care_team_id)
    insert into record_care_team_provider select record_care_team_id, id, 'Heart' from team,
      unnest(${[doctor, colleague, stranger].map((one) => one.healthcareProviderId)}::bigint[]) as id`.execute(app.db);
  const { recordProviders, members } = await editor.ok(listCareTeam, { patientId });
  expect(members).toHaveLength(2);
  expect(
    recordProviders.map(({ healthcareProviderId: id, isPcp, roles, can }) => ({ id, isPcp, roles, ...can })),
  ).toEqual([
    { id: without.healthcareProviderId, isPcp: true, roles: [], invite: membershipTexts.noUserRecord },
    ...[
      { id: colleague.healthcareProviderId, isPcp: false, roles: ['Heart'], invite: true },
      { id: stranger.healthcareProviderId, isPcp: false, roles: ['Heart'], invite: membershipTexts.notColleague },
    ].toSorted(
      (one, other) =>
        recordProviders.findIndex((p) => p.healthcareProviderId === one.id) -
        recordProviders.findIndex((p) => p.healthcareProviderId === other.id),
    ),
  ]);
  // The provider is listed, but not a member, so they have no access to the record.
  const named = await (await app.as(colleague)).fail(getPatientInfo, { patientId });
  expect(named).toMatchObject({ code: 'unauthorized_patient' });
  const asDoctor = await caller.ok(listCareTeam, { patientId });
  expect(asDoctor.recordProviders.find((one) => one.userId === colleague.userId)?.can.invite).toBe(
    membershipTexts.mayNotEdit,
  );
  await editor.ok(inviteToCareTeam, { patientId, userIds: [colleague.userId] });
  const after = await editor.ok(listCareTeam, { patientId });
  expect(after.recordProviders.map(({ userId }) => userId)).not.toContain(colleague.userId);
});
