import { declineReason, declineReasonLabels, type DeclineReason } from '@careloop/contracts/codes';
import type { ProviderSearchItem, SelectionEvidence } from '@careloop/contracts/directory';
import {
  figuresPeriodMonths,
  type DeclinedReferral,
  type ProviderChoice,
  type ReferralFigures,
} from '@careloop/contracts/directory/choices';
import { apsTexts } from '@careloop/contracts/directory/search';
import { isNotPreferred } from '@careloop/contracts/referrals/notPreferred';
import { formatDate } from '../../../../ui/dates.ts';

/** Of a provider without an account. */
export const outsidePortal = 'Does not use this portal';

const networkLabels = { in: 'In network', out: 'Not in network', unknown: 'Network not known' } as const;

/** An affiliation with the client says less than that the provider accepts the patient's plan. */
export const networkLabel = ({ network, networkBasis }: Pick<ProviderChoice, 'network' | 'networkBasis'>): string =>
  network === 'in' && networkBasis === 'affiliation' ? 'In network by affiliation' : networkLabels[network];

/** Why a provider is or is not in network. */
export function networkReason(choice: ProviderChoice, plans: readonly string[]): string {
  const { network, networkBasis: basis, acceptedPlans, affiliationName } = choice;
  if (basis === 'distance') return apsTexts.outOfNetwork;
  if (network === 'in' && basis === 'plan') {
    const others = plans.filter((plan) => !acceptedPlans.includes(plan));
    const accepted = `Accepts ${acceptedPlans.join(' and ')}.`;
    return others.length === 0 ? accepted : `${accepted} Not listed: ${others.join(', ')}.`;
  }
  if (network === 'out') return `Lists other plans, not ${plans.join(' or ')}.`;
  const unknown =
    plans.length === 0
      ? 'The patient has no active plan on file.'
      : `Whether the provider accepts ${plans.join(' or ')} is not on file.`;
  return network === 'in' ? `Affiliation: ${affiliationName ?? ''}. ${unknown}` : unknown;
}

/** "Declined 11/23/26: insurance acceptance" */
export function declinedText({ on, reason }: DeclinedReferral): string {
  const name = declineReason.nameOf(reason);
  return `Declined ${formatDate(on)}${name === undefined ? '' : `: ${declineReasonLabels[name].toLowerCase()}`}`;
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** "26 hours"; from three days on, days. */
export function durationText(hours: number): string {
  const rounded = Math.max(1, Math.round(hours));
  return rounded < 72 ? count(rounded, 'hour', 'hours') : `${Math.round(hours / 24)} days`;
}

const reasonWords: Record<DeclineReason, string> = {
  availability: 'availability',
  unable_to_reach_patient: 'patient not reached',
  insurance_acceptance: 'insurance',
  patient_declined: 'patient declined',
  other: 'other reasons',
};

/** What the figures say, in parts: "answers in about 26 hours (15 referrals)". */
export function figureWords(figures: ReferralFigures): string[] {
  const { answeredCount, answerHours, visitDays, declinedCount, declineReason: code } = figures;
  const reason = code === null ? undefined : declineReason.nameOf(code);
  const mostly = reason === undefined ? '' : `, mostly ${reasonWords[reason]}`;
  return [
    `answers in about ${durationText(answerHours)} (${count(answeredCount, 'referral', 'referrals')})`,
    ...(visitDays === null
      ? []
      : [`first visit after about ${count(Math.max(1, Math.round(visitDays)), 'day', 'days')}`]),
    declinedCount === 0 ? 'declined none' : `declines ${declinedCount} of ${answeredCount}${mostly}`,
  ];
}

/** Specialties named above the list at most: a name may find providers of many. */
const mostSpecialties = 3;

/** What is usual in the specialty of providers without figures of their own: "Cardiology: answers in about 26 hours". */
export function specialtyFigures(choices: readonly ProviderChoice[]): string[] {
  const lines = choices.flatMap(({ specialty, figures }) =>
    figures?.isOfSpecialty === true ? [`${specialty ?? 'Specialty'}: ${figureWords(figures).join(' · ')}`] : [],
  );
  return [...new Set(lines)].slice(0, mostSpecialties);
}

/** Whose figures the list shows, and of which time. */
export const figuresPeriod = (client: string) =>
  `Figures: referrals of ${client} in the last ${figuresPeriodMonths} months.`;

/** What shows why a provider of the list was chosen; null if it has to be asked for. */
export function evidenceOf(choices: readonly ProviderChoice[], choice: ProviderChoice): SelectionEvidence | null {
  if (isNotPreferred(choice)) return null;
  if (choice.hasSeenPatient) return 'seen';
  const others = choices.filter((one) => one !== choice);
  if (others.length === 0) return null;
  const isAccepted = choice.network === 'in' && choice.networkBasis === 'plan';
  if (isAccepted && others.every(({ network, networkBasis }) => network === 'out' && networkBasis === 'plan'))
    return 'payer';
  const isFirst = choices[0] === choice && choice.declined === null;
  if (isFirst && choice.network === 'in' && choice.acceptsNewPatients === true) return 'firstInNetwork';
  const { distance } = choice;
  return distance !== null && others.every((one) => (one.distance ?? Infinity) > distance) ? 'nearest' : null;
}

export const evidenceWords: Record<SelectionEvidence, string> = {
  seen: 'This patient has had a visit with this provider.',
  suggested: 'Suggested by the provider who declined.',
  payer: 'No other provider that was found accepts the patient’s plan.',
  firstInNetwork: 'First on the list, in network and accepting new patients.',
  nearest: 'The nearest of the providers that were found.',
};

/** A provider at one of their places, as pickers and drafts have it. */
export function chosenAt(
  choice: ProviderChoice,
  place: ProviderChoice['places'][number] | undefined,
  selectionEvidence: SelectionEvidence | null,
): ProviderSearchItem {
  const { distance = null, ...address } = place ?? {};
  return {
    healthcareProviderId: choice.healthcareProviderId,
    userId: choice.userId,
    fullName: choice.fullName,
    degree: choice.degree,
    gender: choice.gender,
    specialty: choice.specialty,
    healthcareProviderSpecialtyId: choice.healthcareProviderSpecialtyId,
    organizationName: choice.organizationName,
    npiNumber: choice.npiNumber,
    acceptsNewPatients: choice.acceptsNewPatients,
    isPreferred: choice.isPreferred,
    enforcePreferred: choice.enforcePreferred,
    officePhone: choice.officePhone,
    address: place === undefined ? null : (address as ProviderSearchItem['address']),
    distance,
    network: choice.network,
    selectionEvidence,
  };
}
