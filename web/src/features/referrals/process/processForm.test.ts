import { dateTexts } from '@careloop/contracts/fields/dates';
import { processTexts } from '@careloop/contracts/referrals/processing';
import { describe, expect, it, vi } from 'vitest';
import { acceptanceOf, declineOf, isNothingNew, processForm, type ProcessValues } from './processForm.ts';

const empty: ProcessValues = {
  isAccepting: null,
  isSchedulingAppointment: null,
  authorizationCode: '',
  healthcareProviderId: null,
  appointmentAddressId: null,
  appointmentDate: null,
  appointmentTime: '',
  appointmentDescription: '',
  caregiverName: '',
  cellPhone: '',
  givenSmsConsent: false,
  declineReason: null,
  declineReasonOther: '',
  suggestedHealthcareProviderId: null,
  comments: [],
  newComment: '',
};

function problemsOf(over: Partial<ProcessValues>): Record<string, string> {
  const result = processForm.safeParse({ ...empty, ...over });
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

describe('validation of an answer to a referral', () => {
  it('requires a decision first, and nothing else before it', () => {
    expect(problemsOf({})).toEqual({ isAccepting: processTexts.choose });
  });

  it('limits each note, and shows that where notes are written', () => {
    const [longest, tooLong] = ['x'.repeat(8000), 'x'.repeat(8001)];
    const tooLongNote = { newComment: processTexts.commentTooLong };
    for (const answer of [
      { isAccepting: true, isSchedulingAppointment: false },
      { isAccepting: false, declineReason: 1 },
    ]) {
      expect(problemsOf({ ...answer, comments: [longest], newComment: `${longest} ` })).toEqual({});
      expect(problemsOf({ ...answer, newComment: tooLong })).toEqual(tooLongNote);
      expect(problemsOf({ ...answer, comments: [longest, tooLong] })).toEqual(tooLongNote);
    }
  });

  it('requires an acceptance to say whether an appointment is logged', () => {
    expect(problemsOf({ isAccepting: true, authorizationCode: 'x'.repeat(51) })).toEqual({
      authorizationCode: processTexts.authorizationCodeTooLong,
      isSchedulingAppointment: processTexts.schedulingRequired,
    });
    expect(problemsOf({ isAccepting: true, isSchedulingAppointment: false, cellPhone: 'nonsense' })).toEqual({});
  });

  it('requires provider, address, date, time and a valid phone for an appointment', () => {
    expect(problemsOf({ isAccepting: true, isSchedulingAppointment: true, cellPhone: '12' })).toEqual({
      healthcareProviderId: processTexts.providerRequired,
      appointmentAddressId: processTexts.addressRequired,
      appointmentDate: processTexts.dateRequired,
      appointmentTime: processTexts.timeRequired,
      cellPhone: processTexts.phoneInvalid,
    });
  });

  it('requires a valid date', () => {
    expect(
      problemsOf({ isAccepting: true, isSchedulingAppointment: true, appointmentDate: '2/30/2026' }),
    ).toMatchObject({ appointmentDate: dateTexts.invalid });
  });

  it('requires a visit in the future, with the error at the wrong field', () => {
    vi.useFakeTimers({ now: new Date(2026, 6, 4, 12, 0) });
    const visit = { isAccepting: true, isSchedulingAppointment: true } as const;
    expect(problemsOf({ ...visit, appointmentDate: '7/3/2026', appointmentTime: '9:30 AM' })).toMatchObject({
      appointmentDate: processTexts.appointmentPast,
    });
    expect(problemsOf({ ...visit, appointmentDate: '7/3/2026' })).toMatchObject({
      appointmentDate: processTexts.appointmentPast,
    });
    expect(problemsOf({ ...visit, appointmentDate: '7/4/2026', appointmentTime: '11:59 AM' })).toMatchObject({
      appointmentTime: processTexts.appointmentPast,
    });
    const later = problemsOf({ ...visit, appointmentDate: '7/4/2026', appointmentTime: '12:01 PM' });
    expect(later).not.toHaveProperty('appointmentTime');
    expect(later).not.toHaveProperty('appointmentDate');
    vi.useRealTimers();
  });

  it('accepts February 29 in leap years only', () => {
    vi.useFakeTimers({ now: new Date(2026, 6, 4, 12, 0) });
    const visit = { isAccepting: true, isSchedulingAppointment: true, appointmentTime: '9' } as const;
    expect(problemsOf({ ...visit, appointmentDate: '2/29/2027' })).toHaveProperty('appointmentDate', dateTexts.invalid);
    expect(problemsOf({ ...visit, appointmentDate: '2/29/2028' })).not.toHaveProperty('appointmentDate');
    vi.useRealTimers();
  });

  it('refuses an hour skipped by daylight saving time', () => {
    vi.stubEnv('TZ', 'America/Chicago');
    vi.useFakeTimers({ now: new Date(2026, 6, 4, 12, 0) });
    const visit = { isAccepting: true, isSchedulingAppointment: true, appointmentDate: '3/14/2027' } as const;
    expect(problemsOf({ ...visit, appointmentTime: '2:30 AM' })).toHaveProperty(
      'appointmentTime',
      dateTexts.skippedTime,
    );
    expect(problemsOf({ ...visit, appointmentTime: '3:30 AM' })).not.toHaveProperty('appointmentTime');
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  it('requires a reason for a decline, and a text for "Other"', () => {
    expect(problemsOf({ isAccepting: false })).toEqual({ declineReason: processTexts.declineReasonRequired });
    expect(problemsOf({ isAccepting: false, declineReason: 0 })).toEqual({
      declineReasonOther: processTexts.declineOtherRequired,
    });
    expect(problemsOf({ isAccepting: false, declineReason: 1, declineReasonOther: 'x'.repeat(251) })).toEqual({
      declineReasonOther: processTexts.declineOtherTooLong,
    });
    expect(problemsOf({ isAccepting: false, declineReason: 1 })).toEqual({});
  });
});

describe('the submitted input', () => {
  it('includes a note that was written but not added', () => {
    const form = { ...empty, comments: ['First'], newComment: '  Second ' };
    expect(declineOf({ ...form, declineReason: 1 })).toMatchObject({ declineReason: 1, comments: ['First', 'Second'] });
  });

  it('includes an appointment only if one is logged', () => {
    const form: ProcessValues = {
      ...empty,
      isAccepting: true,
      healthcareProviderId: 4,
      appointmentAddressId: 5,
      appointmentDate: '2026-07-04',
      appointmentTime: '09:30',
    };
    expect(acceptanceOf({ ...form, isSchedulingAppointment: false })).toEqual({
      authorizationCode: '',
      healthcareProviderId: 4,
      comments: [],
    });
    const appointmentTime = new Date(2026, 6, 4, 9, 30).toISOString();
    expect(acceptanceOf({ ...form, isSchedulingAppointment: true })).toMatchObject({
      healthcareProviderId: 4,
      appointmentAddressId: 5,
      appointmentTime,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
  });
});

it('says nothing new when an accepted referral is left without an appointment and nothing else is entered', () => {
  const accepted = { status: 'accepted', authorizationCode: 'A-1', acceptedForHealthcareProviderId: 4 } as const;
  const left = {
    ...empty,
    isAccepting: true,
    isSchedulingAppointment: false,
    authorizationCode: 'A-1',
    healthcareProviderId: 4,
    newComment: ' ',
  };
  expect(isNothingNew(accepted, left)).toBe(true);
  expect(isNothingNew({ ...accepted, status: 'pending' }, left)).toBe(false);
  const news: Partial<ProcessValues>[] = [
    { isAccepting: false },
    { isSchedulingAppointment: true },
    { authorizationCode: '' },
    { healthcareProviderId: 5 },
    { comments: ['Called twice'] },
    { newComment: 'Called twice' },
  ];
  for (const over of news) expect(isNothingNew(accepted, { ...left, ...over })).toBe(false);
});
