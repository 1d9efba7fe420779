import { declineReason } from '@careloop/contracts/codes';
import type { CallOf } from '@careloop/contracts/endpoint';
import { formatPhone } from '@careloop/contracts/fields';
import { mobileProblem } from '@careloop/contracts/fields/phone';
import type { rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import {
  longestComment,
  processTexts,
  type acceptReferral,
  type declineReferral,
} from '@careloop/contracts/referrals/processing';
import { referralLimits, type Referral } from '@careloop/contracts/referrals';
import { z } from 'zod';
import { dateTexts, momentHere, parseDay, parseTime, passedField } from '@careloop/contracts/fields/dates';
import { ownTimeZone } from '../../../ui/dates.ts';

const text = z.string();

/**
 * Values of the dialog. Everything may be empty while it is being filled in. Required fields depend on the decision, so all
 * rules are in one refinement (docs/domain/referrals.md).
 */
export const processForm = z
  .object({
    isAccepting: z.boolean().nullable(),
    isSchedulingAppointment: z.boolean().nullable(),
    authorizationCode: text,
    healthcareProviderId: z.number().nullable(),
    appointmentAddressId: z.number().nullable(),
    appointmentDate: text.nullable(),
    appointmentTime: text,
    appointmentDescription: text,
    caregiverName: text,
    cellPhone: text,
    givenSmsConsent: z.boolean(),
    declineReason: z.number().nullable(),
    declineReasonOther: text,
    suggestedHealthcareProviderId: z.number().nullable(),
    comments: z.array(text),
    newComment: text,
  })
  .superRefine((form, context) => {
    const report = (field: keyof ProcessValues, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (commentsOf(form).some(isNoteTooLong)) report('newComment', processTexts.commentTooLong);
    if (form.isAccepting === null) return report('isAccepting', processTexts.choose);
    return form.isAccepting ? checkAcceptance(form, report) : checkDecline(form, report);
  });

export interface ProcessValues {
  isAccepting: boolean | null;
  isSchedulingAppointment: boolean | null;
  authorizationCode: string;
  healthcareProviderId: number | null;
  appointmentAddressId: number | null;
  /** YYYY-MM-DD, or the typed text if it is not a date. */
  appointmentDate: string | null;
  /** As typed: 9:30 AM, 930, 14:15. */
  appointmentTime: string;
  appointmentDescription: string;
  caregiverName: string;
  cellPhone: string;
  givenSmsConsent: boolean;
  declineReason: number | null;
  declineReasonOther: string;
  /** A colleague the referring side could ask instead. */
  suggestedHealthcareProviderId: number | null;
  /** Added notes. */
  comments: string[];
  /** A note being written; it is sent even if it was not added. */
  newComment: string;
}

type VisitTime = Pick<ProcessValues, 'appointmentDate' | 'appointmentTime'>;

const isReadable = ({ appointmentDate, appointmentTime }: VisitTime) =>
  parseDay(appointmentDate ?? '') !== null && parseTime(appointmentTime) !== null;

/** Time of the visit by the user's own clock; null if date or time is invalid, or daylight saving time skips it. */
export function appointmentTimeOf({ appointmentDate, appointmentTime }: VisitTime): Date | null {
  const [date, time] = [parseDay(appointmentDate ?? ''), parseTime(appointmentTime)];
  return date === null || time === null ? null : momentHere(date, time);
}

type Report = (field: keyof ProcessValues, message: string) => void;

function checkAcceptance(form: ProcessValues, report: Report): void {
  if (form.authorizationCode.trim().length > referralLimits.authorizationCode)
    report('authorizationCode', processTexts.authorizationCodeTooLong);
  if (form.isSchedulingAppointment === null) report('isSchedulingAppointment', processTexts.schedulingRequired);
  if (form.isSchedulingAppointment !== true) return;
  if (form.healthcareProviderId === null) report('healthcareProviderId', processTexts.providerRequired);
  if (form.appointmentAddressId === null) report('appointmentAddressId', processTexts.addressRequired);
  if (!form.appointmentDate) report('appointmentDate', processTexts.dateRequired);
  else if (parseDay(form.appointmentDate) === null) report('appointmentDate', dateTexts.invalid);
  if (form.appointmentTime.trim() === '') report('appointmentTime', processTexts.timeRequired);
  else if (parseTime(form.appointmentTime) === null) report('appointmentTime', processTexts.timeInvalid);
  if (appointmentTimeOf(form) === null && isReadable(form)) report('appointmentTime', dateTexts.skippedTime);
  const passed = passedField({ date: form.appointmentDate ?? '', time: form.appointmentTime });
  if (passed !== null) report(passed === 'date' ? 'appointmentDate' : 'appointmentTime', processTexts.appointmentPast);
  if (form.cellPhone.trim() !== '' && mobileProblem(form.cellPhone) !== null)
    report('cellPhone', processTexts.phoneInvalid);
}

function checkDecline(form: ProcessValues, report: Report): void {
  const other = form.declineReasonOther.trim();
  if (form.declineReason === null) report('declineReason', processTexts.declineReasonRequired);
  if (form.declineReason === declineReason.table.other && other === '')
    report('declineReasonOther', processTexts.declineOtherRequired);
  if (other.length > referralLimits.declineReasonOther) report('declineReasonOther', processTexts.declineOtherTooLong);
}

/**
 * What the user opened the dialog for: to answer, to log the appointment of an accepted referral, or to decline that after
 * all.
 */
export type ProcessIntent = 'answer' | 'log' | 'decline';

/** Initial values. An accepted referral opens for logging its appointment (docs/domain/referrals.md). */
export function processDefaults(referral: Referral, intent: ProcessIntent = 'answer'): ProcessValues {
  const isAccepted = referral.status === 'accepted' ? true : null;
  return {
    isAccepting: intent === 'decline' ? false : isAccepted,
    isSchedulingAppointment: intent === 'log' ? true : null,
    authorizationCode: referral.authorizationCode ?? '',
    healthcareProviderId: null,
    appointmentAddressId: null,
    appointmentDate: null,
    appointmentTime: '',
    appointmentDescription: '',
    caregiverName: referral.caregiverName ?? '',
    cellPhone: formatPhone(referral.cellPhone),
    givenSmsConsent: referral.givenSmsConsent,
    declineReason: null,
    declineReasonOther: '',
    suggestedHealthcareProviderId: null,
    comments: [],
    newComment: '',
  };
}

const commentsOf = (form: ProcessValues) => [...form.comments, form.newComment.trim()].filter((text) => text !== '');

export const isNoteTooLong = (note: string) => note.length > longestComment;

/** The field that shows a refused value. Notes are sent as `comments`, and written in `newComment`. */
export const processFieldOf = (name: string) => (name.split('.')[0] === 'comments' ? 'newComment' : name);

function visitOf(form: ProcessValues) {
  return {
    healthcareProviderId: form.healthcareProviderId,
    appointmentAddressId: form.appointmentAddressId,
    appointmentTime: appointmentTimeOf(form)?.toISOString(),
    timeZone: ownTimeZone,
    appointmentDescription: form.appointmentDescription,
  };
}

function appointmentOf(form: ProcessValues) {
  if (form.isSchedulingAppointment !== true) return {};
  return {
    ...visitOf(form),
    caregiverName: form.caregiverName,
    cellPhone: form.cellPhone,
    givenSmsConsent: form.givenSmsConsent,
  };
}

/** Input of an acceptance. */
export function acceptanceOf(form: ProcessValues): Omit<CallOf<typeof acceptReferral>, 'referralId' | 'version'> {
  const { authorizationCode, healthcareProviderId } = form;
  return { authorizationCode, healthcareProviderId, comments: commentsOf(form), ...appointmentOf(form) };
}

/** Whether the answer says nothing new: the referral was accepted earlier, and still has no appointment. */
export function isNothingNew(
  referral: Pick<Referral, 'status' | 'authorizationCode' | 'acceptedForHealthcareProviderId'>,
  form: ProcessValues,
): boolean {
  const { isAccepting, isSchedulingAppointment, authorizationCode, healthcareProviderId } = form;
  return (
    referral.status === 'accepted' &&
    isAccepting === true &&
    isSchedulingAppointment === false &&
    commentsOf(form).length === 0 &&
    authorizationCode.trim() === (referral.authorizationCode ?? '') &&
    [null, referral.acceptedForHealthcareProviderId].includes(healthcareProviderId)
  );
}

/** Initial values for moving an appointment: same place and description, another time. */
export function rescheduleDefaults(referral: Referral): ProcessValues {
  const { appointment } = referral;
  return {
    ...processDefaults(referral, 'log'),
    isAccepting: true,
    healthcareProviderId: appointment?.healthcareProviderId ?? null,
    appointmentAddressId: appointment?.address?.addressId ?? null,
    appointmentDescription: appointment?.description ?? '',
  };
}

/** Input for moving an appointment. A valid form has provider, place and time. */
export function rescheduleOf(form: ProcessValues): Omit<CallOf<typeof rescheduleReferral>, 'referralId' | 'version'> {
  const visit = visitOf(form);
  return {
    ...visit,
    healthcareProviderId: visit.healthcareProviderId ?? 0,
    appointmentAddressId: visit.appointmentAddressId ?? 0,
    appointmentTime: visit.appointmentTime ?? '',
    comments: commentsOf(form),
  };
}

/** Input of a decline. A valid form has a reason. */
export function declineOf(form: ProcessValues): Omit<CallOf<typeof declineReferral>, 'referralId' | 'version'> {
  const reason = Object.values(declineReason.table).find((code) => code === form.declineReason);
  return {
    declineReason: reason ?? declineReason.table.other,
    declineReasonOther: form.declineReasonOther,
    suggestedHealthcareProviderId: form.suggestedHealthcareProviderId,
    comments: commentsOf(form),
  };
}
