import { isPhoneNumberOptedOut, listTextMessages, sendTextMessage } from '@careloop/contracts/sharing/sms';
import { receiveTextReply, receiveTextStatus } from '@careloop/contracts/sharing/sms';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addToCareTeam, buildClient, buildCoordinator, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { startWebBeside } from '../../../../test/listening.ts';
import type { Browser, WebBeside } from '../../../../test/listening.ts';
import { handlerOf, jobRun, portalUrl, takeJobs } from '../../../../test/mails.ts';
import { postAsTwilio, senderNumber, startTwilioService } from '../../../../test/twilioService.ts';
import type { TwilioService } from '../../../../test/twilioService.ts';
import { outbox } from '../../../core/integrations/sender.ts';
import { askAboutTexts, sendText } from './jobs.ts';

let twilio: TwilioService;
let app: TestApp;
let web: WebBeside;
beforeAll(async () => {
  twilio = await startTwilioService();
  app = await startTestApp(twilio.env);
  web = await startWebBeside(app);
});
afterAll(async () => {
  await web.stop();
  await app.stop();
  await twilio.stop();
});

let counted = 0;
const newNumber = () => `508556${String((counted += 1)).padStart(4, '0')}`;

interface Side {
  caller: Caller;
  patientId: number;
  clientId: number;
}

/** A client with a coordinator and a patient. */
async function newSide(): Promise<Side> {
  const { clientId } = await buildClient(app.db);
  const user = await buildCoordinator(app.db, { clientId });
  const { patientId } = await buildPatient(app.db, { clientId });
  return { caller: await app.as(user), clientId, patientId };
}

async function send({ caller, patientId }: Pick<Side, 'caller' | 'patientId'>, phoneNumber: string): Promise<string> {
  await caller.ok(sendTextMessage, {
    patientId,
    recipientName: 'Grace Okafor',
    phoneNumber,
    messageText: 'Please call us.',
    messageContainsNoPhi: true,
    hasConsentedToSms: true,
  });
  const handler = handlerOf(sendText);
  for (const payload of await takeJobs(app, sendText.name)) {
    await handler({ ...app.deps, portalUrl, email: outbox }, payload, jobRun);
  }
  return twilio.textsTo(phoneNumber).at(-1)?.sid ?? '';
}

function reply(phone: string, Body: string, MessageSid = `IN${(counted += 1)}`) {
  return postAsTwilio(app, 'twilio-reply', { From: `+1${phone}`, To: senderNumber, Body, MessageSid });
}
const repliesOn = async ({ caller, patientId }: Pick<Side, 'caller' | 'patientId'>) =>
  (await caller.ok(listTextMessages, { patientId })).items
    .filter(({ smsReplyId }) => smsReplyId !== null)
    .map(({ messageText }) => messageText);
const isOut = async ({ caller }: Side, phoneNumber: string) =>
  (await caller.ok(isPhoneNumberOptedOut, { phoneNumber })).isOptedOut;

describe('an unsigned request', () => {
  test.each([receiveTextReply, receiveTextStatus])('is refused: $path', async ({ path }) => {
    const name = path.endsWith('reply') ? 'twilio-reply' : 'twilio-status';
    const form = { MessageSid: 'IN0', From: '+15085550001', To: senderNumber, Body: 'STOP', MessageStatus: 'failed' };
    expect(await postAsTwilio(app, name, form, 'forged')).toMatchObject({ status: 403 });
    expect(await postAsTwilio(app, name, form, '')).toMatchObject({ status: 403 });
    const json = { method: 'POST', url: `/api${path}`, payload: form } as const;
    expect((await app.app.http.inject(json)).statusCode).toBe(403);
    const { rows } = await sql`select from sms_reply where vendor_reference = 'IN0'`.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('includes every request if Twilio is not configured', async () => {
    const bare = await startTestApp();
    const form = { MessageSid: 'IN0', From: '+15085550001', To: senderNumber, Body: 'STOP' };
    expect(await postAsTwilio(bare, 'twilio-reply', form)).toMatchObject({ status: 403 });
    await bare.stop();
  });
});

describe('a reply', () => {
  test('gets the response Twilio expects, is listed with the patient, and sends events to sender and viewers', async () => {
    const side = await newSide();
    const member = await buildUser(app.db);
    await addToCareTeam(app.db, side, member);
    const stranger = (await newSide()).caller;
    const number = newNumber();
    await send(side, number);
    const [sender, teammate, other] = [
      await web.listen(side.caller),
      await web.listen(await app.as(member)),
      await web.listen(stranger),
    ];
    expect(await reply(number, 'I will come at nine.')).toEqual({
      status: 200,
      contentType: expect.stringContaining('text/xml') as string,
      text: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
    });
    expect(await repliesOn(side)).toEqual(['I will come at nine.']);
    const { patientId } = side;
    await heardEventually(sender, 'TextReplyReceivedEvent', { patientId, userId: side.caller.userId });
    await heardEventually(teammate, 'TextMessagesChangedEvent', { patientId });
    expect(teammate.heard.filter(({ event }) => event === 'TextReplyReceivedEvent')).toEqual([]);
    expect(other.heard).toEqual([]);
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['kind', 'patient_id', 'details'])
      .where('action', '=', 'text-message.received')
      .orderBy('audit_event_id', 'desc')
      .executeTakeFirstOrThrow();
    expect(audited).toMatchObject({ kind: 'change', patient_id: patientId });
    expect(JSON.stringify(audited.details)).not.toContain(number);
  });

  test('that arrives twice is stored once, even if its keyword was reversed since', async () => {
    const side = await newSide();
    const number = newNumber();
    await send(side, number);
    await reply(number, 'STOP', 'IN twice');
    expect(await isOut(side, number)).toBe(true);
    await reply(number, 'resume');
    await reply(number, 'STOP', 'IN twice');
    expect(await isOut(side, number)).toBe(false);
    expect(await repliesOn(side)).toEqual(['resume', 'STOP']);
  });

  test('keeps every opt-out and opt-in; the date is that of the first opt-out since the last opt-in', async () => {
    const side = await newSide();
    const number = newNumber();
    for (const word of ['STOP', 'resume', 'Quit', 'STOP']) await reply(number, word);
    const events = app.db.selectFrom('sms_opt_out_event').where('phone', '=', `+1${number}`);
    const kept = await events.selectAll().orderBy('sms_opt_out_event_id').execute();
    expect(kept.map(({ is_opted_out, reason }) => [is_opted_out, reason])).toEqual([
      [true, 'STOP'],
      [false, 'RESUME'],
      [true, 'QUIT'],
      [true, 'STOP'],
    ]);
    expect(await side.caller.ok(isPhoneNumberOptedOut, { phoneNumber: number })).toMatchObject({
      isOptedOut: true,
      dateOptedOut: kept[2]?.occurred_at.toISOString(),
    });
    const change = app.db
      .updateTable('sms_opt_out_event')
      .set({ is_opted_out: false })
      .where('phone', '=', `+1${number}`);
    await expect(change.execute()).rejects.toThrow(/permission denied|append-only/);
    expect(await isOut(side, number)).toBe(true);
  });

  test.each(['RESUME', 'START', 'UNSTOP', 'yes'])('%s opts in a number that Twilio had blocked', async (word) => {
    const side = await newSide();
    const number = newNumber();
    twilio.failNext(number, { status: 400, code: 21_610, message: 'Attempt to send to unsubscribed recipient' });
    await send(side, number);
    expect(await isOut(side, number)).toBe(true);
    await reply(number, word);
    expect(await isOut(side, number)).toBe(false);
  });

  test('to another number of the account is ignored', async () => {
    const side = await newSide();
    const number = newNumber();
    await send(side, number);
    await postAsTwilio(app, 'twilio-reply', { From: `+1${number}`, To: '+16175550111', Body: 'Hi', MessageSid: 'INx' });
    expect(await repliesOn(side)).toEqual([]);
  });

  test('does not notify a sender who no longer sees the patient', async () => {
    const { patientId } = await newSide();
    const member = await buildUser(app.db);
    await addToCareTeam(app.db, { patientId }, member);
    const caller = await app.as(member);
    const number = newNumber();
    await send({ caller, patientId }, number);
    await sql`update care_team_member set status = 'removed' where user_id = ${member.userId}`.execute(app.db);
    const browser = await web.listen(caller);
    await reply(number, 'A secret');
    expect(await caller.fail(listTextMessages, { patientId })).toMatchObject({ code: 'unauthorized_patient' });
    expect(browser.heard).toEqual([]);
  });
});

describe('a number used by several people', () => {
  test('of two clients: the reply is on neither patient’s page, regardless of who wrote last', async () => {
    const [one, two] = [await newSide(), await newSide()];
    const number = newNumber();
    await send(one, number);
    await reply(number, 'For the first alone');
    await send(two, number);
    await reply(number, 'For whom?');
    await send(one, number);
    await reply(number, 'And this?');
    expect(await repliesOn(one)).toEqual(['For the first alone']);
    expect(await repliesOn(two)).toEqual([]);
  });

  test('of two patients of one client: the same', async () => {
    const one = await newSide();
    const two = { ...one, ...(await buildPatient(app.db, { clientId: one.clientId })) };
    const number = newNumber();
    await send(one, number);
    await send(two, number);
    await reply(number, 'Who am I?');
    expect([await repliesOn(one), await repliesOn(two)]).toEqual([[], []]);
  });

  test.each(['', '1', '+1'])(
    'of a patient and of a user notified at that number, stored as %sN: the same',
    async (before) => {
      const side = await newSide();
      const number = newNumber();
      await send(side, number);
      await sql`insert into delivery (channel, recipient_user_id, recipient_address, sender_address, body, dedupe_key, status)
      values ('sms', ${side.caller.userId}, ${before + number}, ${senderNumber}, 'News', ${`news ${number}`}, 'delivered')`.execute(
        app.db,
      );
      await reply(number, 'Thanks');
      expect(await repliesOn(side)).toEqual([]);
    },
  );

  test('belongs to one person again after 30 days, and to no one if nothing was texted since', async () => {
    const [one, two] = [await newSide(), await newSide()];
    const number = newNumber();
    await send(one, number);
    await sql`update delivery set created_at = now() - interval '31 days'
      where recipient_address = ${`+1${number}`}`.execute(app.db);
    await reply(number, 'Too late');
    await send(two, number);
    await reply(number, 'In time');
    expect([await repliesOn(one), await repliesOn(two)]).toEqual([[], ['In time']]);
  });
});

describe('a status', () => {
  const report = (MessageSid: string, MessageStatus: string, more: Record<string, string> = {}) =>
    postAsTwilio(app, 'twilio-status', { MessageSid, MessageStatus, ...more });
  const latest = async ({ caller, patientId }: Side) => (await caller.ok(listTextMessages, { patientId })).items[0];

  test('updates the ledger and is announced to users who see the patient', async () => {
    const side = await newSide();
    const sid = await send(side, newNumber());
    const browser = await web.listen(side.caller);
    expect(await report(sid, 'sent')).toMatchObject({ status: 200 });
    expect(await latest(side)).toMatchObject({ status: 'sending' });
    await report(sid, 'delivered');
    expect(await latest(side)).toMatchObject({ status: 'delivered' });
    await heardEventually(browser, 'TextMessagesChangedEvent', { patientId: side.patientId });
    await report(sid, 'failed');
    expect(await latest(side)).toMatchObject({ status: 'delivered' });
  });

  test('of a failure gives the reason, and 21610 opts the number out', async () => {
    const side = await newSide();
    const number = newNumber();
    const sid = await send(side, number);
    await report(sid, 'undelivered', { ErrorCode: '21610' });
    expect(await latest(side)).toMatchObject({
      status: 'failed',
      error: 'The text message was not delivered. (code 21610)',
    });
    expect(await isOut(side, number)).toBe(true);
  });

  test('without a report is asked for after some minutes, and 21610 opts the number out then too', async () => {
    const side = await newSide();
    const number = newNumber();
    const sid = await send(side, number);
    Object.assign(twilio.textsTo(number)[0] ?? {}, {
      status: 'failed',
      error_code: 21_610,
      error_message: 'Unsubscribed',
    });
    await sql`update delivery_attempt set attempted_at = now() - interval '5 minutes'
      where vendor_reference = ${sid}`.execute(app.db);
    const handler = handlerOf(askAboutTexts);
    await handler({ ...app.deps, portalUrl, email: outbox }, {}, jobRun);
    expect(await latest(side)).toMatchObject({ status: 'failed', error: 'Unsubscribed (code 21610)' });
    expect(await isOut(side, number)).toBe(true);
  });

  test('of a notice to a user is asked for in the same way', async () => {
    const side = await newSide();
    const number = newNumber();
    const sid = await send(side, number);
    Object.assign(twilio.textsTo(number)[0] ?? {}, { status: 'delivered' });
    // Notices have no sender.
    await sql`update delivery set created_by_user_id = null where patient_id = ${side.patientId}`.execute(app.db);
    await sql`update delivery_attempt set attempted_at = now() - interval '5 minutes'
      where vendor_reference = ${sid}`.execute(app.db);
    const handler = handlerOf(askAboutTexts);
    await handler({ ...app.deps, portalUrl, email: outbox }, {}, jobRun);
    const { status } = await app.db
      .selectFrom('delivery')
      .select('status')
      .where('patient_id', '=', side.patientId)
      .executeTakeFirstOrThrow();
    expect(status).toBe('delivered');
  });

  test('that the service cannot give stops no other, fails the job with its reason, and is unknown after two days', async () => {
    const sides = [await newSide(), await newSide()] as const;
    const numbers = [newNumber(), newNumber()] as const;
    const [broken, fine] = [await send(sides[0], numbers[0]), await send(sides[1], numbers[1])];
    Object.assign(twilio.textsTo(numbers[0])[0] ?? {}, { sid: 'deleted at the service' });
    Object.assign(twilio.textsTo(numbers[1])[0] ?? {}, { status: 'delivered' });
    const sentHoursAgo = (hours: number) =>
      sql`update delivery_attempt set attempted_at = now() - ${hours} * interval '1 hour'
        where vendor_reference = any(${[broken, fine]}::text[])`.execute(app.db);
    const handler = handlerOf(askAboutTexts);
    const run = () => handler({ ...app.deps, portalUrl, email: outbox }, {}, jobRun);
    await sentHoursAgo(1);
    await expect(run()).rejects.toThrow(/^1 of \d+ text messages could not be queried\. First, delivery \d+: .*404/);
    expect(await latest(sides[1])).toMatchObject({ status: 'delivered' });
    expect(await latest(sides[0])).toMatchObject({ status: 'sending' });
    await sentHoursAgo(49);
    await expect(run(), 'the operator still sees it').rejects.toThrow('404');
    expect(await latest(sides[0])).toMatchObject({ error: 'The service did not report whether it arrived.' });
  });

  test('of an unknown message changes nothing', async () => {
    expect(await report('SM unknown', 'delivered')).toMatchObject({ status: 200 });
  });
});

async function heardEventually({ heard }: Browser, event: string, payload: Record<string, unknown>): Promise<void> {
  await expect
    .poll(() => heard.filter((one) => one.event === event).map((one) => one.payload), { interval: 10, timeout: 5_000 })
    .toContainEqual(expect.objectContaining(payload));
}
