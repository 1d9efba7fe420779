import {
  cancelConsultation,
  completeConsultation,
  createConsultation,
  getConsultation,
  getConsultationInQueue,
  listConsultations,
} from '@careloop/contracts/consultations';
import { expect } from 'vitest';

import { changed, idsIn, ofPatient, readAll } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, Probe, ProbeContext } from '../../../test/privacyProbes.ts';

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

export const consultationProbes: FeatureProbes = {
  opens: [
    [getConsultation, ofConsultation],
    [getConsultationInQueue, ofConsultation],
  ],
  closes: [
    [createConsultation, ofPatient],
    [completeConsultation, changed(ofConsultation, { status: 4, version: 9_999 })],
    [cancelConsultation, changed(ofConsultation, { version: 9_999 })],
  ],
  compares: [
    {
      name: 'lists hold nothing that is not the user’s, and a patient’s list holds all that is',
      endpoints: [listConsultations],
      compare: compareConsultations,
    },
  ],
};
