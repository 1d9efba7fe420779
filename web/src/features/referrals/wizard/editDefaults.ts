import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { formatPhone } from '@careloop/contracts/fields';
import type { Referral } from '@careloop/contracts/referrals';
import { specialtyOf, selectionOf } from './followUp.ts';
import type { WizardValues } from './wizardForm.ts';

/** The provider a referral was sent to, as the picker shows a selected one. */
function providerOf(referral: Referral): ProviderSearchItem | null {
  const { healthcareProviderId, referredToName, notPreferredReason } = referral;
  if (healthcareProviderId === null) return null;
  return {
    healthcareProviderId,
    userId: referral.referredToUserId,
    fullName: referredToName ?? '',
    degree: null,
    gender: null,
    specialty: referral.specialtyName,
    healthcareProviderSpecialtyId: referral.healthcareProviderSpecialtyId,
    organizationName: referral.referredToOrganization,
    npiNumber: null,
    acceptsNewPatients: null,
    address: referral.referredToAddress,
    officePhone: referral.referredToOfficePhone,
    distance: null,
    // The reason already given stays editable; no new one is required.
    ...(notPreferredReason !== null && { isPreferred: false, enforcePreferred: true }),
  };
}

/** Initial values for editing a sent referral. */
export function editDefaults(referral: Referral): WizardValues {
  const { referredByHealthcareProvider: referrer } = referral;
  const isToProvider = referral.healthcareProviderId !== null;
  return {
    chooseProvider: {
      referralType: isToProvider ? 'provider' : 'specialty',
      healthcareProvider: providerOf(referral),
      healthcareProviderSpecialty: isToProvider ? null : specialtyOf(referral),
      referredBy:
        referrer === null ? null : { healthcareProviderId: referrer.healthcareProviderId, name: referrer.fullName },
      notPreferredReason: referral.notPreferredReason,
      notPreferredAdditionalInfo: referral.notPreferredAdditionalInfo ?? '',
      providerSelectionReason: referral.providerSelectionReason,
      recordScope: referral.recordScope,
    },
    referralReason: {
      referralType: referral.referralType,
      referralReason: referral.referralReason,
      urgencyDays: referral.urgencyDays,
      diagnosis: referral.diagnosis,
      additionalInfo: referral.additionalInfo ?? '',
      authorizationCode: referral.authorizationCode ?? '',
    },
    verifyContactInfo: {
      caregiverName: referral.caregiverName ?? '',
      cellPhone: formatPhone(referral.cellPhone),
      givenSmsConsent: referral.givenSmsConsent,
    },
    charts: { selectedCharts: referral.patientCharts.flatMap((chart) => selectionOf(chart, referral)) },
  };
}
