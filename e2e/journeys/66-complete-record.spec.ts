import { expectAccessible } from '../support/accessibility.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

test('office staff accepts for a provider, and the complete record opens as a PDF', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Russo',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Syncope on standing up, please evaluate.',
    withDocument: true,
  });
  const name = nameOf(patient);

  await test.step('it is accepted on the provider’s behalf, with a visit after the due time', async () => {
    await office.goto('/provider/WorkQueues');
    await office.getByRole('option', { name }).click();
    await office.getByRole('button', { name: 'Accept or decline' }).click();
    const dialog = office.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
    await dialog.getByRole('radio', { name: 'Accept' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Provider' })).toHaveValue('Patel, Anjali');
    await dialog.getByRole('radio', { name: 'Yes', exact: true }).check();
    await dialog.getByLabel('Appointment date').fill('7/14/2031');
    await dialog.getByLabel('Appointment time').fill('9');
    await expect(dialog.getByText('The visit is on Monday, 7/14/31 9:00 AM.')).toBeVisible();
    await expect(dialog.getByText('This is after the due time of the referral')).toBeVisible();
    await dialog.getByRole('button', { name: 'Accept referral' }).click();
    await expect(office.getByText('Referral accepted')).toBeVisible();
    await expect(dialog).toBeHidden();
  });
  await test.step('the referring side sees it and requests the complete record', async () => {
    await sender.goto(`/provider/Referrals?referralId=${referralId}`);
    await expect(sender.getByRole('option', { name, selected: true })).toContainText(
      'Appointment 7/14/31 9:00 AM, after due time',
    );
    await expect(section(sender, 'Appointment')).toContainText('after the due time');
    await expect(section(sender, 'History')).toContainText('Carla Medeiros for Anjali Patel');
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
