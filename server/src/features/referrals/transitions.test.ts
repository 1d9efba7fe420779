import { WorkQueue } from '@careloop/contracts/codes';
import type { ReferralStatus } from '@careloop/contracts/codes';
import { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
} from '@careloop/contracts/referrals/processing';
import { getReferral } from '@careloop/contracts/referrals';
import type { Referral } from '@careloop/contracts/referrals';
import { changeReferralUrgency } from '@careloop/contracts/referrals/updating';
import type { FailedResult } from '@careloop/contracts/result';
import { referralTransitions } from '@careloop/contracts/referrals/states';
import type { ReferralAction } from '@careloop/contracts/referrals/states';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildReferral, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Pseudorandom numbers from 0 to 1, the same in each run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A referral, and all users who try actions on it. */
async function buildPeople() {
  const built = await buildReferral(app);
  const { referralId, sender, receiver, patient } = built;
  const office = await buildUser(app.db, { clientId: receiver.clientId });
  const colleague = await buildUser(app.db, { clientId: sender.clientId });
  await addProxy(app.db, receiver, office);
  await addToCareTeam(app.db, patient, colleague);
  const users = [sender, receiver, office, colleague];
  const people = await Promise.all(users.map((user) => app.as(user)));
  return { referralId, receiver, patient, people };
}

type People = Awaited<ReturnType<typeof buildPeople>>;
type Tried = Exclude<ReferralAction, (typeof elsewhere)[number]>;
/** Tested elsewhere: they need other referrals, or change the content. */
const elsewhere = ['selectProvider', 'referAgain', 'update'] as const;

/** How each action is tried, always with valid input. */
function attempts({
  referralId,
  receiver,
}: People): Record<string, { action: Tried; by: (caller: Caller) => Promise<unknown> }> {
  const visit = {
    healthcareProviderId: receiver.healthcareProviderId,
    appointmentAddressId: receiver.addressId,
    appointmentTime: '2087-01-15T14:30:00-05:00',
  };
  return {
    // Accepting again with nothing new changes nothing.
    accept: { action: 'accept', by: (caller) => caller.ok(acceptReferral, { referralId, comments: ['Will call'] }) },
    schedule: { action: 'accept', by: (caller) => caller.ok(acceptReferral, { referralId, ...visit }) },
    decline: { action: 'decline', by: (caller) => caller.ok(declineReferral, { referralId, declineReason: 1 }) },
    reschedule: { action: 'reschedule', by: (caller) => caller.ok(rescheduleReferral, { referralId, ...visit }) },
    cancelAppointment: { action: 'cancelAppointment', by: (caller) => caller.ok(cancelAppointment, { referralId }) },
    noShow: { action: 'recordNoShow', by: (caller) => caller.ok(recordNoShow, { referralId }) },
    complete: { action: 'complete', by: (caller) => caller.ok(completeReferral, { referralId, comment: 'Seen' }) },
    reopen: { action: 'reopen', by: (caller) => caller.ok(reopenReferral, { referralId, reason: 'No report' }) },
    cancel: { action: 'cancel', by: (caller) => caller.ok(cancelReferral, { referralId }) },
    comment: { action: 'comment', by: (caller) => caller.ok(addReferralComment, { referralId, comment: 'A note' }) },
  };
}

/** The queues that contain a referral to a provider in each state. */
const waitsIn: Record<ReferralStatus, number[]> = {
  pending: [WorkQueue.referralToProcess],
  accepted: [WorkQueue.referralToProcess],
  scheduled: [],
  completed: [],
  declined: [WorkQueue.referralsDeclined],
  cancelled: [],
};

async function openQueues(referralId: number): Promise<number[]> {
  const rows = await app.db
    .selectFrom('work_queue_encounter')
    .select('work_queue_id')
    .where('subject_type', '=', 'referral')
    .where('subject_id', '=', referralId)
    .where('status', '=', 'open')
    .orderBy('work_queue_id')
    .execute();
  return rows.map((row) => row.work_queue_id);
}

function expectTransition(action: Tried, before: Referral, after: Referral): void {
  const { from, to, ...rest } = referralTransitions[action];
  expect(from).toContain(before.status);
  const events: Partial<Record<string, string>> = to;
  const event = 'stays' in rest ? rest.stays : events[after.status];
  if ('stays' in rest) expect(after.status).toBe(before.status);
  expect(after.timeline).toHaveLength(before.timeline.length + 1);
  expect(after.timeline.at(-1)).toMatchObject({ action: event, fromStatus: before.status, toStatus: after.status });
  expect(after.version).toBe(before.version + ('stays' in rest ? 0 : 1));
  // Only reopening changes the due time, which is then counted from that time.
  if (action === 'reopen') expect(Date.parse(after.dueAt)).toBeGreaterThan(Date.parse(before.dueAt));
  else expect(after.dueAt).toBe(before.dueAt);
}

function expectUnchanged(before: Referral, after: Referral): void {
  // A visit can be closed once its time has passed, so `can` may change.
  expect(after).toEqual({ ...before, can: after.can });
}

/** Actions that happened in any of the walks. */
const happened = new Set<Tried>();

async function wander(seed: number): Promise<void> {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const built = await buildPeople();
  const { referralId, people } = built;
  const [sender] = people as [Caller];
  const tries = Object.values(attempts(built));
  const lasting = tries.filter(({ action }) => action !== 'decline' && action !== 'cancel');
  for (let step = 0; step < 30; step += 1) {
    if (random() < 0.3) {
      // Moves the appointment into the past, so that its outcome can be recorded.
      await sql`update patient_appointment set appointment_time = now() - interval '1 hour'
        where referral_id = ${referralId} and status = 'pending'`.execute(app.db);
    }
    const caller = pick(people);
    const before = await sender.ok(getReferral, { referralId });
    const seen = await caller.call(getReferral, { referralId });
    const can: Partial<Referral['can']> = seen.body.wasSuccessful ? seen.body.can : {};
    // Prefer actions that no walk has tried yet.
    const fresh = tries.filter((one) => can[one.action] === true && !happened.has(one.action));
    const { action, by } = pick(fresh.length > 0 && random() < 0.5 ? fresh : random() < 0.2 ? tries : lasting);
    const allowance = can[action] ?? 'not seen';
    const isDone = await by(caller).then(
      () => true,
      () => false,
    );
    const after = await sender.ok(getReferral, { referralId });
    expect(isDone, `${action} in ${before.status}: ${String(allowance)}`).toBe(allowance === true);
    if (isDone) happened.add(action);
    if (isDone) expectTransition(action, before, after);
    else expectUnchanged(before, after);
    const waiting = after.status === 'cancelled' ? [] : waitsIn[after.status as ReferralStatus];
    const exceptions = [WorkQueue.referralExceptions as number];
    expect((await openQueues(referralId)).filter((id) => !exceptions.includes(id))).toEqual(waiting);
    // The referral is over; half of the walks continue, to check that nothing more can happen.
    if (['declined', 'cancelled'].includes(after.status) && seed % 2 === 0) return;
  }
}

test.each([1, 2, 3, 4, 5, 6])('whatever several users try (%i), only transitions in the table happen', wander, 60_000);

test('the walks covered every action', () => {
  const actions = Object.keys(referralTransitions).filter((one) => !elsewhere.some((other) => other === one));
  expect([...happened].toSorted()).toEqual(actions.toSorted());
});

describe('twenty concurrent actions', () => {
  test('one wins, and the others get who did what', async () => {
    const built = await buildPeople();
    const { referralId, people } = built;
    const [sender, receiver, office] = people as [Caller, Caller, Caller];
    const target = { referralId, version: 1 };
    const calls = Array.from({ length: 4 }, () => [
      receiver.call(acceptReferral, target),
      office.call(acceptReferral, { ...target, comments: ['On it'] }),
      receiver.call(declineReferral, { ...target, declineReason: 1 as const }),
      sender.call(cancelReferral, target),
      sender.call(changeReferralUrgency, { ...target, urgencyDays: 1 }),
    ]).flat();
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => answer.body.wasSuccessful)).toHaveLength(1);
    const refused = answers.filter((answer) => !answer.body.wasSuccessful);
    const referral = await sender.ok(getReferral, { referralId });
    expect(referral).toMatchObject({ version: 2, timeline: [{ action: 'created' }, {}] });
    for (const { status, body } of refused) {
      expect(status).toBe(409);
      expect(body).toMatchObject({ code: 'stale_version', current: { version: 2 } });
      expect((body as FailedResult).message).toMatch(
        /^(You|Robin Reyes \d+) (accepted|declined|canceled|changed) it in the meantime\.$/,
      );
    }
  });
});
