import { WorkQueue } from '@careloop/contracts/codes';
import { createReferral } from '@careloop/contracts/referrals';
import { declineReferral } from '@careloop/contracts/referrals/processing';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addToCareTeam, buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { reassign } from './reassign.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const idsIn = async (caller: Caller, workQueueId: number) =>
  (await caller.ok(listWorkQueueItems, { workQueueId })).items.map(({ subjectId }) => subjectId);

/** A pending referral of a provider who sees the patient only as a member of the care team. */
async function sendAsMember() {
  const parties = await buildReferralParties(app);
  const { referredBy, patient } = parties;
  await addToCareTeam(app.db, patient, referredBy);
  const sender = await app.as(referredBy);
  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  const leave = () =>
    app.db.deleteFrom('care_team_member').where('user_id', '=', sender.userId).executeTakeFirstOrThrow();
  const coordinator = await app.as(parties.sender);
  return { ...parties, referralId, sender, coordinator, leave, receiving: await app.as(parties.receiver) };
}

describe('a declined referral', () => {
  const queue = WorkQueue.referralsDeclined;

  test('goes to the coordinators if its sender no longer sees the patient', async () => {
    const { referralId, sender, coordinator, receiving, leave } = await sendAsMember();
    await leave();
    await receiving.ok(declineReferral, { referralId, declineReason: 1 });
    expect(await idsIn(sender, queue)).toEqual([]);
    expect(await idsIn(coordinator, queue)).toEqual([referralId]);
  });

  test('moves to the coordinators once its sender no longer sees the patient', async () => {
    const { referralId, sender, coordinator, receiving, leave } = await sendAsMember();
    await receiving.ok(declineReferral, { referralId, declineReason: 1 });
    expect(await reassign(app.db)).toBe(0);
    expect(await idsIn(sender, queue)).toEqual([referralId]);
    expect(await idsIn(coordinator, queue)).toEqual([]);
    await leave();
    expect(await reassign(app.db)).toBe(1);
    expect(await reassign(app.db)).toBe(0);
    expect(await idsIn(sender, queue)).toEqual([]);
    expect(await idsIn(coordinator, queue)).toEqual([referralId]);
  });
});
