import { listTextMessages, sendTextMessage } from '@careloop/contracts/sharing/sms';
import { senderNumber, signatureOf, startTwilioService } from '@careloop/server/test/twilioService';

import { expectAccessible } from '../support/accessibility.ts';
import { setPlace } from '../support/address.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { findFreePort } from '../support/product.ts';
import { startProductOnCopy } from '../support/template.ts';
import { expect, test } from '../support/test.ts';

test.setTimeout(180_000);

const phoneNumber = '(508) 555-0193';

test('replies from a number of two patients are filed under one of them, or dismissed', async ({ openAt }) => {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const twilio = await startTwilioService(publicUrl);
  const product = await startProductOnCopy({ env: twilio.env, port });
  let log: string[] = [];
  try {
    setPlace(product);
    const page = await openAt('admin');
    const patients = [await findPatient(page, 'Johansson'), await findPatient(page, 'Krishnamurthy')];
    for (const { patientId } of patients) {
      const message = { messageText: 'Please call us.', messageContainsNoPhi: true, hasConsentedToSms: true };
      await call(page.request, sendTextMessage, { patientId, recipientName: 'The family', phoneNumber, ...message });
    }
    await expect.poll(() => twilio.texts.length).toBe(2);
    const reply = async (id: string, body: string) => {
      const address = '/api/notifications/sms/twilio-reply';
      const form = { MessageSid: id, From: '+15085550193', To: senderNumber, Body: body };
      const headers = { 'x-twilio-signature': signatureOf(`${publicUrl}${address}`, form) };
      expect((await page.request.post(address, { form, headers })).status()).toBe(200);
    };
    await reply('IN1', 'He feels better today.');
    await reply('IN2', 'Wrong number.');

    await page.goto('/provider/Clients');
    const replies = page.getByRole('list', { name: 'Text replies without a patient' });
    // The demo organization already has a reply from another number.
    const rows = replies.getByRole('listitem').filter({ hasText: phoneNumber });
    const rowOf = (text: string) => rows.filter({ hasText: text });
    await expect(rows).toHaveCount(2);
    await expect(rowOf('He feels better today.')).toContainText(`From ${phoneNumber}`);
    await expectAccessible(page, 'text replies without a patient');

    await test.step('one reply is filed', async () => {
      await rowOf('He feels better today.')
        .getByRole('button', { name: /^File under Johansson/i })
        .click();
      await expect(page.getByText('Reply filed')).toBeVisible();
      await expect(rows).toHaveCount(1);
    });

    await test.step('the other is dismissed after a confirmation', async () => {
      const dismiss = rowOf('Wrong number.').getByRole('button', { name: 'Dismiss' });
      const question = page.getByRole('dialog', { name: 'Dismiss reply' });
      await dismiss.click();
      await expectAccessible(page, 'the question before a reply is dismissed');
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(rows).toHaveCount(1);
      await dismiss.click();
      await question.getByRole('button', { name: 'Dismiss' }).click();
      await expect(rows).toHaveCount(0);
    });

    await test.step('it appears only on the patient it was filed under', async () => {
      const [filed, other] = patients;
      await page.goto(`/provider/Patient/${filed?.patientId}?section=textMessages`);
      const texts = page.getByRole('list', { name: 'Text messages' });
      await expect(texts.getByText('He feels better today.')).toBeVisible();
      const { items } = await call(page.request, listTextMessages, { patientId: other?.patientId ?? 0 });
      const ofNumber = items.filter((one) => one.phoneNumber.endsWith('5085550193'));
      expect(ofNumber.map(({ messageText }) => messageText)).toEqual(['Please call us.']);
    });
    await page.close();
  } finally {
    log = await product.stop();
    await twilio.stop();
  }
  expect(log).toEqual([]);
});
