import {
  cancelConsultation,
  completeConsultation,
  createConsultation,
  getConsultation,
  getConsultationInQueue,
  listConsultations,
} from '@careloop/contracts/consultations';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { fillDemo } from '@careloop/demo/fillDemo';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { readOracle } from '../../../test/oracle.ts';
import type { Oracle } from '../../../test/oracle.ts';

// Every demo user against every consultation, compared with an oracle that reads the bare tables.

let app: TestApp;
let oracle: Oracle;
const callers = new Map<number, Caller>();
beforeAll(async () => {
  app = await startTestApp();
  await fillDemo({ db: app.db, storage: app.deps.storage });
  oracle = await readOracle(app.db);
  for (const user of oracle.users) callers.set(user.userId, await app.as(user));
}, 60_000);
afterAll(() => app.stop());

const noVersion = 9_999;
const calls: [Endpoint, Record<string, unknown>][] = [
  [getConsultation, {}],
  [getConsultationInQueue, {}],
  [completeConsultation, { status: 4, version: noVersion }],
  [cancelConsultation, { version: noVersion }],
];

test('one that is closed to somebody answers as one that is not there, whatever the call', async () => {
  expect(oracle.consultationIds.length).toBeGreaterThan(5);
  const gone = { code: 'unauthorized_patient', validationErrors: { unauthorized: '1' } };
  let closed = 0;
  for (const [userId, caller] of callers) {
    const mine = oracle.consultationsOf(userId);
    for (const careCoordinatorRequestId of [...oracle.consultationIds, 9_999_999]) {
      for (const [endpoint, more] of calls) {
        const { body } = await caller.call(endpoint, { careCoordinatorRequestId, ...more });
        const isOpen = body.wasSuccessful || body.code === 'stale_version';
        expect({ userId, careCoordinatorRequestId, path: endpoint.path, isOpen }).toMatchObject({
          isOpen: mine.has(careCoordinatorRequestId),
        });
        if (isOpen) continue;
        closed += 1;
        expect(body).toMatchObject(gone);
      }
    }
  }
  expect(closed).toBeGreaterThan(20);
}, 60_000);

test('asking about a patient is open exactly to those who see the patient', async () => {
  for (const [userId, caller] of callers) {
    const mine = oracle.patientsOf(userId);
    for (const patientId of oracle.patientIds.filter((_id, index) => index % 5 === 0)) {
      const answer = await caller.fail(createConsultation, { patientId });
      expect({ patientId, isOpen: answer.code !== 'unauthorized_patient' }).toEqual({
        patientId,
        isOpen: mine.has(patientId),
      });
    }
  }
}, 60_000);

/** Of the whole list, which must be newest first over all its pages. */
async function idsOf(caller: Caller, input: object): Promise<number[]> {
  const ids: number[] = [];
  const dates: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await caller.ok(listConsultations, { ...input, cursor });
    ids.push(...page.items.map((item) => item.careCoordinatorRequestId));
    dates.push(...page.items.map((item) => item.dateCreated));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(dates).toEqual(dates.toSorted().toReversed());
  return ids.toSorted((a, b) => a - b);
}

test('the lists hold only what the user may see, by direction and by patient', async () => {
  for (const [userId, caller] of callers) {
    const mine = oracle.consultationsOf(userId);
    for (const direction of [1, 2, 3]) {
      expect((await idsOf(caller, { direction })).filter((id) => !mine.has(id))).toEqual([]);
    }
    for (const patientId of new Set(oracle.consultations.map((one) => one.patientId))) {
      const expected = oracle.consultations.filter(
        (one) => one.patientId === patientId && mine.has(one.consultationId),
      );
      expect(await idsOf(caller, { patientId })).toEqual(expected.map((one) => one.consultationId));
    }
  }
}, 60_000);
