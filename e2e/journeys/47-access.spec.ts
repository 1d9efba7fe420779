import { patientAccessTexts } from '@careloop/contracts/patient-access';
import { getPatientInfo } from '@careloop/contracts/patients';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { tryCall } from '../support/api.ts';
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

  // Another request is declined on the patient's care team, and the requester sees the reason.
  const other = await findPatient(coordinator, 'Russo');
  await coordinator.goto(`/provider/Patient/${other.patientId}?section=careTeam`);
  await coordinator.getByRole('button', { name: 'Decline access for Daniel Rosenberg-Katz' }).click();
  const declining = coordinator.getByRole('dialog', { name: 'Decline access request' });
  await declining.getByLabel('Reason').fill('A urologist follows him.');
  await expectAccessible(coordinator, 'declining a request');
  await declining.getByRole('button', { name: 'Decline' }).click();
  await expect(doctor.getByText(`Access to ${nameOf(other)} was declined: A urologist follows him.`)).toBeVisible();
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
  const before = await tryCall(doctor.request, getPatientInfo, { patientId });
  expect(before.body.wasSuccessful).toBe(false);

  await find(doctor, 'Chen');
  await doctor.getByRole('button', { name: /^Emergency access to CHEN, Robert/ }).click();
  const dialog = doctor.getByRole('dialog', { name: 'Emergency access' });
  await dialog.getByLabel('Reason').fill('Unresponsive on arrival, glucose 38.');
  await expectAccessible(doctor, 'emergency access');
  await dialog.getByRole('button', { name: 'Open for 60 minutes' }).click();
  await expect(doctor).toHaveURL(`/provider/Patient/${patientId}`);
  await expect(doctor.getByText('59 minutes left')).toBeVisible();
  await expectAccessible(doctor, 'a patient under emergency access');
  await expect(doctor.getByRole('list', { name: 'Populations' })).toBeVisible();
  await expect(doctor.getByRole('button', { name: 'Change', exact: true })).toHaveCount(0);
  await doctor.getByRole('tab', { name: 'Conditions' }).click();
  await expect(doctor.getByRole('region', { name: 'Conditions' })).toBeVisible();
  await doctor.getByRole('tab', { name: 'Care team' }).click();
  const invite = doctor.getByRole('button', { name: 'Invite', exact: true });
  await expect(invite).toHaveAttribute('aria-disabled', 'true');

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
  await expect(detail).toContainText(nameOf(patient));
  await expect(detail).toContainText('Unresponsive on arrival, glucose 38.');
  await expect(detail.getByRole('region', { name: 'What was opened' })).toContainText('Conditions');
  await expectAccessible(admin, 'review of emergency access');

  // On a phone the list shows the same, without cut-off text.
  await admin.setViewportSize({ width: 390, height: 844 });
  await windows.first().click();
  const opened = detail.getByRole('region', { name: 'What was opened' });
  await expect(opened).toContainText('Conditions');
  const last = await opened.getByRole('listitem').last().boundingBox();
  expect((last?.x ?? 390) + (last?.width ?? 0)).toBeLessThan(390);
  await detail.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(windows).toHaveCount(1);
  await expect(windows).not.toContainText(nameOf(patient));
  await windows.click();
  await detail.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect(admin.getByText('Nothing to review').first()).toBeVisible();
});
