import { membershipTexts } from '@careloop/contracts/care-teams/members';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

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

test('activities are filtered by person and by days', async ({ openAs }) => {
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
  await expectAccessible(page, 'narrowed activities');
  await page.getByLabel('Until').fill('1/2/2001');
  await page.getByLabel('Until').press('Tab');
  await expect(page.getByText('No activities of this kind yet')).toBeVisible();
});
