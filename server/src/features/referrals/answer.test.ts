import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import { acceptReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { answerLength } from '@careloop/contracts/referrals/story';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildReferral } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function buildSent() {
  const built = await buildReferral(app);
  const [sender, receiver] = [await app.as(built.sender), await app.as(built.receiver)];
  const { patientId } = built.patient;
  const answerOf = async () => {
    const { items } = await sender.ok(listReferrals, { patientId });
    const { answer } = await sender.ok(getReferral, { referralId: built.referralId });
    expect(items[0]?.answer).toEqual(answer);
    return answer;
  };
  return { ...built, sender, receiver, answerOf };
}

test('a list shows how a referral was closed, and by which provider', async () => {
  const { referralId, sender, receiver, answerOf } = await buildSent();
  expect(await answerOf()).toBeNull();
  await receiver.ok(acceptReferral, { referralId });
  expect(await answerOf()).toBeNull();
  await receiver.ok(completeReferral, { referralId, comment: `Stable angina. ${'x'.repeat(answerLength)}` });
  const answer = await answerOf();
  expect(answer?.text).toMatch(/^Stable angina\. x+$/);
  expect(answer?.text).toHaveLength(answerLength);
  const { referredToName } = await sender.ok(getReferral, { referralId });
  expect(answer?.byName).toBe(referredToName);
  await sender.ok(reopenReferral, { referralId, reason: 'The ECG is missing.' });
  expect(await answerOf()).toBeNull();
});

test('a list shows the comment of a decline', async () => {
  const { referralId, receiver, answerOf } = await buildSent();
  await receiver.ok(declineReferral, { referralId, declineReason: 0, declineReasonOther: 'Back in January.' });
  expect(await answerOf()).toMatchObject({ text: 'Back in January.' });
});
