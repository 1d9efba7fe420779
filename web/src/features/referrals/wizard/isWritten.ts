import { formatPhone } from '@careloop/contracts/fields';
import type { PatientInfo } from '@careloop/contracts/patients';
import type { ReferralDraftContent } from '@careloop/contracts/referrals/drafts';
import { wordsOf } from '../../tasks/shared/fieldAnswers.ts';

/**
 * Whether a draft contains something that its author would miss: a recipient, a diagnosis, records or a text. Who refers, type
 * and urgency alone are chosen again in a moment.
 */
export function isWritten(
  content: ReferralDraftContent,
  patient: Pick<PatientInfo, 'caregiverName' | 'cellPhone'>,
): boolean {
  const { chooseProvider, referralReason: reason, verifyContactInfo: contact, charts } = content;
  const { answers = {}, authorizationReason = '' } = reason.protocol ?? {};
  const texts = [
    reason.referralReason,
    reason.additionalInfo,
    reason.authorizationCode,
    authorizationReason,
    ...Object.values(charts.missing),
    ...Object.values(answers).map(wordsOf),
  ];
  return (
    texts.some((text) => text.trim() !== '') ||
    reason.diagnosis !== null ||
    chooseProvider.healthcareProvider !== null ||
    chooseProvider.healthcareProviderSpecialty !== null ||
    charts.selectedCharts.length > 0 ||
    contact.givenSmsConsent ||
    contact.caregiverName !== (patient.caregiverName ?? '') ||
    contact.cellPhone !== formatPhone(patient.cellPhone)
  );
}
