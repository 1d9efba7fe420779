import { identifierTexts } from '@careloop/contracts/fields/identifiers';
import { inviteToCareTeam } from '@careloop/contracts/care-teams/members';
import { findUsers } from '@careloop/contracts/directory/users';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

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
  await expectAccessible(doctor, 'an invitation that was taken back');
  await accepting.getByRole('button', { name: 'Close' }).last().click();
  // An invitation for another patient is still pending.
  await expect(doctor.getByText('None for this patient; 1 other')).toBeVisible();
  await doctor.getByRole('link', { name: 'Show all invitations' }).click();
  await expect(doctor.getByRole('option')).toHaveCount(1);
});

test('an SSN is edited behind its mask, and an impossible one is refused', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Jefferson');
  await page.goto(`/provider/Patient/${patient.patientId}?section=demographics`);
  await page.getByRole('button', { name: 'Edit demographics' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit demographics' });
  const ssn = dialog.getByRole('textbox', { name: 'SSN' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await ssn.fill('900-12-3456');
  await save.click();
  await expect(dialog.getByText(identifierTexts.ssnImpossible)).toBeVisible();
  await ssn.fill('219099998');
  await save.click();
  await expect(page.getByText('Demographics saved')).toBeVisible();
  await expect(page.getByRole('tabpanel').getByText('***-**-9998').first()).toBeVisible();
  await page.getByRole('button', { name: 'Edit demographics' }).click();
  await expect(ssn).toHaveValue('***-**-9998');
});

test('on a phone the record takes more than half of the screen', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Jefferson');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/provider/Patient/${patient.patientId}`);
  const panel = page.getByRole('tabpanel', { name: 'Overview' });
  await expect(panel).toBeVisible();
  const box = await panel.boundingBox();
  expect(box?.height).toBeGreaterThan(844 / 2);
  const tabs = await page.getByRole('tablist').boundingBox();
  expect(tabs?.height).toBeLessThan(60);
  await page.getByRole('tab', { name: 'Activities' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Activities' })).toBeVisible();
});

test('on a phone every action of the banner is within reach', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Jefferson');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/provider/Patient/${patient.patientId}`);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner.getByRole('button', { name: 'New message' })).toBeVisible();
  for (const button of await banner.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  const more = banner.getByRole('button', { name: 'More actions' });
  await more.click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Send SMS',
    'UPLOAD CHART(S)',
    'Find a provider',
    'New consultation',
  ]);
  await expectAccessible(page, 'the menu of a patient on a phone');
  await page.getByRole('menuitem', { name: 'Send SMS' }).click();
  await expect(page.getByRole('dialog', { name: /^Send SMS/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
});

test('access requests open with the user’s own if there are none to decide', async ({ openAs }) => {
  const page = await openAs('drobrien');
  await page.goto('/provider/AccessRequests');
  await expect(page.getByRole('option')).toHaveCount(1);
  const own = page.getByRole('radio', { name: 'My requests' });
  await expect(own).toBeChecked();
  // A user who is viewing requests to decide stays there.
  await page.getByText('To answer').click();
  await expect(page.getByText('Nothing to answer')).toBeVisible();
  await expect(own).not.toBeChecked();
});
