import { chartSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { voidConsultationStatuses } from '@careloop/contracts/codes/consultations';
import type { Consultation } from '@careloop/contracts/consultations';
import type { ProviderSearchItem, Specialty } from '@careloop/contracts/directory';
import { formatPhone } from '@careloop/contracts/fields';
import { isNotPreferred } from '@careloop/contracts/referrals/notPreferred';
import type { ProviderChoice } from '@careloop/contracts/directory/choices';
import type { PatientInfo } from '@careloop/contracts/patients';
import type { Referral } from '@careloop/contracts/referrals';
import { chosenAt } from '../../directory/shared/choices/choiceWords.ts';
import { typedOf } from '../../tasks/shared/fieldAnswers.ts';
import { evidentReason } from '../shared/preferred/evidentReason.ts';
import { noProtocol, type ProtocolValues, type WizardValues } from './wizardForm.ts';

/** The specialty of a referral, through its provider or its own. */
export function specialtyOf(referral: Referral | undefined): Specialty | null {
  const { healthcareProviderSpecialtyId = null, specialtyName = null } = referral ?? {};
  return healthcareProviderSpecialtyId === null || specialtyName === null
    ? null
    : { healthcareProviderSpecialtyId, name: specialtyName };
}

/** Selects the documents that were sent before, in their current version. */
export function selectionOf(chart: SentChart, { patient }: Pick<Referral, 'patient'>): ChartSelection[] {
  const chosen = chartSelection.safeParse({
    ...chart,
    ...(chart.patientDocumentId === null && chart.patientAppointmentId === null && { patientId: patient.patientId }),
  });
  return chosen.success ? [chosen.data] : [];
}

/** The colleague whom the provider who declined has suggested, at the nearest place. */
function suggestedDefaults(suggested: ProviderChoice): Partial<WizardValues['chooseProvider']> {
  const evidence = isNotPreferred(suggested) ? null : 'suggested';
  const healthcareProvider = chosenAt(suggested, suggested.places[0], evidence);
  return {
    referralType: 'provider',
    healthcareProvider,
    healthcareProviderSpecialty: null,
    providerSelectionReason: evidentReason(healthcareProvider),
  };
}

/**
 * Initial values for sending a referral again: everything as written except the provider, who declined or is no longer
 * wanted, and is replaced by the colleague they suggested. A referral to a specialty goes there again.
 */
export function followUpDefaults(
  defaults: WizardValues,
  { previous, suggested }: { previous: Referral | undefined; suggested?: ProviderChoice | undefined },
  patient: Pick<PatientInfo, 'refersToProvidersOnly'>,
): WizardValues {
  if (previous === undefined) return defaults;
  const { referredByHealthcareProvider: referrer } = previous;
  const isToSpecialty = previous.healthcareProviderId === null && !patient.refersToProvidersOnly;
  return {
    chooseProvider: {
      ...defaults.chooseProvider,
      ...(isToSpecialty && { referralType: 'specialty', healthcareProviderSpecialty: specialtyOf(previous) }),
      ...(suggested !== undefined && suggestedDefaults(suggested)),
      referredBy:
        referrer === null
          ? defaults.chooseProvider.referredBy
          : { healthcareProviderId: referrer.healthcareProviderId, name: referrer.fullName },
    },
    referralReason: {
      referralType: previous.referralType,
      referralReason: previous.referralReason,
      urgencyDays: previous.urgencyDays,
      diagnosis: previous.diagnosis,
      additionalInfo: previous.additionalInfo ?? '',
      authorizationCode: previous.authorizationCode ?? '',
      protocol: answersBefore(previous),
    },
    verifyContactInfo: {
      caregiverName: previous.caregiverName ?? '',
      cellPhone: formatPhone(previous.cellPhone),
      givenSmsConsent: previous.givenSmsConsent,
    },
    charts: { selectedCharts: previous.patientCharts.flatMap((chart) => selectionOf(chart, previous)) },
  };
}

/** The earlier answers, for a protocol that still asks the same. */
function answersBefore({ protocol }: Referral): ProtocolValues {
  if (protocol === null) return noProtocol;
  const { referralProtocolId, version, answers } = protocol;
  return {
    ...noProtocol,
    seen: { referralProtocolId, version, labels: Object.fromEntries(answers.map(({ name, label }) => [name, label])) },
    answers: Object.fromEntries(answers.map((answer) => [answer.name, typedOf(answer)])),
    authorizationReason: protocol.authorizationReason ?? '',
  };
}

/** Initial values for a provider selected in the search. */
export function providerDefaults(defaults: WizardValues, provider: ProviderSearchItem | undefined): WizardValues {
  if (provider === undefined) return defaults;
  const chosen = { referralType: 'provider', healthcareProvider: provider } as const;
  return { ...defaults, chooseProvider: { ...defaults.chooseProvider, ...chosen } };
}

/**
 * The provider who was asked; the server knows whether the client prefers them.
 * @returns null if they declined, the question was withdrawn, or the recipient is not a provider
 */
export function askedProvider(consultation: Consultation): ProviderSearchItem | null {
  const isVoid = voidConsultationStatuses.some((status) => status === consultation.status);
  if (isVoid || consultation.healthcareProviderId === null) return null;
  return {
    healthcareProviderId: consultation.healthcareProviderId,
    userId: consultation.requestedToUserId,
    fullName: consultation.requestedToName,
    degree: null,
    gender: null,
    specialty: consultation.requestedToSpecialty,
    healthcareProviderSpecialtyId: consultation.healthcareProviderSpecialtyId,
    organizationName: consultation.requestedToOrganization,
    npiNumber: null,
    acceptsNewPatients: null,
    address: consultation.requestedToAddress,
    officePhone: consultation.requestedToOfficePhone,
    distance: null,
    // A reason was required.
    ...(consultation.notPreferredReason !== null && { isPreferred: false, enforcePreferred: true }),
  };
}

/**
 * Initial values for a consultation that becomes a referral: to the provider who was asked, unless they declined or it was
 * withdrawn, with the question as the reason and the same documents.
 */
export function consultationDefaults(defaults: WizardValues, consultation: Consultation | undefined): WizardValues {
  if (consultation === undefined) return defaults;
  const healthcareProvider = askedProvider(consultation);
  return {
    ...defaults,
    chooseProvider: {
      ...defaults.chooseProvider,
      ...(healthcareProvider !== null && {
        referralType: 'provider',
        healthcareProvider,
        notPreferredReason: consultation.notPreferredReason,
        notPreferredAdditionalInfo: consultation.notPreferredAdditionalInfo ?? '',
      }),
    },
    referralReason: { ...defaults.referralReason, referralReason: consultation.requestNotes ?? '' },
    charts: { selectedCharts: consultation.patientCharts.flatMap((chart) => selectionOf(chart, consultation)) },
  };
}
