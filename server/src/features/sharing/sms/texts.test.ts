import { exportTexts } from '@careloop/contracts/sharing/documentExport';
import { isPhoneNumberOptedOut, arePhoneNumbersOptedOut } from '@careloop/contracts/sharing/sms';
import { listTextMessages, sendTextMessage, textTexts } from '@careloop/contracts/sharing/sms';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { declared } from '../../../../test/declared.ts';
import { addToCareTeam, buildCoordinator, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { handlerOf, jobRun, portalUrl, takeJobs } from '../../../../test/mails.ts';
import { startTwilioService } from '../../../../test/twilioService.ts';
import type { TwilioService } from '../../../../test/twilioService.ts';
import { outbox } from '../../../core/integrations/sender.ts';
import { keepOptOut } from '../../../core/integrations/text-messages/optOut.ts';
import { sendText } from './jobs.ts';

let twilio: TwilioService;
let app: TestApp;
let caller: Caller;
let clientId: number;
let patientId: number;
beforeAll(async () => {
  twilio = await startTwilioService();
  app = await startTestApp(twilio.env);
  const user = await buildCoordinator(app.db, { firstName: 'Maria', lastName: 'Santos' });
  ({ clientId } = user);
  caller = await app.as(user);
});
beforeEach(async () => {
  ({ patientId } = await buildPatient(app.db, { clientId }));
  await takeJobs(app, 'send-text-message');
});
afterAll(async () => {
  await app.stop();
  await twilio.stop();
});

let numbers = 0;
/** A number that no other test uses. */
const newNumber = () => `508555${String((numbers += 1)).padStart(4, '0')}`;
const textTo = (phoneNumber: string) => ({
  patientId,
  recipientName: 'Grace Okafor',
  phoneNumber,
  messageText: 'Please call us about your visit.',
  messageContainsNoPhi: true,
  hasConsentedToSms: true,
});

async function work(name: string, run = jobRun): Promise<PromiseSettledResult<void>[]> {
  const deps = { ...app.deps, portalUrl, email: outbox };
  const payloads = name === 'send-text-message' ? await takeJobs(app, name) : [{}];
  return Promise.allSettled(payloads.map(async (payload) => await handlerOf({ name })(deps, payload, run)));
}
const listed = async () => (await caller.ok(listTextMessages, { patientId })).items;

describe('access', () => {
  test('sending, listing and checking need a session', async () => {
    expect(await app.nobody.fail(sendTextMessage, textTo(newNumber()))).toMatchObject({ status: 401 });
    expect(await app.nobody.fail(listTextMessages, { patientId })).toMatchObject({ status: 401 });
    expect(await app.nobody.fail(isPhoneNumberOptedOut, { phoneNumber: newNumber() })).toMatchObject({ status: 401 });
  });

  test('needs access to the patient', async () => {
    const stranger = await app.as(await buildUser(app.db));
    for (const endpoint of [sendTextMessage, listTextMessages]) {
      expect(await stranger.fail(endpoint, declared(endpoint, textTo(newNumber())))).toMatchObject({
        code: 'unauthorized_patient',
      });
    }
    const member = await buildUser(app.db);
    await addToCareTeam(app.db, { patientId }, member);
    const { deliveryId } = await (await app.as(member)).ok(sendTextMessage, textTo(newNumber()));
    expect(deliveryId).toBeGreaterThan(0);
  });

  test('is refused with emergency access only, and for a deceased patient', async () => {
    const user = await buildUser(app.db, { clientId });
    await sql`insert into break_glass_access (user_id, patient_id, reason, expires_at)
      values (${user.userId}, ${patientId}, 'An emergency', now() + interval '1 hour')`.execute(app.db);
    const inEmergency = await app.as(user);
    expect(await inEmergency.fail(sendTextMessage, textTo(newNumber()))).toMatchObject({
      code: 'wrong_state',
      message: textTexts.emergencyOnly,
    });
    expect((await inEmergency.ok(listTextMessages, { patientId })).can).toEqual({
      send: textTexts.emergencyOnly,
      markSeen: exportTexts.seenEmergencyOnly,
    });
    await sql`update patient set is_deceased = true where patient_id = ${patientId}`.execute(app.db);
    expect(await caller.fail(sendTextMessage, textTo(newNumber()))).toMatchObject({ message: textTexts.deceased });
    expect((await caller.ok(listTextMessages, { patientId })).can.send).toBe(textTexts.deceased);
  });
});

test('is refused without a recipient, and nothing is sent', async () => {
  expect(await caller.fail(sendTextMessage, { ...textTo(newNumber()), recipientName: ' ' })).toMatchObject({
    validationErrors: { recipientName: 'Recipient Name is required' },
  });
  expect(await takeJobs(app, 'send-text-message')).toEqual([]);
});

describe('a text message', () => {
  test('is stored with its audit row and job, sent in E.164 format, and tracked until delivered', async () => {
    const { deliveryId, hasService } = await caller.ok(sendTextMessage, textTo('(508) 555-9001'));
    expect(hasService).toBe(true);
    expect(await listed()).toMatchObject([{ deliveryId, status: 'queued', sentBy: 'Maria Santos' }]);
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['action', 'subject_id', 'details'])
      .where('patient_id', '=', patientId)
      .where('kind', '=', 'change')
      .execute();
    expect(audited).toEqual([
      {
        action: 'text-message.sent',
        subject_id: deliveryId,
        details: { hasConsentedToSms: true, messageContainsNoPhi: true },
      },
    ]);
    await work('send-text-message');
    const text = twilio.textsTo('5085559001')[0]!;
    expect(text).toMatchObject({ to: '+15085559001', body: 'Please call us about your visit.' });
    expect(text.statusCallback).toBe('https://portal.example/api/notifications/sms/twilio-status');
    expect(await listed()).toMatchObject([{ status: 'sending', phoneNumber: '5085559001' }]);
    await work('ask-about-text-messages');
    expect(await listed()).toMatchObject([{ status: 'sending' }]);
    text.status = 'delivered';
    await age(deliveryId, '5 minutes');
    await work('ask-about-text-messages');
    expect(await listed()).toMatchObject([{ status: 'delivered' }]);
  });

  test('without any report is given up after two days', async () => {
    const { deliveryId } = await caller.ok(sendTextMessage, textTo(newNumber()));
    await work('send-text-message');
    await age(deliveryId, '49 hours');
    await work('ask-about-text-messages');
    expect(await listed()).toMatchObject([{ status: 'unknown' }]);
  });

  test('is sent once, even if the response was lost', async () => {
    const phoneNumber = newNumber();
    const { deliveryId } = await caller.ok(sendTextMessage, textTo(phoneNumber));
    twilio.failNext(phoneNumber, 'lost');
    expect(await work('send-text-message')).toMatchObject([{ status: 'rejected' }]);
    await resend(deliveryId);
    expect(twilio.textsTo(phoneNumber)).toHaveLength(1);
    expect(await listed()).toMatchObject([{ status: 'sending' }]);
  });

  test('whose response was lost is not taken for the same text sent just before', async () => {
    const phoneNumber = newNumber();
    await caller.ok(sendTextMessage, textTo(phoneNumber));
    await work('send-text-message');
    const { deliveryId } = await caller.ok(sendTextMessage, textTo(phoneNumber));
    twilio.failNext(phoneNumber, { status: 500, code: 20_500, message: 'Try again.' });
    expect(await work('send-text-message')).toMatchObject([{ status: 'rejected' }]);
    await age(deliveryId, '5 minutes');
    await resend(deliveryId);
    expect(twilio.textsTo(phoneNumber)).toHaveLength(2);
  });

  test('rejected by the service gives the reason', async () => {
    const phoneNumber = newNumber();
    await caller.ok(sendTextMessage, textTo(phoneNumber));
    twilio.failNext(phoneNumber, { status: 400, code: 21_211, message: 'The number is not valid.' });
    await work('send-text-message');
    expect(await listed()).toMatchObject([{ status: 'failed', error: 'The number is not valid. (code 21211)' }]);
  });

  test('is created once per idempotency key', async () => {
    const input = textTo(newNumber());
    const headers = { 'idempotency-key': 'one text message' };
    const first = await caller.ok(sendTextMessage, input, headers);
    expect(await caller.ok(sendTextMessage, input, headers)).toMatchObject(first);
    expect(await listed()).toHaveLength(1);
  });

  async function age(deliveryId: number, by: string): Promise<void> {
    await sql`update delivery_attempt set attempted_at = attempted_at - ${by}::interval
      where delivery_id = ${deliveryId}`.execute(app.db);
  }

  async function resend(deliveryId: number): Promise<void> {
    await handlerOf(sendText)({ ...app.deps, portalUrl, email: outbox }, { deliveryId }, jobRun);
  }
});

describe('a number that opted out', () => {
  test('is reported, alone and among several, and gets nothing', async () => {
    const [out, other] = [newNumber(), newNumber()];
    await keepOptOut(app.db, out, true, 'STOP');
    const { isOptedOut, dateOptedOut } = await caller.ok(isPhoneNumberOptedOut, { phoneNumber: out });
    expect(isOptedOut).toBe(true);
    expect(Date.parse(dateOptedOut ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(await caller.ok(isPhoneNumberOptedOut, { phoneNumber: other })).toMatchObject({ isOptedOut: false });
    expect((await caller.ok(arePhoneNumbersOptedOut, { phoneNumbers: [out, other] })).optOutInfo).toEqual([
      { phoneNumber: out, isOptedOut: true },
      { phoneNumber: other, isOptedOut: false },
    ]);
    expect(await caller.fail(sendTextMessage, textTo(out))).toMatchObject({
      validationErrors: { phoneNumber: textTexts.optedOut },
    });
  });

  test('between writing and sending gets nothing either', async () => {
    const phoneNumber = newNumber();
    await caller.ok(sendTextMessage, textTo(phoneNumber));
    await keepOptOut(app.db, phoneNumber, true, 'STOP');
    await work('send-text-message');
    expect(await listed()).toMatchObject([{ status: 'failed' }]);
    expect(twilio.textsTo(phoneNumber)).toEqual([]);
  });

  test('only at the service is opted out here from then on', async () => {
    const phoneNumber = newNumber();
    await caller.ok(sendTextMessage, textTo(phoneNumber));
    twilio.failNext(phoneNumber, { status: 400, code: 21_610, message: 'Attempt to send to unsubscribed recipient' });
    await work('send-text-message');
    expect(await caller.ok(isPhoneNumberOptedOut, { phoneNumber })).toMatchObject({ isOptedOut: true });
  });

  test('checks of too many numbers, or of none, are refused', async () => {
    const phoneNumbers = Array.from({ length: 51 }, newNumber);
    expect(await caller.fail(arePhoneNumbersOptedOut, { phoneNumbers })).toMatchObject({ code: 'invalid_input' });
    expect(await caller.fail(isPhoneNumberOptedOut, { phoneNumber: '12' })).toMatchObject({
      validationErrors: { phoneNumber: 'Invalid phone number' },
    });
  });
});

test('the list is paged', async () => {
  for (let made = 0; made < 60; made += 1) {
    await sql`insert into delivery (channel, client_id, patient_id, recipient_address, sender_address, body, dedupe_key,
        status, created_by_user_id, created_at)
      values ('sms', ${clientId}, ${patientId}, '+15085550000', '+16175550100', ${`text ${made}`}, ${`page ${made}`},
        'delivered', ${caller.userId}, now() + ${made} * interval '2 seconds')`.execute(app.db);
    await sql`insert into sms_reply (vendor_reference, from_phone, body, patient_id, received_at)
      values (${`page ${made}`}, '+15085550000', ${`reply ${made}`}, ${patientId},
        now() + ${made} * interval '2 seconds' + interval '1 second')`.execute(app.db);
  }
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await caller.ok(listTextMessages, { patientId, cursor });
    listed.push(...page.items.map(({ messageText }) => messageText));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(listed).toEqual(Array.from({ length: 60 }, (_, i) => [`reply ${59 - i}`, `text ${59 - i}`]).flat());
});
