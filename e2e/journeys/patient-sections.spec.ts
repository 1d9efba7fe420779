import { careTeamTexts } from '@careloop/contracts/care-teams';
import { acceptInvitation, getInvitations } from '@careloop/contracts/care-teams/invitations';
import { encounterTexts, saveEncounter } from '@careloop/contracts/patients/encounters';
import { dayIn } from '@careloop/contracts/fields/clock';
import { inviteToCareTeam, membershipTexts } from '@careloop/contracts/care-teams/members';
import { countClinicalRecord } from '@careloop/contracts/clinical-record';
import { getSectionCounts, listPatients } from '@careloop/contracts/patients';
import { findUsers } from '@careloop/contracts/directory/users';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('an encounter is added', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Sullivan');
  await page.goto(`/provider/Patient/${patientId}?section=encounters`);
  await page.getByRole('button', { name: 'Add encounter' }).click();
  const form = page.getByRole('dialog', { name: 'Add encounter' });
  await form.getByLabel('Encounter date, date').fill('3/2/2099');
  await form.getByLabel('Encounter date, time').fill('6:15 am');
  await form.getByLabel('Reason').focus();
  await expect(form.getByText(encounterTexts.inFuture)).toBeVisible();
  await form.getByLabel('Discharged, date').fill('3/1/2026');
  await form.getByLabel('Discharged, time').fill('6:15 am');
  await form.getByLabel('Reason').focus();
  await expect(form.getByText(encounterTexts.dischargeBeforeStart)).toBeVisible();
  await form.getByLabel('Encounter date, date').fill('2/1/2026');
  await expect(form.getByText(encounterTexts.dischargeBeforeStart)).toBeHidden();
  await form.getByLabel('Encounter date, date').fill('3/2/2026');
  await expect(form.getByText(encounterTexts.dischargeBeforeStart)).toBeVisible();
  await form.getByLabel('Discharged, date').fill('');
  await form.getByLabel('Discharged, time').fill('');
  await expect(form.getByText(encounterTexts.inFuture)).toBeHidden();
  await form.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Emergency' }).click();
  await form.getByLabel('Reason').fill('Fall at home');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Encounter added')).toBeVisible();
  const row = page.getByRole('region', { name: 'Encounters' }).getByRole('row').filter({ hasText: 'Fall at home' });
  await expect(row).toContainText('6:15 AM');
});

test('the day of an encounter is that of its place for a reader in another time zone', async ({ openAs }) => {
  const page = await openAs('coordinator', { timezoneId: 'Asia/Kolkata' });
  // A late evening in New York, the next morning in Kolkata.
  const encounterDate = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T03:15:00Z`;
  const { items } = await call(page.request, listPatients, { searchTerm: '' });
  const patient = items.find(
    ({ lastEncounterDate }) => lastEncounterDate === null || lastEncounterDate < encounterDate,
  );
  const { patientId = 0, mrn = '' } = patient ?? {};
  const timeZone = 'America/New_York';
  await call(page.request, saveEncounter, { patientId, encounterTypeCode: 1, encounterDate, timeZone });
  await page.goto('/provider/Patients');
  const row = page.getByRole('region', { name: 'Patients' }).getByRole('row').filter({ hasText: mrn });
  await expect(row.getByText(dayIn(encounterDate, timeZone), { exact: true })).toBeVisible();
});

test('the tabs stay where they are when their counts arrive', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Krishnamurthy');
  const loaded = Promise.withResolvers<void>();
  for (const { path } of [getSectionCounts, countClinicalRecord]) {
    await page.route(`**/api${path}*`, async (route) => {
      await loaded.promise;
      await route.continue();
    });
  }
  await page.goto(`/provider/Patient/${patientId}?section=medications`);
  const places = () =>
    page.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => (tab as { offsetLeft?: number }).offsetLeft));
  await expect(page.getByRole('tab', { name: 'Documents', exact: true })).toBeVisible();
  const before = await places();
  loaded.resolve();
  await expect(page.getByRole('tab', { name: /^Documents \d+$/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Results \d+$/ })).toBeVisible();
  expect(await places()).toEqual(before);
});

test('activities are filtered by person', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Fitzgerald');
  await page.goto(`/provider/Patient/${patientId}?section=activities`);
  const entries = page.getByRole('list', { name: 'Activities of the patient' }).getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  await page.getByRole('combobox', { name: 'By whom' }).click();
  await page.getByRole('option', { name: /^Anjali Patel \(/ }).click();
  await expect(page).toHaveURL(/activityPerson=Anjali/);
  await expect(entries.filter({ hasNotText: 'Anjali Patel' })).toHaveCount(0);
  await expect(entries.first()).toContainText('Anjali Patel');
  await expectAccessible(page, 'activities');
});

test('providers named in a record are invited from the care team, or the reason why not is shown', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Hernández');
  await page.goto(`/provider/Patient/${patientId}?section=careTeam`);
  const named = page.getByRole('region', { name: 'Named in the patient’s record' }).getByRole('table');
  const without = named.getByRole('row').filter({ hasText: 'Consulting physician' });
  await expect(without).toContainText('No user record');
  await expect(without).toContainText(membershipTexts.noUserRecord);
  const colleague = named.getByRole('row').filter({ hasText: 'Attending physician' });
  await expectAccessible(page, 'providers of the record');

  await colleague.getByRole('button', { name: /^Invite / }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to care team' });
  await expect(dialog.getByRole('list', { name: 'Invited people' }).getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Invitation sent.')).toBeVisible();
  await expect(colleague).toHaveCount(0);
  await expect(
    page.getByRole('region', { name: 'Care team' }).getByRole('row').filter({ hasText: 'Invited' }),
  ).toHaveCount(1);
});

test('a withdrawn invitation is reported in the dialog that is about to accept it', async ({ openAs }) => {
  const coordinator = await openAs('coordinator');
  const { items: users } = await call(coordinator.request, findUsers, { searchTerm: "o'brien" });
  const patient = await findPatient(coordinator, 'Bergström');
  await call(coordinator.request, inviteToCareTeam, {
    patientId: patient.patientId,
    userIds: users.map(({ userId }) => userId),
  });
  const doctor = await openAs('drobrien');
  await doctor.goto(`/provider/Patients/Invites?patientId=${patient.patientId}`);
  await doctor.getByRole('button', { name: 'Accept invite' }).click();
  const accepting = doctor.getByRole('dialog', { name: 'Accept Invite' });
  await expect(accepting.getByLabel('Patient')).toContainText(nameOf(patient));

  await coordinator.goto(`/provider/Patient/${patient.patientId}?section=careTeam`);
  await coordinator.getByRole('button', { name: "Withdraw the invitation of Siobhán O'Brien" }).click();
  const taking = coordinator.getByRole('dialog', { name: 'Withdraw invitation' });
  await expectAccessible(coordinator, 'taking back an invitation');
  await taking.getByLabel('Reason').fill('Invited by mistake.');
  await taking.getByRole('button', { name: 'Withdraw invitation' }).click();
  await expect(coordinator.getByText('Invitation withdrawn.')).toBeVisible();

  await expect(accepting.getByText('This invitation was withdrawn or answered')).toBeVisible();
  await expect(accepting.getByRole('button', { name: 'Accept invite' })).toHaveCount(0);

  // The opposite: accepted while it is about to be withdrawn.
  await call(coordinator.request, inviteToCareTeam, {
    patientId: patient.patientId,
    userIds: users.map(({ userId }) => userId),
  });
  await coordinator.getByRole('button', { name: "Withdraw the invitation of Siobhán O'Brien" }).click();
  await taking.getByLabel('Reason').fill('Invited by mistake again.');
  const { items: invitations } = await call(doctor.request, getInvitations, { patientId: patient.patientId });
  await call(doctor.request, acceptInvitation, { careTeamMemberId: invitations[0]?.careTeamMemberId ?? 0 });
  await taking.getByRole('button', { name: 'Withdraw invitation' }).click();
  const removing = coordinator.getByRole('dialog', { name: 'Remove Care Team Member' });
  await expect(removing.getByRole('alert')).toContainText("Siobhán O'Brien has accepted the invitation");
  await expectAccessible(coordinator, 'removing a member who has just accepted');
  await expect(removing.getByLabel('Reason')).toHaveValue('Invited by mistake again.');
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(coordinator.getByText(careTeamTexts.removed)).toBeVisible();
});

test('a draft about one patient is not opened as a message about another patient', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const [first, second] = [await findPatient(page, 'Sullivan'), await findPatient(page, 'Tran')];
  await page.goto(`/provider/Patient/${first.patientId}`);
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  const saved = page.waitForResponse((response) => response.url().includes('/messages/drafts/save'));
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Her weight is up again.');
  await saved;
  await page.goto(`/provider/Patient/${second.patientId}`);
  await page.getByRole('button', { name: 'New message' }).click();
  await expect(dialog.getByText('You have a draft about SULLIVAN')).toBeVisible();
  await expectAccessible(page, 'draft about another patient');
  await dialog.getByRole('button', { name: 'Discard draft and start new' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect(dialog.getByText('TRAN').first()).toBeVisible();
});
