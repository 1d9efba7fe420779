import { nameOf, sendReferral } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

test('the office accepts for its physician, and the history shows both names', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  const physician = await openAs('drpatel');
  const { patient } = await sendReferral(sender, {
    patient: 'Rosen',
    to: 'Patel',
    for: 'Washington',
    reason: 'Family history of sudden death, wishes an opinion before starting sports.',
  });
  const name = nameOf(patient);
  await physician.goto('/provider/WorkQueues');
  await expect(physician.getByRole('option', { name })).toBeVisible();

  await office.goto('/provider/WorkQueues');
  await office.getByRole('option', { name }).click();
  await office.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = office.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('radio', { name: 'Accept' }).click();
  await dialog.getByRole('radio', { name: 'No' }).check();
  await expect(dialog.getByText('The referral stays Pending in the work queue')).toBeVisible();
  await dialog.getByRole('button', { name: 'Accept referral' }).click();
  await expect(office.getByText('Referral accepted')).toBeVisible();

  const history = section(office, 'History');
  await expect(history).toContainText('Carla Medeiros for Anjali Patel');
  await expect(section(office, 'Appointment')).toContainText('no appointment logged yet');
  // Without an appointment the work is not done, so the item stays in the queue for both of them.
  await expect(physician.getByRole('option', { name })).toContainText('Pending');
  await expect(office.getByRole('option', { name })).toContainText('Pending');
});
