import { appointmentStatusLabels, referralStatusLabels, urgencyLabel } from '@careloop/contracts/codes';
import { referralTypeLabel, selectionReasonLabel } from '@careloop/contracts/codes/referrals';
import { formatPhone } from '@careloop/contracts/fields';
import { referralEventVerbs } from '@careloop/contracts/referrals/story';

import { longDay } from '../../platform/rendering/documentText.ts';
import { momentText } from '../../core/charts/momentText.ts';
import type { RecordText } from '../../platform/rendering/messages.ts';
import type { findReferral } from './queries/detail.ts';
import type { findReferralLists } from './queries/story.ts';

type Found = NonNullable<Awaited<ReturnType<typeof findReferral>>>;
type Lists = Awaited<ReturnType<typeof findReferralLists>>;

function patientText({ patient }: Pick<Found, 'patient'>): string {
  const { lastName, firstName, dateOfBirth, mrn } = patient;
  return `${lastName}, ${firstName} · Born ${dateOfBirth === null ? 'not stated' : longDay(dateOfBirth)} · MRN ${mrn ?? 'not stated'}`;
}

/** The time of an appointment, and what became of it. */
function appointmentText({ appointmentTime, status }: NonNullable<Lists['appointment']>): string {
  const time = momentText(appointmentTime);
  return status === 'pending' ? time : `${time} · ${appointmentStatusLabels[status]}`;
}

/** The first pages of a complete record: the request, its timeline, and the comments. */
export function recordSummary(referral: Found, lists: Lists): RecordText {
  const { diagnosis, referredToName, specialtyName } = referral;
  const facts: [string, string | null][] = [
    ['Patient', patientText(referral)],
    ['Status', referralStatusLabels[referral.status as keyof typeof referralStatusLabels]],
    ['Referred by', referral.referredByProviderName ?? referral.referredByUserFullName],
    [
      'Referred to',
      referredToName === null ? `Any ${specialtyName}` : [referredToName, specialtyName].filter(Boolean).join(' · '),
    ],
    ['Sent', momentText(referral.dateCreated)],
    ['Urgency', `${urgencyLabel(referral.urgencyDays)}, due ${momentText(referral.dueAt)}`],
    ['Referral type', referralTypeLabel(referral.referralType)],
    ['Provider selection reason', selectionReasonLabel(referral.providerSelectionReason)],
    ['Referral reason', referral.referralReason],
    ['Diagnosis', diagnosis && `${diagnosis.code} ${diagnosis.description}`],
    ['Additional info', referral.additionalInfo],
    ['Authorization code', referral.authorizationCode],
    ['Caregiver', referral.caregiverName],
    ['Cell phone', formatPhone(referral.cellPhone) || null],
    ['Appointment', lists.appointment && appointmentText(lists.appointment)],
    ['SHA-256 of what was sent', referral.hash],
  ];
  const nameOf = ({ userFullName, onBehalfOfFullName: behalf }: Lists['timeline'][number]) =>
    behalf === null ? userFullName : `${userFullName} for ${behalf}`;
  return {
    title: 'Referral, complete record',
    facts: facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [[label, value] as const])),
    paragraphs: [
      'History',
      ...lists.timeline.map((event) => {
        const why = [event.reason, event.comment].filter(Boolean).join(' · ');
        return `${momentText(event.occurredAt)}  ${nameOf(event)} ${referralEventVerbs[event.action]}${why === '' ? '' : `: ${why}`}`;
      }),
      ...(lists.comments.length > 0 ? ['', 'Comments'] : []),
      ...lists.comments.map((one) => `${momentText(one.dateCreated)}  ${one.userFullName}: ${one.comment}`),
    ],
  };
}
