import type { ReferralDraftContent } from '@careloop/contracts/referrals/drafts';

/** What a draft of a referral holds, with this reason. */
export const draftContent = (referralReason = 'Chest pain'): ReferralDraftContent => ({
  step: 1,
  chooseProvider: {
    referralType: null,
    healthcareProvider: null,
    healthcareProviderSpecialty: null,
    referredBy: null,
    notPreferredReason: null,
    notPreferredAdditionalInfo: '',
    providerSelectionReason: null,
    recordScope: null,
  },
  referralReason: {
    referralType: 1,
    referralReason,
    urgencyDays: 7,
    diagnosis: null,
    additionalInfo: '',
    authorizationCode: '',
    protocol: null,
  },
  verifyContactInfo: { caregiverName: '', cellPhone: '617', givenSmsConsent: false },
  charts: { selectedCharts: [], missing: {} },
});
