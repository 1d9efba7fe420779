import {
  cancelConsultation,
  completeConsultation,
  createConsultation,
  getConsultation,
  getConsultationBrand,
  getConsultationInQueue,
  listConsultations,
  readConsultationAnswer,
} from '@careloop/contracts/consultations';
import { sql } from 'kysely';
import { expect } from 'vitest';

import {
  beside,
  changed,
  idsIn,
  ofCare,
  ofPatient,
  ofRows,
  pickedBeside,
  readAll,
} from '../../../test/privacyProbes.ts';
import type { FeatureProbes, Probe, ProbeContext } from '../../../test/privacyProbes.ts';
import { directory } from '../../../test/directoryProbes.ts';

const ofConsultation: Probe = {
  key: 'careCoordinatorRequestId',
  ids: (oracle) => oracle.consultationIds,
  may: (oracle, userId) => oracle.consultationsOf(userId),
};

async function compareConsultations({ oracle, callerOf }: ProbeContext): Promise<void> {
  for (const { userId } of oracle.users) {
    const mine = oracle.consultationsOf(userId);
    for (const direction of [1, 2, 3]) {
      const items = await readAll(callerOf(userId), listConsultations, { direction });
      expect(idsIn(items, 'careCoordinatorRequestId').filter((id) => !mine.has(id))).toEqual([]);
    }
    for (const patientId of new Set(oracle.consultations.map((one) => one.patientId))) {
      const expected = oracle.consultations.filter(
        (one) => one.patientId === patientId && mine.has(one.consultationId),
      );
      const items = await readAll(callerOf(userId), listConsultations, { patientId });
      expect(idsIn(items, 'careCoordinatorRequestId')).toEqual(expected.map((one) => one.consultationId));
    }
  }
}

const ofConsultationItem = ofRows(
  'workQueueEncounterId',
  (oracle) => oracle.rows.queueItems.filter(({ consultationId }) => consultationId !== 0),
  (oracle, userId, { consultationId }) => oracle.consultationsOf(userId).has(consultationId),
);
/** Consultations that wait for the user's answer. */
const ofAsked: Probe = {
  ...ofConsultation,
  may: (oracle, userId) => {
    const persons = oracle.actsFor(userId);
    const asked = oracle.consultations.filter(
      ({ status, to }) => status === 'pending' && to !== null && persons.has(to),
    );
    return new Set(asked.map(({ consultationId }) => consultationId));
  },
};
const ofOwnProvider = ofRows(
  'healthcareProviderId',
  (oracle) => oracle.rows.providers,
  (oracle, userId, provider) => oracle.actsFor(userId).has(provider.userId),
);
const ofRequester: Probe = {
  key: 'requestedByUserId',
  ids: (oracle) => oracle.rows.accounts.map(({ id }) => id),
  may: (oracle, userId) => oracle.actsFor(userId),
};
/** Only members of the patient's care team can be asked. */
const ofMember: Probe = {
  key: 'requestedToUserId',
  ids: (oracle) => oracle.rows.accounts.map(({ id }) => id),
  may: (oracle, userId) => {
    const [patientId] = oracle.careOf(userId);
    return new Set(oracle.rows.memberships.filter((one) => one.patientId === patientId).map((one) => one.userId));
  },
};
/** Patients of the user, with a provider to ask. */
const ofCareWithReceiver: Probe = {
  ...ofCare,
  inputOf: (oracle, patientId, userId) => ({
    patientId,
    healthcareProviderId: oracle.rows.providers.find((one) => one.userId !== 0 && one.userId !== userId)?.id,
  }),
};

/** Only the requester can mark the answer as read. */
async function compareUnread({ app, oracle, callerOf }: ProbeContext): Promise<void> {
  await sql`update consultation set is_answer_unread = true`.execute(app.db);
  const { rows: versions } = await sql<{ id: number; version: number }>`
    select consultation_id as id, version from consultation`.execute(app.db);
  for (const { userId } of oracle.users) {
    for (const { consultationId, by, behalf } of oracle.consultations) {
      if (by === userId || behalf === userId) continue;
      const { version } = versions.find(({ id }) => id === consultationId)!;
      await callerOf(userId).ok(readConsultationAnswer, { careCoordinatorRequestId: consultationId, version });
    }
  }
  const { rows } = await sql`select from consultation where not is_answer_unread`.execute(app.db);
  expect(rows).toEqual([]);
}

export const probes: FeatureProbes = {
  opens: [
    [getConsultation, ofConsultation],
    [getConsultationBrand, ofConsultation],
    [getConsultationInQueue, ofConsultation],
    [getConsultation, { ...ofConsultationItem, atMost: 12 }],
    [getConsultationInQueue, { ...ofConsultationItem, atMost: 12 }],
  ],
  closes: [
    [createConsultation, ofPatient],
    [completeConsultation, changed(ofConsultation, { status: 4, version: 9_999 })],
    [cancelConsultation, changed(ofConsultation, { version: 9_999 })],
    [completeConsultation, changed(ofConsultationItem, { status: 4, version: 9_999 })],
    [cancelConsultation, changed(ofConsultationItem, { version: 9_999 })],
    [
      completeConsultation,
      beside(changed(ofAsked, { status: 4, comments: 'x' }), ofOwnProvider, 'invalid_input healthcareProviderId'),
    ],
    [createConsultation, beside(ofCare, ofRequester, 'invalid_input requestedByUserId')],
    [createConsultation, beside(ofCare, ofMember, 'invalid_input requestedToUserId')],
    ...pickedBeside(createConsultation, ofCareWithReceiver, 'patientCharts'),
  ],
  takesOpen: [[directory, [[createConsultation, 'healthcareProviderId', 'healthcareProviderAddressId']]]],
  compares: [
    {
      name: 'lists hold nothing that is not the user’s, and a patient’s list holds all that is',
      calls: [[listConsultations, 'patientId']],
      compare: compareConsultations,
    },
    {
      name: 'only the requester can mark an answer as read',
      calls: [[readConsultationAnswer, 'careCoordinatorRequestId']],
      compare: compareUnread,
    },
  ],
};
