import { expect, it } from 'vitest';
import { referralStatus } from './codes.ts';
import { consultationStatus } from './codes/consultations.ts';
import {
  completeConsultation,
  consultationAnswerForm,
  consultationTexts,
  createConsultation,
} from './consultations.ts';
import { fieldErrors, inputErrors } from './fieldErrors.ts';
import { declineReferral } from './referrals/processing.ts';
import { notPreferredTexts } from './referrals/notPreferred.ts';

// The API has several numberings of statuses; each call must use its own.

it('referral statuses use the first numbering', () => {
  const { unknown, pending, accepted, declined, scheduled, overdue } = referralStatus.table;
  expect([unknown, pending, accepted, declined, scheduled, overdue]).toEqual([0, 1, 2, 3, 4, 5]);
});

it('consultation responses use the second numbering', () => {
  const { pending, accepted, accepted_with_change, acknowledged, declined } = consultationStatus.table;
  expect([pending, accepted, accepted_with_change, acknowledged, declined]).toEqual([1, 2, 3, 4, 5]);
  const statuses = [1, 2, 3, 4, 5, 6].filter(
    (status) => consultationAnswerForm.safeParse({ status, responseNotes: 'x' }).success,
  );
  expect(statuses).toEqual([2, 3, 4, 5]);
  // 3 means declined for a referral, and accepted with changes for a consultation.
  expect(referralStatus.nameOf(3)).toBe('declined');
  expect(consultationStatus.nameOf(3)).toBe('accepted_with_change');
  expect(Object.keys(declineReferral.input.shape)).not.toContain('status');
});

it('withdrawn is 6 in both numberings', () => {
  expect(referralStatus.table.cancelled).toBe(6);
  expect(consultationStatus.table.cancelled).toBe(6);
});

it('an invalid request gets the specified messages', () => {
  expect(consultationTexts.providerRequired).toBe('Healthcare Provider is a required field.');
  expect(notPreferredTexts.notPreferredReasonRequired).toBe('Reason is a required field');
  expect(inputErrors(createConsultation, { patientId: 1, requestNotes: 'x'.repeat(501) })).toEqual({
    requestNotes: 'Comments/notes must be 500 characters or less.',
  });
  expect(inputErrors(createConsultation, { patientId: 1, requestNotes: 'x'.repeat(500) })).toEqual({});
  expect(inputErrors(createConsultation, { patientId: 1, notPreferredReason: 3 })).toEqual({
    notPreferredAdditionalInfo: 'Additional Info is a required field',
  });
});

it('an invalid response gets the specified messages, in the dialog and in the call', () => {
  const tooLong = { responseNotes: 'Response Notes cannot exceed 500 characters.' };
  const cases: [input: object, expected: Record<string, string>][] = [
    [{ responseNotes: null }, { status: 'You must select an action' }],
    ...[0, 1, 6, 7, null, '2'].map((status): [object, Record<string, string>] => [
      { status },
      { status: consultationTexts.actionRequired },
    ]),
    [{ status: 2, responseNotes: 'x'.repeat(501) }, tooLong],
    [{ status: 3, responseNotes: '' }, { responseNotes: 'This is a required field' }],
    [{ status: 5, responseNotes: ' ' }, { responseNotes: 'This is a required field' }],
    [{ status: 2, responseNotes: '' }, {}],
    [{ status: 4, responseNotes: '' }, {}],
  ];
  for (const [input, expected] of cases) {
    const { error } = consultationAnswerForm.safeParse(input);
    expect(error === undefined ? {} : fieldErrors(error)).toEqual(expected);
    expect(inputErrors(completeConsultation, { careCoordinatorRequestId: 1, version: 1, ...input })).toEqual(expected);
  }
});

it('confirmations use the specified texts', () => {
  expect(consultationTexts).toMatchObject({
    sent: 'Medication consultation request has been sent successfully',
    exitTitle: 'Are you sure you want to cancel this medical consultation?',
    exitNote: 'If you exit now, your data will not be saved.',
    exitYes: 'Yes, I want to cancel',
    exitNo: 'Never mind',
    processTitle: 'Accept or Decline Medication Consultation',
  });
});
