import { Direction } from '@careloop/contracts/codes';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import { acceptReferral, addReferralComment, cancelReferral } from '@careloop/contracts/referrals/processing';
import { countUnreadReferrals, readReferralAnswer } from '@careloop/contracts/referrals/unread';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, buildReferral, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { listenToPublished } from '../../../test/published.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';

let app: TestApp;
let published: Awaited<ReturnType<typeof listenToPublished>>;
beforeAll(async () => {
  app = await startTestApp();
  published = await listenToPublished(app);
});
afterAll(async () => {
  await published.stop();
  await app.stop();
});

async function build() {
  const built = await buildReferral(app);
  return { ...built, caller: await app.as(built.sender), answering: await app.as(built.receiver) };
}

const unreadOf = async (caller: Caller) => (await caller.ok(countUnreadReferrals, {})).unreadCount;
const lastEventOf = async (caller: Caller, referralId: number) =>
  (await caller.ok(getReferral, { referralId })).timeline.at(-1)?.referralEventId ?? 0;

test('an answer is unread until the person who sent the referral opens it; other users do not mark it as read', async () => {
  const { referralId, sender, caller, answering } = await build();
  expect(await unreadOf(caller)).toBe(0);
  await answering.ok(acceptReferral, { referralId });
  expect(await unreadOf(caller)).toBe(1);
  expect(await unreadOf(answering)).toBe(0);
  expect((await caller.ok(listReferrals, {})).items).toMatchObject([{ referralId, isUnread: true }]);
  expect((await answering.ok(listReferrals, {})).items).toMatchObject([{ referralId, isUnread: false }]);
  expect((await caller.ok(listReferrals, { unread: true })).items).toMatchObject([{ referralId }]);
  expect((await caller.ok(listReferrals, { unread: true, direction: Direction.incoming })).items).toEqual([]);
  expect((await answering.ok(listReferrals, { unread: true })).items).toEqual([]);
  const referralEventId = await lastEventOf(caller, referralId);
  await answering.ok(readReferralAnswer, { referralId, referralEventId });
  await (await app.as(await buildUser(app.db))).ok(readReferralAnswer, { referralId, referralEventId });
  expect(await app.nobody.fail(readReferralAnswer, { referralId, referralEventId })).toMatchObject({ status: 401 });
  expect(await unreadOf(caller)).toBe(1);
  await published.take();
  await caller.ok(readReferralAnswer, { referralId, referralEventId });
  const [event] = await published.take('ReferralChangedEvent');
  expect(event?.rooms).toEqual([userRoom(sender.userId)]);
  expect(await unreadOf(caller)).toBe(0);
  expect(await caller.ok(getReferral, { referralId })).toMatchObject({ isUnread: false });
});

test('an answer that came after the shown state stays unread', async () => {
  const { referralId, caller, answering } = await build();
  await answering.ok(acceptReferral, { referralId });
  const referralEventId = await lastEventOf(caller, referralId);
  await answering.ok(addReferralComment, { referralId, comment: 'Please bring the tracing.' });
  await caller.ok(readReferralAnswer, { referralId, referralEventId });
  expect(await unreadOf(caller)).toBe(1);
  await caller.ok(readReferralAnswer, { referralId, referralEventId: await lastEventOf(caller, referralId) });
  expect(await unreadOf(caller)).toBe(0);
});

test('actions of the referring side are not answers, and a canceled referral has none to read', async () => {
  const { referralId, caller, answering, sender } = await build();
  await caller.ok(addReferralComment, { referralId, comment: 'She prefers mornings.' });
  expect(await unreadOf(caller)).toBe(0);
  await answering.ok(acceptReferral, { referralId });
  await answering.ok(completeReferral, { referralId, comment: 'Seen.' });
  await caller.ok(readReferralAnswer, { referralId, referralEventId: await lastEventOf(caller, referralId) });
  await caller.ok(reopenReferral, { referralId, reason: 'Second tracing' });
  expect(await unreadOf(caller)).toBe(0);
  await answering.ok(addReferralComment, { referralId, comment: 'Will do.' });
  // A proxy of the sender sees it as the sender does.
  const office = await buildUser(app.db, { clientId: sender.clientId });
  await addProxy(app.db, sender, office);
  const { body } = await (
    await app.as(office)
  ).call(countUnreadReferrals, { onBehalfOfUserId: sender.userId } as never);
  expect(body).toMatchObject({ unreadCount: 1 });
  await caller.ok(cancelReferral, { referralId, version: (await caller.ok(getReferral, { referralId })).version });
  expect(await unreadOf(caller)).toBe(0);
});
