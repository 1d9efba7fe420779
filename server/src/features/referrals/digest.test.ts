import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { checkReferralDigest } from '@careloop/contracts/referrals/digest';
import { acceptReferral } from '@careloop/contracts/referrals/processing';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { buildReferral, buildUser, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('the stored content is compared with what was sent, for users who see the referral', async () => {
  const { referralId, sender, receiver } = await buildReferral(app);
  const [caller, answering] = [await app.as(sender), await app.as(receiver)];
  const { hash } = await caller.ok(getReferral, { referralId });
  expect(await caller.ok(checkReferralDigest, { referralId })).toMatchObject({
    check: { hash, isIntact: true, isUnchanged: true },
  });
  // Accepting changes the state, but not the content.
  await answering.ok(acceptReferral, { referralId });
  expect(await answering.ok(checkReferralDigest, { referralId })).toMatchObject({
    check: { isIntact: true, isUnchanged: true },
  });
  await sql`update referral set referral_reason = 'Something else' where referral_id = ${referralId}`.execute(app.db);
  expect(await caller.ok(checkReferralDigest, { referralId })).toMatchObject({
    check: { isIntact: true, isUnchanged: false },
  });
  const stranger = await app.as(await buildUser(app.db));
  expect(await stranger.fail(checkReferralDigest, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
  expect(await app.nobody.fail(checkReferralDigest, { referralId })).toMatchObject({ status: 401 });
});

test('a printed digest finds its referral by at least 12 characters, also for an earlier version, but no other user’s', async () => {
  const built = await buildReferral(app);
  const { referralId, sender } = built;
  const caller = await app.as(sender);
  const { hash } = await caller.ok(getReferral, { referralId });
  if (hash === null) throw new Error('No digest was kept');
  const search = async (searchTerm: string, by = caller) =>
    (await by.ok(listReferrals, { searchTerm })).items.map((item) => item.referralId);
  expect(await search(hash)).toEqual([referralId]);
  expect(await search(hash.slice(0, 12).toUpperCase())).toEqual([referralId]);
  expect(await search(hash.slice(0, 11))).toEqual([]);
  await caller.ok(updateReferral, {
    ...declared(updateReferral, referralInput(built)),
    referralId,
    version: 1,
    referralReason: 'Pain at rest',
  });
  expect(await search(hash)).toEqual([referralId]);
  expect(await search(hash, await app.as(await buildUser(app.db)))).toEqual([]);
});
