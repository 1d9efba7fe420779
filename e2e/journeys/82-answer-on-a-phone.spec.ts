import { referralTexts } from '@careloop/contracts/referrals';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, goToStep, openWizard } from '../support/wizard.ts';

test('a user who answers a referral on a phone can read its documents', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/provider/WorkQueues');
  await page.getByRole('option', { name: /PAPADOPOULOS/ }).click();
  await page.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('tab', { name: /^Documents/ }).click();
  await expect(dialog.getByRole('list', { name: 'Attached documents' })).toBeInViewport();
  await expect(dialog.getByRole('region', { name: /^(Text|Pages) of/ })).toBeInViewport();
  await expectAccessible(page, 'documents of a referral on a phone');
});

test('each step of the wizard opens at its top on a phone, and a message is read with its label', async ({
  openAs,
}) => {
  const page = await openAs('drpatel');
  await page.setViewportSize({ width: 390, height: 844 });
  const { patientId } = await findPatient(page, 'Chen');
  const wizard = await openWizard(page, patientId);
  await chooseProvider(wizard, 'Nguyen, Linh');
  await scrollDown(page);
  await goToStep(wizard, 2);
  const reason = wizard.getByLabel('Referral reason');
  const header = wizard.getByText('To Nguyen, Linh');
  const expectBelowHeader = (part: Locator) =>
    expect
      .poll(async () => ((await part.boundingBox())?.y ?? 0) >= ((await header.boundingBox())?.y ?? Infinity))
      .toBe(true);
  await expectBelowHeader(wizard.getByRole('heading', { name: /^Step 2 of 5/ }));
  await wizard.getByLabel('Additional info').fill('Knows the patient.');
  await scrollDown(page);
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(reason).toBeFocused();
  await expectBelowHeader(wizard.getByText(/^Referral reason/));
  await expect(wizard.getByText(referralTexts.reasonRequired)).toBeInViewport();
});

test('on a phone a toast covers neither title nor buttons of the next dialog', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.setViewportSize({ width: 390, height: 844 });
  const { patientId } = await findPatient(page, 'Dubois');
  const wizard = await openWizard(page, patientId);
  await chooseProvider(wizard, 'Nguyen, Linh');
  await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
  await page.getByRole('button', { name: 'Keep draft' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Draft saved' });
  // The pointer keeps it from closing.
  await toast.hover();
  await page.getByRole('button', { name: 'New referral' }).press('Enter');
  const offer = page.getByRole('dialog', { name: 'Continue your draft?' });
  const goOn = offer.getByRole('button', { name: 'Continue draft' });
  await expectApart(toast, [offer.getByRole('heading', { name: 'Continue your draft?' }), goOn]);
  await goOn.press('Enter');
  await expectApart(toast, [
    wizard.getByRole('heading', { name: 'Request Patient Referral' }),
    wizard.getByRole('button', { name: 'Exit / Cancel' }),
    wizard.getByRole('button', { name: 'Next' }),
  ]);
});

/** Scrolls everything in the dialog to its end. */
async function scrollDown(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('[role="dialog"] *').forEach((part) => {
    part.scrollTop = part.scrollHeight;
  })`);
}

/** None of these parts is below or behind the toast. */
async function expectApart(toast: Locator, parts: readonly Locator[]): Promise<void> {
  for (const part of parts) {
    await expect
      .poll(async () => {
        const [over, under] = [await toast.boundingBox(), await part.boundingBox()];
        if (over === null || under === null) return 'not shown';
        return over.y >= under.y + under.height || over.y + over.height <= under.y;
      })
      .toBe(true);
  }
}
