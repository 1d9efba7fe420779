import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { acceptReferral } from '@careloop/contracts/referrals/processing';
import { undoAcceptedSeconds, withdrawReferral, withdrawTexts } from '@careloop/contracts/referrals/withdrawing';
import { listWorkQueueItems } from '@careloop/contracts/work-queues';
import { Direction, WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildCoordinator, buildReferral, changesOf } from '../../../test/factories.ts';
import { startMailingApp } from '../../../test/mailingApp.ts';
import type { MailingApp } from '../../../test/mailingApp.ts';
import { workJobs } from '../../../test/mails.ts';
import { notifyReferralReceiver } from './jobs.ts';

let app: MailingApp['app'];
let smtp: MailingApp['smtp'];
let stop: MailingApp['stop'];
beforeAll(async () => {
  ({ app, smtp, stop } = await startMailingApp());
});
afterAll(() => stop());

async function build() {
  const built = await buildReferral(app);
  return { ...built, sending: await app.as(built.sender), receiving: await app.as(built.receiver) };
}

test('a referral sent by mistake is withdrawn, leaves the queue, and nobody is mailed', async () => {
  const { referralId, sending, receiving } = await build();
  const { rows } = await sql<{ seconds: number }>`select extract(epoch from start_after - created_on)::float8 as seconds
    from pgboss.job where name = ${notifyReferralReceiver.name} and data->>'referralId' = ${String(referralId)}`.execute(
    app.db,
  );
  expect(Math.round(rows[0]?.seconds ?? 0)).toBe(undoAcceptedSeconds);

  expect(await sending.ok(withdrawReferral, { referralId, version: 1 })).toMatchObject({ version: 2, openedBy: null });
  const referral = await sending.ok(getReferral, { referralId });
  expect(referral).toMatchObject({ status: 'cancelled', can: { referAgain: true } });
  expect(referral.timeline.at(-1)).toMatchObject({ action: 'cancelled', reason: withdrawTexts.reason });
  const queue = await receiving.ok(listWorkQueueItems, { workQueueId: WorkQueue.referralToProcess });
  expect(queue.items).toEqual([]);
  expect((await receiving.fail(getReferral, { referralId })).wasSuccessful).toBe(false);
  const { items } = await receiving.ok(listReferrals, { direction: Direction.incoming });
  expect(items.map((item) => item.referralId)).not.toContain(referralId);
  expect(await workJobs({ app, smtp }, [notifyReferralReceiver])).toEqual([]);
  expect((await changesOf(app.db, referralId)).map(({ action }) => action)).toEqual([
    'referral.created',
    'referral.cancelled',
  ]);
});

test('the sender is told who on the receiving side had opened it', async () => {
  const { referralId, sending, receiving } = await build();
  await receiving.ok(getReferral, { referralId });
  const { openedBy } = await sending.ok(withdrawReferral, { referralId, version: 1 });
  expect(openedBy).toEqual(expect.stringContaining(' '));
  expect((await receiving.ok(getReferral, { referralId })).status).toBe('cancelled');
});

test('it is refused once the referral was answered, or its receiver is being notified', async () => {
  const answered = await build();
  await answered.receiving.ok(acceptReferral, { referralId: answered.referralId });
  const stale = await answered.sending.fail(withdrawReferral, { referralId: answered.referralId, version: 1 });
  expect(stale).toMatchObject({
    code: 'stale_version',
    errorMessage: expect.stringMatching(/accepted .* in the meantime\.$/),
  });
  const late = { referralId: answered.referralId, version: 2 };
  expect((await answered.sending.fail(withdrawReferral, late)).errorMessage).toBe(withdrawTexts.tooLate);

  const { referralId, sending, receiving } = await build();
  await sql`update referral set date_created = now() - make_interval(secs => ${undoAcceptedSeconds})
    where referral_id = ${referralId}`.execute(app.db);
  const input = { referralId, version: 1 };
  expect((await sending.fail(withdrawReferral, input)).errorMessage).toBe(withdrawTexts.tooLate);
  expect((await receiving.fail(withdrawReferral, input)).code).toBe('wrong_state');
  const stranger = await app.as(await buildCoordinator(app.db));
  expect((await stranger.fail(withdrawReferral, input)).code).toBe('unauthorized_patient');
  expect((await app.nobody.fail(withdrawReferral, input)).status).toBe(401);
});
