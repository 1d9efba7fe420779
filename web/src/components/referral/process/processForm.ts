import { declineReason } from '@careloop/contracts/codes';
import { mobileProblem } from '@careloop/contracts/phone';
import { processTexts, referralLimits } from '@careloop/contracts/referrals';
import { z } from 'zod';

const text = z.string();

/**
 * What the dialog holds. Everything may be empty while it is being filled in; which fields must be there depends on
 * the decision, so all rules stand in one refinement (specification 2, section 5).
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
    comments: z.array(text),
  })
  .superRefine((form, context) => {
    const report = (field: keyof ProcessValues, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (form.isAccepting === null) return report('isAccepting', processTexts.choose);
    return form.isAccepting ? checkAcceptance(form, report) : checkDecline(form, report);
  });

export interface ProcessValues {
  isAccepting: boolean | null;
  isSchedulingAppointment: boolean | null;
  authorizationCode: string;
  healthcareProviderId: number | null;
  appointmentAddressId: number | null;
  /** YYYY-MM-DD */
  appointmentDate: string | null;
  /** HH:mm */
  appointmentTime: string;
  appointmentDescription: string;
  caregiverName: string;
  cellPhone: string;
  givenSmsConsent: boolean;
  declineReason: number | null;
  declineReasonOther: string;
  comments: string[];
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
  if (form.appointmentTime === '') report('appointmentTime', processTexts.timeRequired);
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
