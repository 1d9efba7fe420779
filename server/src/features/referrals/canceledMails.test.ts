import { Direction } from '@careloop/contracts/codes';
import { listReferrals } from '@careloop/contracts/referrals';
import { acceptReferral, cancelReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import { saveUserProfile } from '@careloop/contracts/profile';
import { notificationType } from '@careloop/contracts/profile/notifications';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { addProxy, buildProvider, buildReferral, buildUser } from '../../../test/factories.ts';
import { jobRun, portalUrl, takeJobs, textOf } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { smtpSender } from '../../integrations/email/smtp.ts';
import { notifyReferralCanceled } from './jobs.ts';

// Receivers without work queues learn of a canceled referral only by the email and the list.

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());
beforeEach(() => work());

/** Runs the queued jobs as a worker would, and returns the mails they send. */
async function work({ runs = 1 } = {}) {
  const before = smtp.messages.length;
  const handler = await notifyReferralCanceled.loadHandler();
  for (const data of await takeJobs(app, notifyReferralCanceled.name)) {
    for (let run = 0; run < runs; run += 1) {
      await handler({ ...app.deps, portalUrl, email: smtpSender(smtp.url) }, data, jobRun);
    }
  }
  return smtp.messages.slice(before).map((mail) => ({ to: mail.to, text: textOf(mail) }));
}

/** A referral to a provider who works no queues. */
async function build() {
  const built = await buildReferral(app);
  const { receiver, referralId } = built;
  await app.db.deleteFrom('user_permission').where('user_id', '=', receiver.userId).execute();
  return { ...built, referralId, sending: await app.as(built.sender), receiving: await app.as(receiver) };
}

const emailOf = async ({ userId }: { userId: number }) =>
  (await app.db.selectFrom('user_account').select('email').where('user_id', '=', userId).executeTakeFirstOrThrow())
    .email;

test('a receiver who accepted a referral is mailed once that it was canceled, and finds it in the list', async () => {
  const { referralId, receiver, sending, receiving } = await build();
  await receiving.ok(acceptReferral, { referralId });
  await sending.ok(cancelReferral, { referralId, comments: 'Admitted elsewhere.' });
  const mails = await work({ runs: 2 });
  expect(mails).toEqual([{ to: await emailOf(receiver), text: expect.any(String) as string }]);
  expect(mails[0]?.text).toContain(`${portalUrl}/provider/Referrals?referralId=${referralId}`);
  expect(mails[0]?.text).not.toContain('Admitted');
  const { items } = await receiving.ok(listReferrals, { direction: Direction.incoming });
  expect(items).toMatchObject([{ referralId, status: 'cancelled' }]);
});

test('the provider it was accepted for is mailed instead', async () => {
  const { referralId, receiver, sending } = await build();
  const [officeUser, partner] = [await buildUser(app.db), await buildProvider(app.db)];
  for (const provider of [receiver, partner]) await addProxy(app.db, provider, officeUser);
  const office = await app.as(officeUser);
  await office.ok(acceptReferral, { referralId, healthcareProviderId: partner.healthcareProviderId });
  await sending.ok(cancelReferral, { referralId });
  expect((await work()).map(({ to }) => to)).toEqual([await emailOf(partner)]);
});

test('one that was not accepted, or whose receiver turned the notification off, sends no mail', async () => {
  const pending = await build();
  await pending.sending.ok(cancelReferral, { referralId: pending.referralId });
  const declined = await build();
  await declined.receiving.ok(acceptReferral, { referralId: declined.referralId });
  await declined.receiving.ok(declineReferral, { referralId: declined.referralId, declineReason: 1 });
  const silent = await build();
  const { referralId, receiver, receiving, sending } = silent;
  const settings = [{ eventTypeId: notificationType.table.referralCanceled, notifyByEmail: false }];
  await receiving.ok(saveUserProfile, { userId: receiver.userId, version: 1, notificationsData: { settings } });
  await receiving.ok(acceptReferral, { referralId });
  await sending.ok(cancelReferral, { referralId });
  expect(await work()).toEqual([]);
});
