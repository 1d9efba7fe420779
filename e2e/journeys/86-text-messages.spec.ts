import { senderNumber, signatureOf, startTwilioService } from '@careloop/server/test/twilioService';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { setPlace } from '../support/address.ts';
import { findPatient } from '../support/organization.ts';
import { findFreePort } from '../support/product.ts';
import { startProductOnCopy } from '../support/template.ts';
import { expect, test } from '../support/test.ts';

test.setTimeout(180_000);

test('a text message is sent, its reply appears, and a number that texts STOP gets no more', async ({ openAt }) => {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const twilio = await startTwilioService(publicUrl);
  const product = await startProductOnCopy({ env: twilio.env, port });
  let log: string[] = [];
  try {
    setPlace(product);
    const page = await openAt('coordinator');
    /** Posts a form as Twilio does. */
    const fromTwilio = async (path: 'twilio-reply' | 'twilio-status', form: Record<string, string>) => {
      const address = `/api/notifications/sms/${path}`;
      const signature = signatureOf(`${publicUrl}${address}`, form);
      const answer = await page.request.post(address, { form, headers: { 'x-twilio-signature': signature } });
      expect(answer.status()).toBe(200);
    };
    const { patientId } = await findPatient(page, 'Johansson');
    await page.goto(`/provider/Patient/${patientId}?section=textMessages`);
    await expect(page.getByText('No text messages with this patient yet')).toBeVisible();

    await test.step('a message is written and sent', async () => {
      const dialog = await openDialog(page);
      await expectAccessible(page, 'a new text message');
      await dialog.getByRole('textbox', { name: 'Phone #' }).fill('555-01');
      await dialog.getByRole('textbox', { name: 'Message' }).fill('Please call us about your visit.');
      await expect(dialog.getByText('Invalid phone number')).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Phone #' }).fill('(508) 555-0191');
      await dialog.getByRole('checkbox', { name: /no protected health information/ }).check();
      await dialog.getByRole('checkbox', { name: /agreed to get text messages/ }).check();
      await dialog.getByRole('button', { name: 'Send' }).click();
      await expect(page.getByText('SMS sent successfully')).toBeVisible();
      const texts = page.getByRole('list', { name: 'Text messages' });
      await expect(texts.getByText('Sent', { exact: true })).toBeVisible();
      expect(twilio.texts).toMatchObject([{ to: '+15085550191', body: 'Please call us about your visit.' }]);
    });

    await test.step('its state and the reply appear', async () => {
      await fromTwilio('twilio-status', { MessageSid: 'SM1', MessageStatus: 'delivered' });
      await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
      await fromTwilio('twilio-reply', {
        MessageSid: 'IN1',
        From: '+15085550191',
        To: senderNumber,
        Body: 'I will call tomorrow.',
      });
      await expect(page.getByText('I will call tomorrow.')).toBeVisible();
      await expect(page.getByText('Somebody replied to your text message.')).toBeVisible();
      await expectAccessible(page, 'text messages');
    });

    await test.step('a failed message says why and is sent again', async () => {
      twilio.mishaps.push({ status: 400, code: 21_211, message: 'The number is not valid.' });
      await writeTo(page, '(508) 555-0192');
      await expect(page.getByText('The number is not valid. (code 21211)')).toBeVisible();
      await expectAccessible(page, 'a text message that failed');
      await page.getByRole('button', { name: 'Send again' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send SMS' });
      await expect(dialog.getByRole('textbox', { name: 'Phone #' })).toHaveValue('(508) 555-0192');
      await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Please call us.');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    });

    await test.step('a number that opted out shows since when, and gets no messages', async () => {
      await fromTwilio('twilio-reply', { MessageSid: 'IN2', From: '+15085550191', To: senderNumber, Body: 'STOP' });
      const dialog = await openDialog(page);
      await dialog.getByRole('textbox', { name: 'Phone #' }).fill('5085550191');
      await expect(dialog.getByText(/opted out of text messages on \d+\/\d+ \d+:\d\d [AP]M/)).toBeVisible();
      await expect(dialog.getByText(/must text RESUME to \(617\) 555-0100/)).toBeVisible();
      await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
      await expectAccessible(page, 'a number that opted out');
    });
    await page.close();
  } finally {
    log = await product.stop();
    await twilio.stop();
  }
  expect(log).toEqual([]);
});

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Send SMS' }).click();
  return page.getByRole('dialog', { name: 'Send SMS' });
}

async function writeTo(page: Page, phone: string): Promise<void> {
  const dialog = await openDialog(page);
  await dialog.getByRole('textbox', { name: 'Phone #' }).fill(phone);
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Please call us.');
  await dialog.getByRole('checkbox', { name: /no protected health information/ }).check();
  await dialog.getByRole('checkbox', { name: /agreed to get text messages/ }).check();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toHaveCount(0);
}
