import { Direction } from '@careloop/contracts/codes';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
} from '@careloop/contracts/referrals/processing';
import { changeReferralUrgency, updateReferral } from '@careloop/contracts/referrals/updating';
import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { notificationType } from '@careloop/contracts/profile/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  addProxy,
  buildCoordinator,
  buildProvider,
  buildReferral,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { handlerOf, jobRun, portalUrl, workJobs } from '../../../test/mails.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { smtpSender } from '../../core/integrations/email/smtp.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { notifyReferralCanceled, notifyReferralReceiver, notifyReferralSender } from './jobs.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());
beforeEach(() => work());

/** Runs the queued jobs as a worker would, and returns the mails they send. */
const work = ({ runs = 1 } = {}) => workJobs({ app, smtp }, [notifyReferralCanceled, notifyReferralSender], runs);

/** A referral to a provider who works no queues: they learn that it was canceled only by the email and the list. */
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

test('a mail that the server put off waits in the history of the referral until the last attempt has failed', async () => {
  const { referralId, sending, receiving } = await build();
  await receiving.ok(acceptReferral, { referralId });
  await sending.ok(cancelReferral, { referralId });
  const notice = handlerOf(notifyReferralCanceled);
  const deps = { ...app.deps, portalUrl, email: smtpSender(smtp.url) };
  for (const status of ['queued', 'failed']) {
    smtp.fail('DATA', '451 try later');
    const run = { ...jobRun, isLastAttempt: status === 'failed' };
    await expect(notice(deps, { referralId }, run)).rejects.toThrow('451');
    const { deliveries } = await sending.ok(getReferral, { referralId });
    expect(deliveries).toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('canceled'), status }),
    );
  }
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
  const silent = await build();
  const { referralId, receiver, receiving, sending } = silent;
  const settings = [{ eventTypeId: notificationType.table.referralCanceled, notifyByEmail: false }];
  await receiving.ok(saveUserProfile, { userId: receiver.userId, version: 1, notificationsData: { settings } });
  await receiving.ok(acceptReferral, { referralId });
  await sending.ok(cancelReferral, { referralId });
  expect(await work()).toEqual([]);
});

const deactivate = ({ userId }: { userId: number }) =>
  app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', userId).execute();

test('a completed referral is mailed to its sender, without the note', async () => {
  const { referralId, sender, receiving } = await build();
  await receiving.ok(acceptReferral, { referralId });
  await receiving.ok(completeReferral, { referralId, comment: 'Start metoprolol.' });
  const mails = await work({ runs: 2 });
  expect(mails).toEqual([{ to: await emailOf(sender), text: expect.any(String) as string }]);
  expect(mails[0]?.text).toContain('A referral that you sent was completed.');
  expect(mails[0]?.text).not.toContain('metoprolol');
});

test('a declined referral is mailed to its sender, without the reason', async () => {
  const { referralId, sender, receiving } = await build();
  await receiving.ok(declineReferral, { referralId, declineReason: 0, declineReasonOther: 'We stopped metoprolol.' });
  const mails = await work({ runs: 2 });
  expect(mails).toEqual([{ to: await emailOf(sender), text: expect.any(String) as string }]);
  expect(mails[0]?.text).toContain('A referral that you sent was declined.');
  expect(mails[0]?.text).not.toContain('metoprolol');
});

test('a sender who no longer sees the patient gets no mail of what they cannot open', async () => {
  for (const status of ['completed', 'declined'] as const) {
    const { referralId, sender, receiving, patient } = await build();
    const coordinator = await buildCoordinator(app.db, { clientId: patient.clientId });
    await receiving.ok(acceptReferral, { referralId });
    await app.db.deleteFrom('user_permission').where('user_id', '=', sender.userId).execute();
    await (status === 'completed'
      ? receiving.ok(completeReferral, { referralId, comment: 'Start metoprolol.' })
      : receiving.ok(declineReferral, { referralId, declineReason: 1 }));
    // A declined one is in the coordinators' queue.
    const readers = status === 'completed' ? [await emailOf(coordinator)] : [];
    expect((await work()).map(({ to }) => to)).toEqual(readers);
  }
});

test('the author, or else the coordinators, are mailed if the sender can no longer sign in', async () => {
  const { referralId, sender, receiving, patient } = await build();
  const { clientId } = patient;
  const principal = await buildUser(app.db, { clientId });
  await app.db
    .updateTable('referral')
    .set({ on_behalf_of_user_id: principal.userId })
    .where('referral_id', '=', referralId)
    .execute();
  const coordinators = [await buildCoordinator(app.db, { clientId }), await buildCoordinator(app.db, { clientId })];
  // A coordinator who may not see the patient could not open the referral.
  await buildCoordinator(app.db, { clientId, permissions: ['ManageWorkQueues'] });
  await deactivate(principal);
  await receiving.ok(acceptReferral, { referralId });
  await receiving.ok(completeReferral, { referralId, comment: 'Start metoprolol.' });
  const mails = await work();
  expect(mails.map(({ to }) => to)).toEqual([await emailOf(sender)]);
  expect(mails[0]?.text).toContain('its sender can no longer open it');

  const { version } = await (await app.as(sender)).ok(getReferral, { referralId });
  await deactivate(sender);
  const answer = { referralId, version, status: 'completed' } as const;
  await enqueue(app.db, notifyReferralSender, { ...answer, answeredByUserId: coordinators[0]?.userId });
  expect((await work()).map(({ to }) => to)).toEqual(await Promise.all(coordinators.slice(1).map(emailOf)));
  await enqueue(app.db, notifyReferralSender, { ...answer, version: version + 1 });
  expect((await work()).map(({ to }) => to)).toEqual(await Promise.all(coordinators.map(emailOf)));
});

describe('what the receiver must act on', () => {
  /** Runs the receivers' notices, and returns what each says after the headers and the salutation. */
  const mailsToReceivers = async () => {
    const mails = await workJobs({ app, smtp }, [notifyReferralReceiver], 2);
    return mails.map(({ to, text }) => ({ to, line: text.split('\r\n\r\n')[2] }));
  };

  /** A referral whose receiver knows of it. */
  async function buildReceived() {
    const built = await build();
    await mailsToReceivers();
    return { ...built, to: await emailOf(built.receiver) };
  }

  test('each question is mailed once, without its text, while a reply is awaited', async () => {
    const { referralId, sending, receiving, to } = await buildReceived();
    const ask = () => sending.ok(addReferralComment, { referralId, comment: 'On metoprolol?', asksForReply: true });
    const line = 'A question about a referral is waiting for your reply.';
    await ask();
    expect(await mailsToReceivers()).toEqual([{ to, line }]);
    await sending.ok(addReferralComment, { referralId, comment: 'No need to hurry.' });
    await receiving.ok(addReferralComment, { referralId, comment: 'Yes. Since when?', asksForReply: true });
    expect(await mailsToReceivers()).toEqual([]);
    await ask();
    expect(await mailsToReceivers()).toEqual([{ to, line }]);
    await ask();
    await receiving.ok(addReferralComment, { referralId, comment: 'Yes.' });
    expect(await mailsToReceivers()).toEqual([]);
  });

  test('a reopened referral is mailed to the provider it was accepted for', async () => {
    const { referralId, receiver, sending } = await buildReceived();
    const [officeUser, partner] = [await buildUser(app.db), await buildProvider(app.db)];
    for (const provider of [receiver, partner]) await addProxy(app.db, provider, officeUser);
    const office = await app.as(officeUser);
    await office.ok(acceptReferral, { referralId, healthcareProviderId: partner.healthcareProviderId });
    await office.ok(completeReferral, { referralId, comment: 'Seen.' });
    await sending.ok(reopenReferral, { referralId, reason: 'The ECG is missing.' });
    const line = 'A completed Urgent referral was reopened and is waiting for you again.';
    expect(await mailsToReceivers()).toEqual([{ to: await emailOf(partner), line }]);
  });

  test('a raised urgency is mailed, a lowered one is not', async () => {
    const { referralId, sending, receiving, to, ...sent } = await buildReceived();
    await receiving.ok(acceptReferral, { referralId });
    await sending.ok(changeReferralUrgency, { referralId, urgencyDays: 30 });
    expect(await mailsToReceivers()).toEqual([]);
    await sending.ok(changeReferralUrgency, { referralId, urgencyDays: 7 });
    const line = 'The urgency of a referral that is waiting for you was raised to Urgent.';
    expect(await mailsToReceivers()).toEqual([{ to, line }]);
    const { patientId: _patientId, ...request } = referralInput(sent);
    await sending.ok(updateReferral, { ...request, referralId, version: 4, urgencyDays: 1 });
    expect(await mailsToReceivers()).toEqual([{ to, line: line.replace('Urgent', 'STAT') }]);
  });

  test('a raised urgency is mailed to those who chose the new urgency', async () => {
    const { referralId, receiver, sending, receiving, to } = await buildReceived();
    const settings = [
      { eventTypeId: notificationType.table.referralRequested, filters: { urgencyDays: ['1' as const] } },
    ];
    await receiving.ok(saveUserProfile, { userId: receiver.userId, version: 1, notificationsData: { settings } });
    await sending.ok(changeReferralUrgency, { referralId, urgencyDays: 30 });
    await sending.ok(changeReferralUrgency, { referralId, urgencyDays: 7 });
    expect(await mailsToReceivers()).toEqual([]);
    await sending.ok(changeReferralUrgency, { referralId, urgencyDays: 1 });
    expect(await mailsToReceivers()).toMatchObject([{ to }]);
  });

  test('a receiver who also coordinates the client is not mailed their own change', async () => {
    const { referralId, patient } = await buildReceived();
    const coordinator = await buildCoordinator(app.db, { clientId: patient.clientId });
    await app.db
      .updateTable('referral')
      .set({ referred_to_user_id: coordinator.userId })
      .where('referral_id', '=', referralId)
      .execute();
    await (await app.as(coordinator)).ok(changeReferralUrgency, { referralId, urgencyDays: 1 });
    expect(await mailsToReceivers()).toEqual([]);
  });
});
