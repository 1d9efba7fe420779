import { careTeamTexts, listCareTeam } from '@careloop/contracts/care-teams';
import { getInvitations, invitationPageSize, invitationTexts } from '@careloop/contracts/care-teams/invitations';
import { inviteToCareTeam, membershipTexts } from '@careloop/contracts/care-teams/members';
import { messageTexts } from '@careloop/contracts/messages';
import { duplicateUserText, findUsers } from '@careloop/contracts/directory/users';
import { listPatients } from '@careloop/contracts/patients';
import { addPatient } from '@careloop/contracts/patients/add';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { runStatement } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

async function openCareTeam(page: Page, patientId: number): Promise<void> {
  await page.goto(`/provider/Patient/${patientId}?section=careTeam`);
  await expect(page.getByRole('region', { name: 'Care team' })).toBeVisible();
}

test('a user is invited, sees the invitation at once, and accepts it', async ({ openAs }) => {
  const coordinator = await openAs('coordinator');
  const patient = await findPatient(coordinator, 'Chen');
  const doctor = await openAs('drobrien');
  await doctor.goto('/provider/Patients');
  await expect(doctor.getByRole('link', { name: '1 pending invitation', exact: true })).toBeVisible();

  await openCareTeam(coordinator, patient.patientId);
  await coordinator.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = coordinator.getByRole('dialog', { name: 'Invite to care team' });
  const people = dialog.getByRole('combobox', { name: 'People' });
  const option = coordinator.getByRole('option').filter({ hasText: "O'Brien, Siobhán" });
  await people.fill("o'brien");
  await option.click();
  await people.fill("o'brien");
  await option.click();
  await expect(dialog.getByText(duplicateUserText)).toBeVisible();
  await people.fill('thornton');
  await coordinator.getByRole('option').filter({ hasText: 'No user record' }).first().click();
  await expect(dialog.getByText(membershipTexts.noUserRecord)).toBeVisible();
  await dialog.getByLabel('Message to the people you invite').fill('His left knee gives way on the stairs.');
  await expectAccessible(coordinator, 'inviting to a care team');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(coordinator.getByText('Invitation sent.')).toBeVisible();
  const row = coordinator.getByRole('row').filter({ hasText: "O'Brien, Siobhán" });
  await expect(row).toContainText('Invited');

  // Without a reload.
  await doctor.getByRole('link', { name: '2 pending invitations', exact: true }).click();
  await expect(doctor).toHaveURL('/provider/Patients/Invites');
  await expect(doctor.getByRole('option')).toHaveCount(2);
  await doctor
    .getByRole('option')
    .filter({ hasText: nameOf(patient) })
    .click();
  await expect(doctor.getByText('His left knee gives way on the stairs.')).toBeVisible();
  await expect(doctor.getByText('Renée Caldwell', { exact: true })).toBeVisible();
  await expectAccessible(doctor, 'invitations');

  // The patient's URL opens the invitation, and accepting it returns to the patient.
  await doctor.goto(`/provider/Patient/${patient.patientId}`);
  await expect(doctor).toHaveURL(`/provider/Patients/Invites?patientId=${patient.patientId}`);
  await doctor.getByRole('button', { name: 'Accept invite' }).click();
  const accepting = doctor.getByRole('dialog', { name: 'Accept Invite' });
  await expect(accepting.getByLabel('Patient')).toContainText(nameOf(patient));
  await expectAccessible(doctor, 'accepting an invitation');
  await accepting.getByRole('button', { name: 'Accept invite' }).click();
  await expect(doctor).toHaveURL(`/provider/Patient/${patient.patientId}`);
  await expect(doctor.getByRole('heading', { level: 1 })).toHaveText(nameOf(patient));
  await expect(row).toContainText('Member');

  // Actions on a member.
  await row.getByRole('button', { name: "Message Siobhán O'Brien" }).click();
  const message = coordinator.getByRole('dialog', { name: 'New Message' });
  await expect(message.getByRole('list', { name: 'Chosen recipients' }).getByRole('listitem')).toHaveCount(1);
  await message.getByRole('textbox', { name: 'Message' }).fill('His films are in the chart.');
  await message.getByRole('button', { name: 'Send' }).click();
  await expect(coordinator.getByText(messageTexts.sent)).toBeVisible();
  await row.getByRole('button', { name: "More for Siobhán O'Brien" }).click();
  await coordinator.getByRole('menuitem', { name: 'Established' }).click();
  await expect(row).toContainText('Established');
  await row.getByRole('button', { name: "More for Siobhán O'Brien" }).click();
  await coordinator.getByRole('menuitem', { name: 'Set inactive' }).click();
  await expect(row).toContainText('Inactive');
  await row.getByRole('button', { name: "More for Siobhán O'Brien" }).click();
  await expect(coordinator.getByRole('menuitem', { name: 'Set relationship' })).toContainText(
    membershipTexts.notActive,
  );
  await coordinator.keyboard.press('Escape');
  await expect(doctor).toHaveURL('/provider/Patients');
  await expect(doctor.getByText('You do not have access to this patient.')).toBeVisible();
});

test('who may not change a member reads why in the member’s menu', async ({ openAs }) => {
  const page = await openAs('frontdesk');
  const { patientId } = await findPatient(page, 'Khalil');
  await openCareTeam(page, patientId);
  await page.getByRole('button', { name: 'More for Daniel Rosenberg-Katz' }).click();
  const refused = page.getByRole('menuitem', { disabled: true });
  await expect(refused).toHaveText([
    `Make primary care provider${membershipTexts.mayNotEdit}`,
    `Set inactive${membershipTexts.mayNotEdit}`,
    `Remove${careTeamTexts.mayNotRemove}`,
    `Set relationship${membershipTexts.mayNotEdit}`,
  ]);
  await expectAccessible(page, 'menu of a care team member with refusals');
});

test('a long care team is searched, and too long for one message', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Kaczmarek');
  // Accounts that may not use messages, one of them deactivated.
  const statement = `with added as (
      insert into user_account (username, user_type, first_name, last_name, is_active, origin_client_id)
      select 'member' || n, 'office_user', 'Member', 'Número ' || n, n <> 18, 1 from generate_series(1, 51) as n returning user_id),
    colleagues as (insert into user_client (user_id, client_id, is_coordinator) select user_id, 1, false from added)
    insert into care_team_member (patient_id, user_id, status, relationship_type, is_pcp, patient_last_first, patient_first_last)
    select $1, user_id, 'accepted', 'none', false, '', '' from added`;
  await runStatement(statement, [patientId]);
  await openCareTeam(page, patientId);
  const all = page.getByRole('button', { name: 'Message all' });
  await expect(all).toHaveAttribute('aria-disabled', 'true');
  await expect(all).toHaveAccessibleDescription(new RegExp(messageTexts.tooManyRecipients));
  const rows = page.getByRole('region', { name: 'Care team' }).getByRole('row');
  await expect(rows).toHaveCount(52);
  const deactivated = rows.filter({ hasText: careTeamTexts.cannotSignIn });
  await expect(deactivated).toContainText('Número 18, Member');
  await expect(deactivated.getByRole('button', { name: /^Message/ })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Find a member' }).fill('numero 17');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/member=numero/);
  await expectAccessible(page, 'a searched care team');

  await page.getByRole('button', { name: 'Message Member Número 17' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Message' });
  await expect(dialog.getByText('1 person is left out because they cannot receive messages.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
});

test('all invitations are answered at once, those of further pages too', async ({ openAs }) => {
  const admin = await openAs('admin');
  const { items: users } = await call(admin.request, findUsers, { searchTerm: 'o’brien' });
  const userIds = users.map(({ userId }) => userId);
  const { clientId } = await findPatient(admin, 'Khalil');
  for (let number = 0; number <= invitationPageSize; number += 1) {
    const { patientId } = await call(admin.request, addPatient, {
      clientId,
      firstName: 'Robin',
      lastName: `${String.fromCharCode(97 + (number % 26)).repeat(4)} ${number < 26 ? 'Hill' : 'Woods'}`,
      dateOfBirth: new Date(Date.UTC(1940 + number, number % 12, 1 + (number % 27))).toISOString().slice(0, 10),
      gender: 'female',
      mrn: `TW-${number}`,
    });
    await call(admin.request, inviteToCareTeam, { patientId, userIds });
  }
  const doctor = await openAs('drobrien');
  const { totalItemCount } = await call(doctor.request, getInvitations, {});
  expect(totalItemCount).toBeGreaterThan(invitationPageSize);
  await doctor.goto('/provider/Patients/Invites');
  await doctor.getByRole('button', { name: 'Answer several' }).click();
  const dialog = doctor.getByRole('dialog', { name: 'Answer several invitations' });
  await expect(dialog.getByRole('checkbox', { name: `All ${totalItemCount}` })).toBeChecked();
  await dialog.getByRole('button', { name: `Accept ${totalItemCount}` }).click();
  await expect(dialog.getByText(`${totalItemCount} of ${totalItemCount} processed`)).toBeVisible({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(doctor.getByText('No pending invitations')).toBeVisible();
});

test('one invitation is declined with a reason, and the others together by a user acting for the invitee', async ({
  openAs,
}) => {
  const coordinator = await openAs('coordinator');
  const { items: users } = await call(coordinator.request, findUsers, { searchTerm: 'patel' });
  const userIds = users.map(({ userId }) => userId);
  for (const name of ['Bergström', 'Castellano', 'Jefferson']) {
    const { patientId } = await findPatient(coordinator, name);
    await call(coordinator.request, inviteToCareTeam, { patientId, userIds });
  }
  const office = await openAs('office');
  await office.goto('/provider/Patients/Invites');
  const options = office.getByRole('option');
  await expect(options).toHaveCount(5);
  await expect(options.first()).toContainText('For Anjali Patel');
  const { totalItemCount } = await call(office.request, getInvitations, {});
  expect(totalItemCount).toBe(5);

  await options.first().click();
  await office.getByRole('button', { name: 'Decline invite' }).click();
  const dialog = office.getByRole('dialog', { name: 'Decline Invite' });
  await expect(dialog.getByRole('button', { name: 'Decline invite' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Not a heart problem.');
  await expectAccessible(office, 'declining an invitation');
  await dialog.getByRole('button', { name: 'Decline invite' }).click();
  await expect(options).toHaveCount(4);

  await office.getByRole('button', { name: 'Answer several' }).click();
  const bulk = office.getByRole('dialog', { name: 'Answer several invitations' });
  await bulk.getByRole('radio', { name: 'Decline' }).check();
  const decline = bulk.getByRole('button', { name: 'Decline 4' });
  await expect(decline).toBeDisabled();
  await bulk.getByLabel('Reason').fill('Dr. Patel is on leave until January.');
  await expectAccessible(office, 'answering several invitations');
  await decline.click();
  await expect(bulk.getByText(invitationTexts.processing).or(bulk.getByText('4 of 4 processed'))).toBeVisible();
  await expect(bulk.getByText('4 of 4 processed')).toBeVisible({ timeout: 20_000 });
  await expect(bulk.getByRole('list', { name: 'Results' }).getByText('Declined')).toHaveCount(4);
  await bulk.getByRole('button', { name: 'Close' }).last().click();
  await expect(office.getByText('No pending invitations')).toBeVisible();
  await expect(office.getByRole('navigation').getByRole('link', { name: 'My Patients', exact: true })).toBeVisible();

  const { items: patients } = await call(coordinator.request, listPatients, { searchTerm: 'Khalil' });
  const { members } = await call(coordinator.request, listCareTeam, { patientId: patients[0]?.patientId ?? 0 });
  expect(members.map(({ lastName }) => lastName)).not.toContain('Patel');
});
