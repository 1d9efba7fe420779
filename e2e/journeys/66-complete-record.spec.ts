import { getReferral } from '@careloop/contracts/referrals';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

test('office staff accepts for a provider, and the complete record opens as a PDF', async ({ openAs }) => {
  test.slow();
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  const physician = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Russo',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Syncope on standing up, please evaluate.',
    withDocument: true,
  });
  const name = nameOf(patient);

  await test.step('it is accepted without an appointment, on the provider’s behalf', async () => {
    await physician.goto('/provider/WorkQueues');
    await expect(physician.getByRole('option', { name })).toBeVisible();
    await office.goto('/provider/WorkQueues');
    const item = office.getByRole('option', { name });
    await item.click();
    await office.getByRole('button', { name: 'Accept or decline' }).click();
    const dialog = office.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
    await expect(dialog.getByRole('button', { name: 'Add note' })).toBeHidden();
    await dialog.getByRole('radio', { name: 'Accept' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Provider' })).toHaveValue('Patel, Anjali');
    await dialog.getByRole('radio', { name: 'No', exact: true }).check();
    await expect(dialog.getByText('The referral stays Pending in the work queue')).toBeVisible();
    await dialog.getByLabel('Add a note').fill('We call the patient today.');
    await dialog.getByRole('button', { name: 'Accept referral' }).click();
    await expect(office.getByText('Referral accepted')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(section(office, 'History')).toContainText('Carla Medeiros for Anjali Patel');
    await expect(section(office, 'Appointment')).toContainText('no appointment logged yet');
    // Without an appointment the work is not done, so the item stays in the queue for both of them.
    await expect(item).toContainText('Pending');
    await expect(physician.getByRole('option', { name })).toContainText('Pending');
    const { status, timeline } = await call(sender.request, getReferral, { referralId });
    expect(status).toBe('accepted');
    expect(timeline.at(-1)).toMatchObject({ action: 'accepted', onBehalfOfFullName: expect.stringContaining('Patel') });
  });
  await test.step('the referring side requests the complete record', async () => {
    await sender.goto(`/provider/Referrals?referralId=${referralId}`);
    await sender.getByRole('button', { name: 'Complete record' }).click();
    const open = sender.getByRole('link', { name: /^Open complete record \(\d+ pages\)$/ });
    await expect(open).toBeVisible();
    await expectAccessible(sender, 'a referral with its complete record');
    const response = await sender.request.get((await open.getAttribute('href')) ?? '');
    expect(response.headers()['content-type']).toBe('application/pdf');
    expect((await response.body()).subarray(0, 5).toString()).toBe('%PDF-');
  });
  await test.step('the summary is printed without screen controls, with the patient on each page', async () => {
    await sender.evaluate('window.print = () => undefined');
    await sender.getByRole('button', { name: 'Print summary' }).click();
    const sheets =
      '[...document.adoptedStyleSheets].flatMap((one) => [...one.cssRules].map((rule) => rule.cssText)).join()';
    const printed = await sender.evaluate<string>(sheets);
    expect(printed).toContain(name);
    expect(printed).toContain(`MRN ${patient.mrn}`);
    await sender.emulateMedia({ media: 'print' });
    await expect(sender.getByText('Syncope on standing up, please evaluate.').first()).toBeVisible();
    for (const button of ['Print summary', 'Complete record', 'Add comment', 'Show content', 'Cancel referral'])
      await expect(sender.getByRole('button', { name: button })).toHaveCount(0);
    await expect(sender.getByLabel('Add a comment')).toBeHidden();
    await sender.emulateMedia({ media: 'screen' });
  });
});
