import { chartSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import type { Specialty } from '@careloop/contracts/directory';
import { formatPhone } from '@careloop/contracts/fields';
import type { Referral } from '@careloop/contracts/referrals';
import type { Session } from '../../../session/session.ts';
import type { WizardValues } from './wizardForm.ts';

/** The specialty that a referral went to, by its provider or by itself. */
export function specialtyOf(referral: Referral | undefined): Specialty | null {
  const { healthcareProviderSpecialtyId = null, specialtyName = null } = referral ?? {};
  return healthcareProviderSpecialtyId === null || specialtyName === null
    ? null
    : { healthcareProviderSpecialtyId, name: specialtyName };
}

/** What was sent along is chosen again, as it is now. */
export function selectionOf(chart: Referral['patientCharts'][number], { patient }: Referral): ChartSelection[] {
  const chosen = chartSelection.safeParse({
    ...chart,
    ...(chart.patientDocumentId === null && chart.patientAppointmentId === null && { patientId: patient.patientId }),
  });
  return chosen.success ? [chosen.data] : [];
}

/**
 * The wizard as it opens for a referral that is sent again: everything as it was written but the provider, since the one it
 * was sent to has declined or is no longer wanted. A referral to a specialty goes there again.
 */
export function followUpDefaults(
  defaults: WizardValues,
  previous: Referral | undefined,
  features: Session['features'],
): WizardValues {
  if (previous === undefined) return defaults;
  const { referredByHealthcareProvider: referrer } = previous;
  const isToSpecialty = previous.healthcareProviderId === null && !features.has('disableSpecialtyOnReferralCreation');
  return {
    chooseProvider: {
      ...defaults.chooseProvider,
      ...(isToSpecialty && { referralType: 'specialty', healthcareProviderSpecialty: specialtyOf(previous) }),
      referredBy:
        referrer === null
          ? defaults.chooseProvider.referredBy
          : { healthcareProviderId: referrer.healthcareProviderId, name: referrer.fullName },
    },
    referralReason: {
      referralReason: previous.referralReason,
      urgencyDays: previous.urgencyDays,
      diagnosis: previous.diagnosis,
      additionalInfo: previous.additionalInfo ?? '',
      authorizationCode: previous.authorizationCode ?? '',
    },
    verifyContactInfo: {
      caregiverName: previous.caregiverName ?? '',
      cellPhone: formatPhone(previous.cellPhone),
      givenSmsConsent: previous.givenSmsConsent,
    },
    charts: { selectedCharts: previous.patientCharts.flatMap((chart) => selectionOf(chart, previous)) },
  };
}
