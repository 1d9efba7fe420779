import { describe, expect, it } from 'vitest';
import { inputErrors } from '../fieldErrors.ts';
import { acceptReferral, declineReferral, processTexts } from './processing.ts';

describe('accepting', () => {
  const accept = (more: object) => inputErrors(acceptReferral, { referralId: 1, version: 1, ...more });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();

  it.each([
    ['in the past', yesterday],
    ['past the last year', '9999-12-31T23:59:59-12:00'],
    ['two centuries ago', '1800-01-01T00:00:00Z'],
    ['in words', 'tomorrow'],
  ])('refuses an appointment %s', (_when, appointmentTime) => {
    expect(Object.keys(accept({ appointmentTime, appointmentAddressId: 2 }))).toEqual(['appointmentTime']);
  });

  it('names the error of an appointment in the past', () => {
    const errors = accept({ appointmentTime: yesterday, appointmentAddressId: 2 });
    expect(errors).toEqual({ appointmentTime: processTexts.appointmentPast });
  });

  it.each([{ appointmentAddressId: 2 }, { appointmentDescription: 'First visit' }])(
    'refuses an appointment without a time rather than leaving it out: %j',
    (visit) => {
      expect(accept({ healthcareProviderId: 3, ...visit })).toEqual({ appointmentTime: processTexts.dateRequired });
      expect(accept({ healthcareProviderId: 3 })).toEqual({});
    },
  );
});

describe('declining', () => {
  it.each<[string, object, Record<string, string>]>([
    ['no reason', {}, { declineReason: processTexts.declineReasonRequired }],
    [
      'a text of 251 characters',
      { declineReason: 0, declineReasonOther: 'x'.repeat(251) },
      { declineReasonOther: processTexts.declineOtherTooLong },
    ],
    ['an empty note', { declineReason: 1, comments: [' '] }, { 'comments.0': processTexts.commentRequired }],
    [
      'a text that is too long',
      { declineReason: 1, comments: 'x'.repeat(8001) },
      { 'comments.0': processTexts.commentTooLong },
    ],
    ['a number as comments', { declineReason: 1, comments: 5 }, { comments: processTexts.commentRequired }],
  ])('is refused with %s', (_what, input, errors) => {
    expect(inputErrors(declineReferral, { referralId: 1, ...input })).toEqual(errors);
  });

  it.each([
    ['one text', ' No openings this month. ', ['No openings this month.']],
    ['an empty text', '', []],
    ['null', null, []],
    ['a list', ['First', 'Second'], ['First', 'Second']],
  ])('comments can be %s', (_what, comments, written) => {
    expect(declineReferral.input.parse({ referralId: 1, declineReason: 1, comments }).comments).toEqual(written);
  });
});
