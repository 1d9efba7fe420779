import { getUserProfile } from '@careloop/contracts/profile';
import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { notificationTexts, notificationType } from '@careloop/contracts/profile/notifications';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import type { Caller } from '../../../test/harness.ts';
import { jobRun, portalUrl } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { smtpSender } from '../../core/integrations/email/smtp.ts';
import { notify } from '../../core/integrations/notifications.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

let user: Awaited<ReturnType<typeof buildUser>>;
let caller: Caller;
beforeEach(async () => {
  user = await buildUser(app.db);
  caller = await app.as(user);
});

const deps = () => ({ ...app.deps, portalUrl, email: smtpSender(smtp.url) });
const find = async () => (await caller.ok(getUserProfile, { requestTypes: ['Notifications'] })).notificationsData;
const save = (setting: object) =>
  caller.call(saveUserProfile, {
    userId: user.userId,
    version: 1,
    notificationsData: { settings: [setting as never] },
  });
const reach = (contacts: { email?: null; direct_email?: string; cell_phone?: string | null }) =>
  app.db.updateTable('user_account').set(contacts).where('user_id', '=', user.userId).execute();
const { referralRequested } = notificationType.table;
let told = 0;
/** Notifies the user of a referral; returns the channels used. */
async function notifyUser(urgencyDays: number | null = 30) {
  told += 1;
  await notify(deps(), jobRun, {
    type: 'referralRequested',
    urgencyDays,
    recipientUserId: user.userId,
    dedupeKey: `told:${told}`,
    mail: { clientId: null, patientId: null, referralId: null, subject: 'Routine referral', body: 'It waits.' },
  });
  const rows = await app.db
    .selectFrom('delivery')
    .select('channel')
    .where('dedupe_key', 'like', `told:${told}%`)
    .orderBy('channel')
    .execute();
  return rows.map(({ channel }) => channel);
}

test('email notifications continue until the user changes the setting', async () => {
  expect(await find()).toMatchObject({
    settings: expect.arrayContaining([
      {
        eventTypeId: referralRequested,
        eventTypeName: 'Referral requested',
        filters: { urgencyDays: [] },
        notifyByEmail: true,
        notifyBySMS: false,
        notifyByDirectMessage: false,
      },
    ]) as unknown,
    dailySummary: { notifyByEmail: false },
    hasEmail: true,
    hasDirectEmail: false,
    hasMobileNumber: false,
  });
  expect(await notifyUser()).toEqual(['email']);
  await save({ eventTypeId: referralRequested, notifyByEmail: false });
  expect(await notifyUser()).toEqual([]);
});

test('each channel is used if it is enabled and has an address, except for urgencies that are filtered out', async () => {
  await reach({ direct_email: 'd@direct.example', cell_phone: '6175550124' });
  const all = { notifyByEmail: true, notifyBySMS: true, notifyByDirectMessage: true };
  await save({ eventTypeId: referralRequested, ...all, filters: { urgencyDays: ['1', '60'] } });
  expect(await notifyUser(1)).toEqual(['direct', 'email', 'sms']);
  expect(await notifyUser(7)).toEqual([]);
  expect(await notifyUser(null)).toEqual(['direct', 'email', 'sms']);
  const { body } = await app.db
    .selectFrom('delivery')
    .select('body')
    .where('channel', '=', 'sms')
    .where('recipient_user_id', '=', user.userId)
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(body).toBe(`Routine referral. ${portalUrl}/provider`);
});

test('a channel is turned on only with a contact for it; one that was on may stay', async () => {
  const answerTo = async (setting: object) => (await save({ eventTypeId: referralRequested, ...setting })).body;
  const refusal = (text: string) => ({ wasSuccessful: false, validationErrors: { notificationsData: text } });
  expect(await answerTo({ notifyBySMS: true })).toMatchObject(refusal(notificationTexts.sms));
  expect(await answerTo({ notifyByDirectMessage: true })).toMatchObject(refusal(notificationTexts.direct));
  expect(await answerTo({ notifyBySMS: false })).toMatchObject({ wasSuccessful: true });
  await reach({ cell_phone: '6175550124' });
  expect(await answerTo({ notifyBySMS: true })).toMatchObject({ wasSuccessful: true });
  await reach({ cell_phone: null, email: null });
  expect(await answerTo({ notifyBySMS: true })).toMatchObject({ wasSuccessful: true });
  const summary = { eventTypeId: notificationType.table.dailySummary, notifyByEmail: true };
  expect(await answerTo(summary)).toMatchObject(refusal(notificationTexts.dailySummary));
  expect(await answerTo({ notifyByEmail: false })).toMatchObject({ wasSuccessful: true });
  expect(await answerTo({ notifyByEmail: true })).toMatchObject(refusal(notificationTexts.email));
});

test('two concurrent changes of one row are both kept', async () => {
  await reach({ direct_email: 'd@direct.example', cell_phone: '6175550124' });
  await save({ eventTypeId: referralRequested, notifyBySMS: true });
  await save({ eventTypeId: referralRequested, notifyByDirectMessage: true });
  await save({ eventTypeId: referralRequested, filters: { urgencyDays: ['7'] } });
  const data = await find();
  expect(data?.settings.find(({ eventTypeId }) => eventTypeId === referralRequested)).toMatchObject({
    notifyByEmail: true,
    notifyBySMS: true,
    notifyByDirectMessage: true,
    filters: { urgencyDays: ['7'] },
  });
});

test('an unknown type or urgency is rejected', async () => {
  const refused = { wasSuccessful: false };
  expect((await save({ eventTypeId: 99, notifyByEmail: true })).body).toMatchObject({
    ...refused,
    validationErrors: { notificationsData: profileTexts.saveFailed },
  });
  const odd = { eventTypeId: referralRequested, notifyByEmail: true, filters: { urgencyDays: ['2'] } };
  expect((await save(odd)).body).toMatchObject(refused);
});
