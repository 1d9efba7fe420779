import { WorkQueue } from '@careloop/contracts/codes';
import type { RealtimeEventName } from '@careloop/contracts/realtime';
import { addReferralComment, declineReferral } from '@careloop/contracts/referral-processing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { buildReferral, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { createListener } from '../../db/listener.ts';
import { silentLog } from '../../db/log.ts';
import { publish } from '../../realtime/publish.ts';

interface Told {
  event: RealtimeEventName;
  payload: Record<string, unknown>;
  rooms: string[];
}

let app: TestApp;
let listener: ReturnType<typeof createListener>;
const told: Told[] = [];
beforeAll(async () => {
  app = await startTestApp();
  listener = createListener({ url: app.databaseUrl, log: silentLog });
  await listener.listen('careloop_realtime', (text) => void told.push(JSON.parse(text) as Told));
});
beforeEach(() => void told.splice(0));
afterAll(async () => {
  await listener.close();
  await app.stop();
});

/** What was told of these so far, once the listener has heard it. */
async function heard(...events: RealtimeEventName[]): Promise<Told[]> {
  await publish(app.db, ['user:424242'], 'ResyncEvent', {});
  await expect.poll(() => told.some(({ rooms }) => rooms.includes('user:424242'))).toBe(true);
  return told.splice(0).filter(({ event }) => events.includes(event));
}

test('who was shown an item of a queue hears what becomes of it, and of its referral', async () => {
  const { referralId, receiver, patient, sender } = await buildReferral(app);
  const colleague = await buildUser(app.db, { clientId: receiver.clientId });
  const item = await app.db
    .selectFrom('work_queue_encounter')
    .select('work_queue_encounter_id')
    .where('referral_id', '=', referralId)
    .executeTakeFirstOrThrow();
  const shared = { ...item, user_id: colleague.userId, granted_by_user_id: receiver.userId };
  await app.db.insertInto('work_queue_encounter_access').values(shared).execute();
  await heard();

  const caller = await app.as(receiver);
  await caller.ok(addReferralComment, { referralId, comment: 'Which leg?' });
  const [commented] = await heard('ReferralChangedEvent');
  expect(commented?.payload).toEqual({ referralId, patientId: patient.patientId, version: 1 });
  expect(commented?.rooms).toEqual(
    expect.arrayContaining([`user:${receiver.userId}`, `user:${colleague.userId}`, `client:${sender.clientId}`]),
  );

  await caller.ok(declineReferral, { referralId, version: 1, declineReason: 1 });
  const [left, entered, ...more] = await heard('WorkQueueItemChangedEvent');
  expect(left).toMatchObject({
    payload: { workQueueId: WorkQueue.referralToProcess, workQueueEncounterId: item.work_queue_encounter_id },
    rooms: [`user:${receiver.userId}`, `user:${colleague.userId}`],
  });
  expect(entered).toMatchObject({
    payload: { workQueueId: WorkQueue.referralsDeclined },
    rooms: [`user:${sender.userId}`],
  });
  expect(more).toEqual([]);
});
