import { findUsers } from '@careloop/contracts/directory/users';
import { inviteToCareTeam } from '@careloop/contracts/care-teams/members';
import { sendMessage } from '@careloop/contracts/messages/sending';
import { patientAccessTexts } from '@careloop/contracts/patient-access';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { runStatement } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

/** Finds a patient beyond the user's own list. */
async function find(page: Page, lastName: string): Promise<void> {
  await page.goto('/provider/Patients/Find');
  await page.getByRole('searchbox', { name: 'Find patient' }).fill(lastName);
  await expect(page.getByRole('row').filter({ hasText: lastName.toLocaleUpperCase('en-US') })).toBeVisible();
}

test('a patient is found, access requested, and approved in another browser, which opens the record at once', async ({
  openAs,
}) => {
  const coordinator = await openAs('coordinator');
  const patient = await findPatient(coordinator, 'Castellano');
  const doctor = await openAs('drrosenberg');
  await coordinator.goto('/provider/AccessRequests');
  const requests = coordinator.getByRole('option');
  await expect(requests).toHaveCount(2);

  await find(doctor, 'Castellano');
  await doctor.getByRole('button', { name: /^Request access to CASTELLANO/ }).click();
  const dialog = doctor.getByRole('dialog', { name: 'Request access' });
  const send = dialog.getByRole('button', { name: 'Request access' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Her mother asked for a thyroid work-up.');
  await expectAccessible(doctor, 'requesting access');
  await send.click();
  await expect(doctor.getByText(patientAccessTexts.requested)).toBeVisible();
  await expect(doctor.getByText('Access requested', { exact: true })).toBeVisible();

  await coordinator.getByRole('button', { name: '1 new' }).click();
  await expect(requests).toHaveCount(3);
  await requests.filter({ hasText: nameOf(patient) }).click();
  await expect(coordinator.getByText('Her mother asked for a thyroid work-up.')).toBeVisible();
  await expectAccessible(coordinator, 'access requests');
  await coordinator.getByRole('button', { name: 'Approve access for Daniel Rosenberg-Katz' }).click();
  await expect(coordinator.getByText('Approved. Daniel Rosenberg-Katz is now on the care team.')).toBeVisible();

  await expect(doctor.getByText(`You have access to ${nameOf(patient)} now.`)).toBeVisible();
  await doctor.getByRole('link', { name: nameOf(patient) }).click();
  await expect(doctor.getByRole('heading', { level: 1 })).toHaveText(nameOf(patient));
});

test('a record is opened in an emergency, the care team is notified, and an administrator reviews it', async ({
  openAs,
}) => {
  const coordinator = await openAs('coordinator');
  const patient = await findPatient(coordinator, 'Chen');
  const { patientId } = patient;
  const member = await openAs('drnguyen');
  await member.goto('/provider/Patients');
  const doctor = await openAs('drrosenberg');

  await find(doctor, 'Chen');
  await doctor.getByRole('button', { name: /^Emergency access to CHEN, Robert/ }).click();
  const dialog = doctor.getByRole('dialog', { name: 'Emergency access' });
  await dialog.getByLabel('Reason').fill('Unresponsive on arrival, glucose 38.');
  await expectAccessible(doctor, 'emergency access');
  await dialog.getByRole('button', { name: 'Open for 60 minutes' }).click();
  await expect(doctor).toHaveURL(`/provider/Patient/${patientId}`);
  await expect(doctor.getByText('59 minutes left')).toBeVisible();
  await expectAccessible(doctor, 'a patient under emergency access');
  await doctor.getByRole('tab', { name: 'Clinical record' }).click();
  await doctor.getByRole('tab', { name: 'Conditions' }).click();
  await expect(doctor.getByRole('region', { name: 'Conditions' })).toBeVisible();

  await member.getByRole('link', { name: 'See who and why' }).click();
  await expect(member.getByText('Daniel Rosenberg-Katz has emergency access')).toBeVisible();
  await expect(member.getByText('Unresponsive on arrival, glucose 38.').first()).toBeVisible();

  // An hour later.
  await runStatement('update break_glass_access set expires_at = now() where patient_id = $1', [patientId]);
  await doctor.getByRole('tab', { name: 'Encounters' }).click();
  await expect(doctor).toHaveURL('/provider/Patients');
  await expect(doctor.getByText('You do not have access to this patient.')).toBeVisible();

  const admin = await openAs('admin');
  await admin.goto('/provider/EmergencyAccess');
  const windows = admin.getByRole('option');
  await expect(windows).toHaveCount(2);
  await expect(windows.first()).toContainText(nameOf(patient));
  const detail = admin.getByRole('article');
  await expect(detail.getByRole('heading', { name: 'Daniel Rosenberg-Katz' })).toBeVisible();
  await expect(detail).toContainText('Unresponsive on arrival, glucose 38.');
  await expect(detail.getByRole('region', { name: 'What was opened' })).toContainText('Conditions');
  await expectAccessible(admin, 'review of emergency access');
  await detail.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(windows).toHaveCount(1);
  await expect(windows).not.toContainText(nameOf(patient));
});

test('a user is invited, sees the invitation at once, and accepts it', async ({ openAs }) => {
  const coordinator = await openAs('coordinator');
  const patient = await findPatient(coordinator, 'Chen');
  const doctor = await openAs('drobrien');
  await doctor.goto('/provider/Patients');
  await expect(doctor.getByRole('link', { name: '1 pending invitation', exact: true })).toBeVisible();

  await coordinator.goto(`/provider/Patient/${patient.patientId}?section=careTeam`);
  await coordinator.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = coordinator.getByRole('dialog', { name: 'Invite to care team' });
  const people = dialog.getByRole('combobox', { name: 'People' });
  const option = coordinator.getByRole('option').filter({ hasText: "O'Brien, Siobhán" });
  await people.fill("o'brien");
  await option.click();
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
  await expectAccessible(doctor, 'invitations');
  await doctor.getByRole('button', { name: 'Accept invite' }).click();
  const accepting = doctor.getByRole('dialog', { name: 'Accept Invite' });
  await expect(accepting.getByLabel('Patient')).toContainText(nameOf(patient));
  await expectAccessible(doctor, 'accepting an invitation');
  await accepting.getByRole('button', { name: 'Accept invite' }).click();
  await expect(doctor).toHaveURL(`/provider/Patient/${patient.patientId}`);
  await expect(doctor.getByRole('heading', { level: 1 })).toHaveText(nameOf(patient));
  await expect(row).toContainText('Member');

  // Without access, the doctor returns to their own patients.
  await row.getByRole('button', { name: "More for Siobhán O'Brien" }).click();
  await coordinator.getByRole('menuitem', { name: 'Set inactive' }).click();
  const asking = coordinator.getByRole('dialog', { name: "Set Siobhán O'Brien inactive?" });
  await asking.getByRole('button', { name: 'Set inactive' }).click();
  await expect(row).toContainText('Inactive');
  await expect(doctor).toHaveURL('/provider/Patients');
  await expect(doctor.getByText('You do not have access to this patient.')).toBeVisible();
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
  await expect(bulk.getByText('4 of 4 processed')).toBeVisible();
  await expect(bulk.getByRole('list', { name: 'Results' }).getByText('Declined')).toHaveCount(4);
  await bulk.getByRole('button', { name: 'Close' }).last().click();
  await expect(office.getByText('No pending invitations')).toBeVisible();

  // A message adds the invited person, which accepts the invitation.
  const { patientId } = await findPatient(coordinator, 'Khalil');
  await call(coordinator.request, inviteToCareTeam, { patientId, userIds });
  await expect(options).toHaveCount(1);
  const message = { patientId, recipientUserIds: userIds, message: 'Would you look at his statin?' };
  await call(coordinator.request, sendMessage, message);
  const accepted = office.getByRole('region', { name: 'Accepted without an answer' });
  await expect(accepted).toContainText('Accepted by message for Anjali Patel');
  await expectAccessible(office, 'an invitation accepted by a message');
});
