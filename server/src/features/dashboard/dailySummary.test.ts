import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { notificationType } from '@careloop/contracts/profile/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildPatient, buildUser } from '../../../test/factories.ts';
import { jobRun, portalUrl, textOf } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { smtpSender } from '../../core/integrations/email/smtp.ts';
import { clockOf, sendSummaries } from './dailySummary.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

const deps = () => ({ ...app.deps, portalUrl, email: smtpSender(smtp.url) });

test('the clock of a time zone follows daylight saving', () => {
  expect(clockOf(new Date('2026-03-08T11:30:00Z'), 'America/New_York')).toEqual({ hour: 7, day: '2026-03-08' });
  expect(clockOf(new Date('2026-03-07T12:30:00Z'), 'America/New_York')).toEqual({ hour: 7, day: '2026-03-07' });
  expect(clockOf(new Date('2026-07-01T14:00:00Z'), 'America/Phoenix')).toEqual({ hour: 7, day: '2026-07-01' });
  expect(clockOf(new Date('2026-07-01T04:30:00Z'), 'America/Los_Angeles')).toEqual({ hour: 21, day: '2026-06-30' });
});

test('the daily summary is sent once, in the user’s morning, if something is waiting', async () => {
  const user = await buildUser(app.db);
  const caller = await app.as(user);
  const settings = [{ eventTypeId: notificationType.table.dailySummary, notifyByEmail: true }];
  await caller.ok(saveUserProfile, { userId: user.userId, version: 1, notificationsData: { settings } });
  await app.db.updateTable('user_account').set({ time_zone: 7 }).where('user_id', '=', user.userId).execute();
  const at = async (time: string) => {
    const before = smtp.messages.length;
    await sendSummaries(deps(), {}, jobRun, new Date(time));
    return smtp.messages.slice(before).map(textOf);
  };
  expect(await at('2026-06-30T14:00:00Z')).toEqual([]);
  const other = await buildUser(app.db, { clientId: user.clientId });
  await sql`insert into user_enrollment (user_id, status, requested_by_user_id, proxied_user_id)
    values (${other.userId}, 'pending_supervisor_approval', ${other.userId}, ${user.userId})`.execute(app.db);
  await app.db
    .insertInto('user_proxy')
    .values({ proxied_user_id: user.userId, proxy_user_id: other.userId, proxy_type: 'office_user' })
    .execute();
  expect(await at('2026-07-01T13:00:00Z')).toEqual([]);
  const mails = await at('2026-07-01T14:15:00Z');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain(`1 account to approve: ${portalUrl}/provider/Profile`);
  expect(await at('2026-07-01T14:30:00Z')).toEqual([]);
  expect(await at('2026-07-02T14:00:00Z')).toHaveLength(1);
});

test('a summary is computed once a day: a failed mail is sent again unchanged, and an empty morning stays empty', async () => {
  const email = 'summary@example.org';
  const user = await buildUser(app.db, { email });
  const caller = await app.as(user);
  const settings = [{ eventTypeId: notificationType.table.dailySummary, notifyByEmail: true }];
  await caller.ok(saveUserProfile, { userId: user.userId, version: 1, notificationsData: { settings } });
  const wait = async () => {
    const other = await buildUser(app.db, { clientId: user.clientId });
    await sql`insert into user_enrollment (user_id, status, requested_by_user_id, proxied_user_id)
      values (${other.userId}, 'pending_supervisor_approval', ${other.userId}, ${user.userId})`.execute(app.db);
    await addProxy(app.db, user, other);
  };
  // Eastern time. The user above has another time zone.
  const at = async (time: string, more = {}) => {
    const before = smtp.messages.length;
    await sendSummaries({ ...deps(), ...more }, {}, jobRun, new Date(time));
    return smtp.messages
      .slice(before)
      .filter(({ to }) => to.includes(email))
      .map(textOf);
  };
  expect(await at('2026-08-03T11:00:00Z')).toEqual([]);
  await wait();
  expect(await at('2026-08-03T11:15:00Z')).toEqual([]);
  const away = { vendor: 'smtp', mayRepeat: true, send: () => Promise.reject(new Error('The mail server is away')) };
  await expect(at('2026-08-04T11:00:00Z', { email: away })).rejects.toThrow('The mail server is away');
  await wait();
  expect(await at('2026-08-04T11:15:00Z')).toEqual([expect.stringContaining('1 account to approve')]);
  expect(await at('2026-08-04T11:30:00Z')).toEqual([]);
  expect(await at('2026-08-05T11:00:00Z')).toEqual([expect.stringContaining('2 accounts to approve')]);
  await expect(at('2026-08-06T11:45:00Z', { email: away })).rejects.toThrow('The mail server is away');
  expect(await at('2026-08-06T15:45:00Z')).toEqual([expect.stringContaining('2 accounts to approve')]);
  // By noon the morning's counts say nothing any more.
  expect(await at('2026-08-07T16:00:00Z')).toEqual([]);
});

test('the daily summary does not call a failed text message a fax', async () => {
  const email = 'texting@example.org';
  const user = await buildUser(app.db, { email });
  const patient = await buildPatient(app.db, { clientId: user.clientId });
  await addToCareTeam(app.db, patient, user);
  const caller = await app.as(user);
  const settings = [{ eventTypeId: notificationType.table.dailySummary, notifyByEmail: true }];
  await caller.ok(saveUserProfile, { userId: user.userId, version: 1, notificationsData: { settings } });
  await app.db
    .insertInto('delivery')
    .values({
      channel: 'sms',
      status: 'failed',
      patient_id: patient.patientId,
      created_by_user_id: user.userId,
      recipient_address: '+15085550100',
      sender_address: '+15085550199',
      body: 'Please call us.',
      dedupe_key: 'test:failed-text',
    })
    .execute();
  const before = smtp.messages.length;
  await sendSummaries(deps(), {}, jobRun, new Date('2026-09-01T11:00:00Z'));
  const mails = smtp.messages.slice(before).filter(({ to }) => to.includes(email));
  expect(mails.map(textOf)).toEqual([
    expect.stringContaining(`1 fax, message or export that may not have arrived: ${portalUrl}/provider`),
  ]);
});
