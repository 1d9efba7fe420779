import type { ImpersonatableUser } from '@careloop/contracts/directory';
import type { EveryField } from '@careloop/contracts/endpoint';
import type { PatientInfo } from '@careloop/contracts/patients';
import { defaultReferralType } from '@careloop/contracts/codes/referrals';
import { formatPhone } from '@careloop/contracts/fields';
import type { referralRequest } from '@careloop/contracts/referrals';
import { missingDocuments, type ProtocolAnswers } from '@careloop/contracts/referrals/protocols';
import type { ReferralSuggestions } from '@careloop/contracts/referrals/suggestions';
import { isNotPreferred } from '@careloop/contracts/referrals/notPreferred';
import type { FieldPath } from 'react-hook-form';
import type { z } from 'zod';
import { actedFor } from '../../../api/actingFor.ts';
import type { Session } from '../../../session/session.ts';
import { sentOf } from '../../tasks/shared/fieldAnswers.ts';
import { attachedIds, noProtocol, type Referrer, type WizardResult, type WizardValues } from './wizardForm.ts';

/**
 * The user's own provider record first, then the providers they may act for. While the user acts for someone, only that person,
 * in whose name the referral is sent.
 */
export function referrersOf(user: Session['user'], users: readonly ImpersonatableUser[]): Referrer[] {
  const own = actedFor() === undefined ? user.healthcareProvider : null;
  const others = users.flatMap(({ healthcareProviderId, lastName, firstName }) =>
    healthcareProviderId === null || healthcareProviderId === own?.healthcareProviderId
      ? []
      : [{ healthcareProviderId, name: `${lastName}, ${firstName}` }],
  );
  return own === null ? others : [{ healthcareProviderId: own.healthcareProviderId, name: own.fullName }, ...others];
}

/**
 * Initial values of the wizard. "Referred by" is the user's own provider record, else the suggested provider, else the only
 * one they may act for.
 */
export function wizardDefaults(
  patient: PatientInfo,
  referrers: readonly Referrer[],
  session: Pick<Session, 'user'>,
  suggested?: ReferralSuggestions['referredBy'],
): WizardValues {
  const [first = null] = referrers;
  const isOwnFirst =
    first !== null && first.healthcareProviderId === session.user.healthcareProvider?.healthcareProviderId;
  const known = suggested && { healthcareProviderId: suggested.healthcareProviderId, name: suggested.name };
  const only = referrers.length === 1 ? first : null;
  return {
    chooseProvider: {
      // Decided by the selection, unless only one kind is possible.
      referralType: patient.refersToProvidersOnly ? 'provider' : null,
      healthcareProvider: null,
      healthcareProviderSpecialty: null,
      referredBy: isOwnFirst ? first : (known ?? only),
      notPreferredReason: null,
      notPreferredAdditionalInfo: '',
      providerSelectionReason: null,
      recordScope: null,
    },
    referralReason: {
      referralType: defaultReferralType,
      referralReason: '',
      // No urgency is preselected; the schema requires one.
      urgencyDays: null,
      diagnosis: null,
      additionalInfo: '',
      authorizationCode: '',
      protocol: noProtocol,
    },
    verifyContactInfo: {
      caregiverName: patient.caregiverName ?? '',
      cellPhone: formatPhone(patient.cellPhone),
      givenSmsConsent: false,
    },
    charts: { selectedCharts: [], asked: [], missing: {} },
  };
}

type Request = z.input<typeof referralRequest>;

/** What the wizard sends for a new or changed referral. */
export function referralInput(values: WizardResult): EveryField<Request> {
  const { referralType, healthcareProvider, healthcareProviderSpecialty, referredBy } = values.chooseProvider;
  const { notPreferredReason, notPreferredAdditionalInfo, providerSelectionReason } = values.chooseProvider;
  const { diagnosis, diagnosisTyped: _typed, protocol: _protocol, ...reason } = values.referralReason;
  const isToProvider = referralType === 'provider';
  const asksForReason = isToProvider && isNotPreferred(healthcareProvider);
  return {
    healthcareProviderId: isToProvider ? healthcareProvider?.healthcareProviderId : null,
    // The provider may have left the portal since.
    requiresUser: isToProvider && healthcareProvider?.userId != null,
    healthcareProviderAddressId: isToProvider ? healthcareProvider?.address?.addressId : null,
    healthcareProviderSpecialtyId: isToProvider ? null : healthcareProviderSpecialty?.healthcareProviderSpecialtyId,
    referredByHealthcareProviderId: referredBy?.healthcareProviderId,
    notPreferredReason: asksForReason ? notPreferredReason : undefined,
    notPreferredAdditionalInfo: asksForReason ? notPreferredAdditionalInfo : undefined,
    providerSelectionReason: isToProvider && !asksForReason ? providerSelectionReason : undefined,
    recordScope: isToProvider ? (values.chooseProvider.recordScope ?? undefined) : undefined,
    ...reason,
    diagnosisCodedConceptId: diagnosis?.codedConceptId,
    ...values.verifyContactInfo,
    patientCharts: values.charts.selectedCharts,
  };
}

/** What a new referral answers to the protocol of its specialty. */
export function protocolInput({ referralReason, charts }: WizardResult): ProtocolAnswers | null {
  const { asked, answers, authorizationReason } = referralReason.protocol;
  if (asked === null) return null;
  const given = asked.questions.map(({ name, type }) => [name, sentOf(answers[name], type)] as const);
  const missing = missingDocuments(charts.asked, attachedIds(charts.selectedCharts));
  return {
    referralProtocolId: asked.referralProtocolId,
    version: asked.version,
    answers: Object.fromEntries(given),
    missing: Object.fromEntries(missing.map(({ name }) => [name, charts.missing[name]?.trim() ?? ''])),
    authorizationReason: asked.needsAuthorizationCode ? authorizationReason : '',
  };
}

/** What an error can be about: the protocol as a whole, or one of its questions or documents. */
type ProtocolField = 'protocol' | 'protocol.answers' | 'protocol.missing' | 'protocol.authorizationReason';

/** Field of the wizard for each field of the call, for server errors. */
export const places: Record<keyof Request | ProtocolField, FieldPath<WizardValues>> = {
  healthcareProviderId: 'chooseProvider.healthcareProvider',
  requiresUser: 'chooseProvider.healthcareProvider',
  healthcareProviderAddressId: 'chooseProvider.healthcareProvider',
  healthcareProviderSpecialtyId: 'chooseProvider.healthcareProviderSpecialty',
  referredByHealthcareProviderId: 'chooseProvider.referredBy',
  notPreferredReason: 'chooseProvider.notPreferredReason',
  notPreferredAdditionalInfo: 'chooseProvider.notPreferredAdditionalInfo',
  providerSelectionReason: 'chooseProvider.providerSelectionReason',
  recordScope: 'chooseProvider.recordScope',
  referralType: 'referralReason.referralType',
  referralReason: 'referralReason.referralReason',
  urgencyDays: 'referralReason.urgencyDays',
  diagnosisCodedConceptId: 'referralReason.diagnosis',
  additionalInfo: 'referralReason.additionalInfo',
  authorizationCode: 'referralReason.authorizationCode',
  caregiverName: 'verifyContactInfo.caregiverName',
  cellPhone: 'verifyContactInfo.cellPhone',
  givenSmsConsent: 'verifyContactInfo.givenSmsConsent',
  patientCharts: 'charts.selectedCharts',
  protocol: 'referralReason.protocol.asked',
  'protocol.answers': 'referralReason.protocol.answers',
  'protocol.missing': 'charts.missing',
  'protocol.authorizationReason': 'referralReason.protocol.authorizationReason',
};
