import {
  appointmentStatusLabels,
  declineReason,
  declineReasonLabels,
  referralStatusLabels,
  urgencyLabel,
} from '@careloop/contracts/codes';
import { referralTypeLabel, selectionReasonLabel } from '@careloop/contracts/codes/referrals';
import type { ProviderAddress } from '@careloop/contracts/directory';
import { formatPhone } from '@careloop/contracts/fields';
import { answerLines, missingLines } from '@careloop/contracts/referrals/protocols';

import { longDay } from '../../platform/rendering/documentText.ts';
import { chartDateText, momentText } from '../../core/charts/momentText.ts';
import type { RecordText } from '../../platform/rendering/messages.ts';
import type { findReferral } from './queries/detail.ts';
import type { LetterPatient } from './queries/letterPatient.ts';
import type { findReferralLists } from './queries/story.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findReferral>>>;
type Lists = Awaited<ReturnType<typeof findReferralLists>>;

function patientText({ patient }: Pick<Found, 'patient'>): string {
  const { lastName, firstName, dateOfBirth, mrn } = patient;
  const born = dateOfBirth === null ? null : `Born ${longDay(dateOfBirth)}`;
  return [`${lastName}, ${firstName}`, born, mrn && `MRN ${mrn}`].filter(Boolean).join(' · ');
}

/** The time of an appointment, and what became of it. */
function appointmentText({ appointmentTime, status, providerName }: NonNullable<Lists['appointment']>): string {
  const time =
    providerName === null ? momentText(appointmentTime) : `${momentText(appointmentTime)} with ${providerName}`;
  return status === 'pending' ? time : `${time} · ${appointmentStatusLabels[status]}`;
}

interface Party {
  name: string;
  about: readonly (string | null | undefined)[];
  address: ProviderAddress | null;
  officePhone?: string | null;
}

const addressText = ({ address1, address2, city, state, zipCode }: ProviderAddress) =>
  [address1, address2, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** The lines of a party: name, organization, address, phone and fax. */
function linesOf({ name, about, address, officePhone }: Party): string[] {
  const phone = formatPhone(address?.officePhone ?? officePhone);
  const fax = formatPhone(address?.faxNumber);
  return [
    name,
    about.filter(Boolean).join(' · '),
    address === null ? '' : addressText(address),
    [phone && `Phone ${phone}`, fax && `Fax ${fax}`].filter(Boolean).join(' · '),
  ].filter((line) => line !== '');
}

function partiesOf(referral: Found): { from: Party; to: Party } {
  const { referredToName, specialtyName } = referral;
  return {
    from: {
      name: referral.referredByProviderName ?? referral.referredByUserFullName,
      about: [referral.referredByOrganization],
      address: referral.referredByHealthcareProvider?.addressInfos[0] ?? null,
    },
    to: {
      name: referredToName ?? `Any ${specialtyName}`,
      about: [referredToName === null ? null : specialtyName, referral.referredToOrganization],
      address: referral.referredToAddress,
      officePhone: referral.referredToOfficePhone,
    },
  };
}

/** What came of it: how it was closed, why it was declined. */
function answerText(referral: Found, { timeline }: Lists): string | null {
  const { answer, status, suggestedProvider: suggested } = referral;
  if (answer === null) return null;
  const by = `${referralStatusLabels[status as keyof typeof referralStatusLabels]} ${momentText(answer.at)} by ${answer.byName}`;
  if (status !== 'declined') {
    const closing = timeline.findLast(({ action }) => action === 'completed')?.comment;
    return [by, closing].filter(Boolean).join(': ');
  }
  const name = referral.declineReason === null ? undefined : declineReason.nameOf(referral.declineReason);
  const why = [name && declineReasonLabels[name], referral.declineReasonOther].filter(Boolean).join(': ');
  return [by, why, suggested && `Suggested instead: ${suggested.fullName}`].filter(Boolean).join(' · ');
}

/** "11/16/26 9:10 AM EST · Routine, due 12/16/26 9:10 AM EST · Pending" */
function sentText({ dateCreated, urgencyDays, dueAt, status }: Found): string {
  const label = referralStatusLabels[status as keyof typeof referralStatusLabels];
  return `${momentText(dateCreated)} · ${urgencyLabel(urgencyDays)}, due ${momentText(dueAt)} · ${label}`;
}

/** Names of the charts, one a line. */
const chartLines = (charts: Lists['patientCharts']) =>
  charts
    .map(({ chartName, chartDate }) => (chartDate === null ? chartName : `${chartName}, ${chartDateText(chartDate)}`))
    .join('\n');

/** What the referral answers to the protocol of its specialty, and what is missing. */
function protocolFacts({ protocol }: Found): [string, string][] {
  if (protocol === null) return [];
  return [
    [protocol.name, answerLines(protocol).join('\n')],
    ['Missing', missingLines(protocol).join('\n')],
  ];
}

/** The first pages of the full PDF, as a letter: patient, from and to, the case, the list of records, the comments. */
export function recordSummary(referral: Found, lists: Lists, patient: LetterPatient | null): RecordText {
  const { diagnosis } = referral;
  const { from, to } = partiesOf(referral);
  const facts: [string, string | null][] = [
    ['Patient', patientText(referral)],
    ['Address', patient && patient.address],
    ['Insurance', patient && patient.insurance.join('\n')],
    ['From', linesOf(from).join('\n')],
    ['To', linesOf(to).join('\n')],
    ['Referral reason', referral.referralReason],
    ['Diagnosis', diagnosis && `${diagnosis.code} ${diagnosis.description}`],
    ...protocolFacts(referral),
    ['Additional info', referral.additionalInfo],
    ['Answer', answerText(referral, lists)],
    ['Appointment', lists.appointment && appointmentText(lists.appointment)],
    ['Sent', sentText(referral)],
    ['Referral type', referralTypeLabel(referral.referralType)],
    ['Provider selection reason', selectionReasonLabel(referral.providerSelectionReason)],
    ['Authorization code', referral.authorizationCode],
    ['Caregiver', referral.caregiverName],
    ['Cell phone', formatPhone(referral.cellPhone) || null],
    ['Records', chartLines(lists.patientCharts)],
    ['Consult notes that came back', chartLines(lists.consultNotes)],
  ];
  return {
    letterhead: linesOf({ ...from, name: referral.referredByOrganization ?? from.name, about: [] }),
    title: 'Referral',
    facts: facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, value] as const])),
    paragraphs: [
      ...(lists.comments.length > 0 ? ['Comments'] : []),
      ...lists.comments.map((one) => `${momentText(one.dateCreated)}  ${one.userFullName}: ${one.comment}`),
    ],
  };
}
