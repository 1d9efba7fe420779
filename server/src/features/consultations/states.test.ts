import { readFileSync } from 'node:fs';

import { consultationStatuses } from '@careloop/contracts/codes/consultations';
import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import {
  cancelConsultation,
  completeConsultation,
  createConsultation,
  getConsultation,
} from '@careloop/contracts/consultations';
import { consultationActions, consultationTransitions } from '@careloop/contracts/consultations/states';
import type { ConsultationAction, ConsultationTransition } from '@careloop/contracts/consultations/states';
import { consultationStatus } from '@careloop/contracts/codes/consultations';
import { createReferral } from '@careloop/contracts/referrals';
import { WorkQueue } from '@careloop/contracts/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Random } from '@careloop/demo/random';
import { buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('the table in the documentation matches the code', () => {
  const page = readFileSync(new URL('../../../../docs/domain/consultations.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (\w+) +\| ([\w, ]+?) +\| (\w[\w ]*?) +\| (receiver|requester) +\| (\w*) +\|$/gm)];
  const documented = rows.map(([, action, from, to, side, notes]) => ({
    action,
    from,
    to,
    side,
    needsNotes: notes === 'required',
  }));
  const known = consultationActions.map((action) => {
    const { side, from, to, needsNotes }: ConsultationTransition = consultationTransitions[action];
    const isAny = from.length === consultationStatuses.length;
    return { action, from: isAny ? 'any' : from.join(', '), to: to ?? 'the same', side, needsNotes };
  });
  expect(documented).toEqual(known);
});

/** Performs an action as one of the two sides; returns whether it succeeded. */
async function act(
  caller: Caller,
  action: ConsultationAction,
  target: { careCoordinatorRequestId: number; version: number },
  refer: () => Parameters<typeof caller.call<typeof createReferral>>[1],
): Promise<boolean> {
  if (action === 'cancel') return (await caller.call(cancelConsultation, target)).body.wasSuccessful;
  if (action === 'refer') return (await caller.call(createReferral, refer())).body.wasSuccessful;
  const { to } = consultationTransitions[action];
  const answer = { ...target, status: consultationStatus.codeOf(to) as 2 | 3 | 4 | 5, responseNotes: 'Because.' };
  return (await caller.call(completeConsultation, answer)).body.wasSuccessful;
}

test('whatever users try in any order, only transitions in the table happen, and the timeline records them', async () => {
  const parties = await buildReferralParties(app);
  const sides = { requester: await app.as(parties.sender), receiver: await app.as(parties.receiver) };
  const random = new Random('consultation states');
  for (let run = 0; run < 25; run += 1) {
    const { patientId } = parties.patient;
    const { healthcareProviderId } = parties.receiver;
    const sent = await sides.requester.ok(createConsultation, { patientId, healthcareProviderId });
    const { careCoordinatorRequestId } = sent;
    let status: ConsultationStatus = 'pending';
    let version = 1;
    let isReferred = false;
    const story: string[] = ['created'];
    for (let step = 0; step < 6; step += 1) {
      const action = random.pick(consultationActions);
      const side = random.pick(['requester', 'receiver'] as const);
      const transition: ConsultationTransition = consultationTransitions[action];
      const isAllowed =
        transition.side === side && transition.from.includes(status) && !(action === 'refer' && isReferred);
      const refer = () => ({ ...referralInput(parties), careCoordinatorRequestId });
      const isDone = await act(sides[side], action, { careCoordinatorRequestId, version }, refer);
      expect({ action, side, status, isDone }).toEqual({ action, side, status, isDone: isAllowed });
      if (!isDone) continue;
      status = transition.to ?? status;
      version += 1;
      isReferred ||= action === 'refer';
      story.push(transition.to ?? 'referred');
    }
    const read = await sides.requester.ok(getConsultation, { careCoordinatorRequestId });
    expect(read).toMatchObject({ status, version });
    expect(read.timeline.map((event) => event.action)).toEqual(story);
    const items = await app.db
      .selectFrom('work_queue_encounter')
      .select(['status', 'work_queue_id'])
      .where('subject_type', '=', 'consultation')
      .where('subject_id', '=', careCoordinatorRequestId)
      .execute();
    const isOpen = status === 'pending' || status === 'acknowledged';
    const item = { status: isOpen ? 'open' : 'completed', work_queue_id: WorkQueue.careCoordinatorRequest };
    expect(items).toEqual([item]);
  }
});
