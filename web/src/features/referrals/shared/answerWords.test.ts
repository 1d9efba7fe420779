import { declineReason, declineReasonLabels } from '@careloop/contracts/codes';
import { expect, test } from 'vitest';
import { answerLine, answerTitle } from './answerWords.ts';

const answer = { at: '2026-11-02T15:00:00.000Z', byName: 'Patel, Anjali', text: 'Stable angina, isosorbide added.' };
const visit = {
  appointmentTime: '2026-10-30T14:00:00.000Z',
  timeZone: 'America/New_York',
  status: 'completed',
} as const;

test('a completed referral says when the patient was seen, by whom, and what came of it', () => {
  expect(answerLine({ status: 'completed', answer, latestAppointment: visit })).toBe(
    'Seen 10/30/26 by Patel, Anjali: Stable angina, isosorbide added.',
  );
});

test('without a visit, or with one that is still to come, it was only closed', () => {
  const later = { ...visit, appointmentTime: '2031-07-14T14:00:00.000Z' };
  for (const latestAppointment of [null, later, { ...visit, status: 'no_show' as const }]) {
    expect(answerTitle({ status: 'completed', answer, latestAppointment })).toBe('Closed 11/2/26 by Patel, Anjali');
  }
});

test('a declined referral says by whom, the reason, and what was written', () => {
  const declined = { status: 'declined' as const, answer: { ...answer, text: null }, latestAppointment: null };
  expect(answerLine(declined)).toBe('Declined 11/2/26 by Patel, Anjali');
  const { availability } = declineReason.table;
  expect(answerLine({ ...declined, declineReason: availability })).toBe(
    `Declined 11/2/26 by Patel, Anjali: ${declineReasonLabels.availability}`,
  );
  expect(answerLine({ ...declined, answer: { ...answer, text: 'Try May.' }, declineReason: availability })).toBe(
    `Declined 11/2/26 by Patel, Anjali: ${declineReasonLabels.availability} · Try May.`,
  );
});

test('an open referral has no answer', () => {
  expect(answerLine({ status: 'accepted', answer: null, latestAppointment: visit })).toBeNull();
});
