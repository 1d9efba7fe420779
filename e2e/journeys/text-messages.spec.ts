import { listTextMessages, sendTextMessage } from '@careloop/contracts/sharing/sms';
import { senderNumber, signatureOf, startTwilioService, type TwilioService } from '@careloop/server/test/twilioService';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { findFreePort } from '../support/product.ts';
import type { CopiedProduct } from '../support/template.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 180_000 });

let publicUrl = '';
let twilio: TwilioService;
let product: CopiedProduct;

test.beforeAll(async ({ fileProduct }) => {
  const port = await findFreePort();
  publicUrl = `http://127.0.0.1:${port}`;
  twilio = await startTwilioService(publicUrl);
  product = await fileProduct.startOwn({ env: twilio.env, port });
});

test.afterAll(async () => {
  const log = await product.stop();
  await twilio.stop();
  expect(log).toEqual([]);
});

/** Posts a form as Twilio does. */
async function fromTwilio(
  page: Page,
  path: 'twilio-reply' | 'twilio-status',
  form: Record<string, string>,
): Promise<void> {
  const address = `/api/notifications/sms/${path}`;
  const signature = signatureOf(`${publicUrl}${address}`, form);
  const answer = await page.request.post(address, { form, headers: { 'x-twilio-signature': signature } });
  expect(answer.status()).toBe(200);
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Send SMS' }).click();
  return page.getByRole('dialog', { name: 'Send SMS' });
}

test('a text message is sent, its reply appears, and a number that texts STOP gets no more', async ({ openAt }) => {
  const page = await openAt('coordinator');
  const { patientId } = await findPatient(page, 'Johansson');
  await page.goto(`/provider/Patient/${patientId}?section=textMessages`);
  await expect(page.getByText('No text messages with this patient yet')).toBeVisible();
  const writeTo = async (phone: string) => {
    const dialog = await openDialog(page);
    await dialog.getByRole('textbox', { name: 'Phone #' }).fill(phone);
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Please call us about your visit.');
    await dialog.getByRole('checkbox', { name: /no protected health information/ }).check();
    await dialog.getByRole('checkbox', { name: /agreed to get text messages/ }).check();
    await expectAccessible(page, 'a new text message');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog).toHaveCount(0);
  };

  await test.step('a message is written and sent', async () => {
    await writeTo('(508) 555-0191');
    const texts = page.getByRole('list', { name: 'Text messages' });
    await expect(texts.getByText('On its way', { exact: true })).toBeVisible();
    expect(twilio.textsTo('5085550191')).toMatchObject([{ body: 'Please call us about your visit.' }]);
  });

  await test.step('its state and the reply appear', async () => {
    const [sent] = twilio.textsTo('5085550191');
    // Repeated, because a report that overtakes the response to the send call finds no message.
    await expect(async () => {
      await fromTwilio(page, 'twilio-status', { MessageSid: sent?.sid ?? '', MessageStatus: 'delivered' });
      await expect(page.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    const reply = { MessageSid: 'IN1', From: '+15085550191', To: senderNumber, Body: 'I will call tomorrow.' };
    await fromTwilio(page, 'twilio-reply', reply);
    await expect(page.getByText('I will call tomorrow.')).toBeVisible();
    await expect(page.getByText('Somebody replied to your text message.')).toBeVisible();
  });

  await test.step('a failed message says why and can be sent again', async () => {
    twilio.failNext('5085550192', { status: 400, code: 21_211, message: 'The number is not valid.' });
    await call(page.request, sendTextMessage, {
      patientId,
      recipientName: 'The patient',
      phoneNumber: '(508) 555-0192',
      messageText: 'Please call us.',
      messageContainsNoPhi: true,
      hasConsentedToSms: true,
    });
    await expect(page.getByText('The number is not valid. (code 21211)')).toBeVisible();
    await expectAccessible(page, 'text messages, one of which failed');
    await page.getByRole('button', { name: 'Send again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send SMS' });
    await expect(dialog.getByRole('textbox', { name: 'Phone #' })).toHaveValue('(508) 555-0192');
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Please call us.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a number that opted out shows since when, and gets no messages', async () => {
    const stop = { MessageSid: 'IN2', From: '+15085550191', To: senderNumber, Body: 'STOP' };
    await fromTwilio(page, 'twilio-reply', stop);
    const dialog = await openDialog(page);
    await dialog.getByRole('textbox', { name: 'Phone #' }).fill('5085550191');
    await expect(dialog.getByText(/opted out of text messages on \d+\/\d+ \d+:\d\d [AP]M/)).toBeVisible();
    await expect(dialog.getByText(/must text RESUME to \(617\) 555-0100\..* must text START\./)).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
    await expectAccessible(page, 'a number that opted out');
  });
});

test('replies from a number of two patients are filed under one of them, or dismissed', async ({ openAt }) => {
  const page = await openAt('admin');
  const phoneNumber = '(508) 555-0193';
  const patients = [await findPatient(page, 'Johansson'), await findPatient(page, 'Krishnamurthy')];
  for (const { patientId } of patients) {
    const message = { messageText: 'Please call us.', messageContainsNoPhi: true, hasConsentedToSms: true };
    await call(page.request, sendTextMessage, { patientId, recipientName: 'The family', phoneNumber, ...message });
  }
  await expect.poll(() => twilio.textsTo('5085550193')).toHaveLength(2);
  for (const [id, body] of Object.entries({ IN3: 'He feels better today.', IN4: 'Wrong number.' }))
    await fromTwilio(page, 'twilio-reply', { MessageSid: id, From: '+15085550193', To: senderNumber, Body: body });

  await page.goto('/provider/Clients');
  const replies = page.getByRole('list', { name: 'Text replies without a patient' });
  // The demo organization already has a reply from another number.
  const rows = replies.getByRole('listitem').filter({ hasText: phoneNumber });
  await expect(rows).toHaveCount(2);
  await expectAccessible(page, 'text replies without a patient');
  await rows
    .filter({ hasText: 'He feels better today.' })
    .getByRole('button', { name: /^File under Johansson/i })
    .click();
  await expect(page.getByText('Reply filed')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await rows.filter({ hasText: 'Wrong number.' }).getByRole('button', { name: 'Dismiss' }).click();
  const question = page.getByRole('dialog', { name: 'Dismiss reply' });
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await expect(rows).toHaveCount(0);

  const [johansson, other] = patients;
  const { items } = await call(page.request, listTextMessages, { patientId: johansson?.patientId ?? 0 });
  expect(items.map(({ messageText }) => messageText)).toContain('He feels better today.');
  const { items: others } = await call(page.request, listTextMessages, { patientId: other?.patientId ?? 0 });
  expect(others.map(({ messageText }) => messageText)).not.toContain('He feels better today.');
});
