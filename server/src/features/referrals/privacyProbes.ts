import { getReferralAdditionalInfo } from '@careloop/contracts/referrals/additionalInfo';
import { randomUUID } from 'node:crypto';

import { createReferral, getReferral, listReferrals } from '@careloop/contracts/referrals';
import { cancelAppointment, recordNoShow, rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import { completeReferral, reopenReferral } from '@careloop/contracts/referrals/closing';
import { checkReferralDigest } from '@careloop/contracts/referrals/digest';
import { getReferralDraft, saveReferralDraft } from '@careloop/contracts/referrals/drafts';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';
import { getReferralRecord, openReferralRecord, requestReferralRecord } from '@careloop/contracts/referrals/record';
import { changeReferralUrgency, updateReferral } from '@careloop/contracts/referrals/updating';
import { expect } from 'vitest';

import { changed, idsIn, ofPatient, ofReferral, ofRows, readAll } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, ProbeContext } from '../../../test/privacyProbes.ts';

const someVisit = { healthcareProviderId: 1, appointmentAddressId: 1, appointmentTime: '2087-01-15T14:30:00Z' };

async function compareReferralLists({ oracle, callerOf }: ProbeContext): Promise<void> {
  for (const { userId } of oracle.users) {
    const caller = callerOf(userId);
    const mine = oracle.referralsOf(userId);
    for (const direction of [1, 2, 3]) {
      const items = await readAll(caller, listReferrals, { direction });
      expect(idsIn(items, 'referralId').filter((id) => !mine.has(id))).toEqual([]);
    }
    for (const patientId of oracle.patientIds) {
      const items = await readAll(caller, listReferrals, { patientId });
      const expected = oracle.referrals.filter((one) => one.patientId === patientId && mine.has(one.referralId));
      expect(idsIn(items, 'referralId')).toEqual(expected.map((one) => one.referralId));
    }
  }
}

const ofRecord = ofRows(
  'referralRecordId',
  (oracle) => oracle.rows.records,
  (oracle, userId, record) => record.userId === userId && oracle.referralsOf(userId).has(record.referralId),
);
/** A queue item gives access to its referral: a user who sees the referral can read it by either id. */
const ofReferralItem = ofRows(
  'workQueueEncounterId',
  (oracle) => oracle.rows.referralItems,
  (oracle, userId, { referralId }) => oracle.referralsOf(userId).has(referralId),
);

export const referralProbes: FeatureProbes = {
  opens: [
    [getReferralAdditionalInfo, ofReferralItem],
    [getReferralRecord, ofRecord],
    [getReferral, ofReferral],
    [checkReferralDigest, ofReferral],
    [getReferralDraft, ofPatient],
  ],
  closes: [
    [openReferralRecord, ofRecord],

    [createReferral, changed(ofPatient, { referralReason: 'x', urgencyDays: 7 })],
    [saveReferralDraft, changed(ofPatient, { version: randomUUID(), seen: [], content: null })],
    [acceptReferral, ofReferral],
    [declineReferral, changed(ofReferral, { declineReason: 1 })],
    [selectReferralProvider, changed(ofReferral, { healthcareProviderId: 1 })],
    [cancelReferral, ofReferral],
    [updateReferral, changed(ofReferral, { version: 1, referralReason: 'x', urgencyDays: 7 })],
    [changeReferralUrgency, changed(ofReferral, { version: 1, urgencyDays: 7 })],
    [rescheduleReferral, changed(ofReferral, someVisit)],
    [recordNoShow, ofReferral],
    [cancelAppointment, ofReferral],
    [completeReferral, changed(ofReferral, { comment: 'x' })],
    [requestReferralRecord, ofReferral],
    [reopenReferral, changed(ofReferral, { reason: 'x' })],
    [addReferralComment, changed(ofReferral, { comment: 'x' })],
  ],
  compares: [
    {
      name: 'lists hold nothing that is not the user’s, and a patient’s list holds all that is',
      endpoints: [listReferrals],
      compare: compareReferralLists,
    },
  ],
};
