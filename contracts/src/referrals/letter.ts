import { appointmentStatusLabels, currentAppointmentStatuses, referralStatusLabels, urgencyLabel } from '../codes.ts';
import { addressText } from '../directory/addressText.ts';
import { formatPhone } from '../fields.ts';
import { dayIn, namedMoment } from '../fields/clock.ts';
import { joined, letterOf, type Letter, type LetterPatient } from '../letters.ts';
import type { Referral, ReferralAppointment } from '../referrals.ts';
import { answerTitle, declineText, isAfterDue, referredTo } from './answerWords.ts';
import { protocolLines } from './protocols.ts';

type Lettered = Pick<
  Referral,
  | 'additionalInfo'
  | 'answer'
  | 'appointment'
  | 'authorizationCode'
  | 'caregiverName'
  | 'cellPhone'
  | 'comments'
  | 'consultNotes'
  | 'dateCreated'
  | 'declineReason'
  | 'declineReasonOther'
  | 'diagnosis'
  | 'dueAt'
  | 'latestAppointment'
  | 'patient'
  | 'patientCharts'
  | 'protocol'
  | 'referralReason'
  | 'referredByHealthcareProvider'
  | 'referredByOrganization'
  | 'referredByProviderName'
  | 'referredByUserFullName'
  | 'referredToAddress'
  | 'referredToName'
  | 'referredToOfficePhone'
  | 'referredToOrganization'
  | 'specialtyName'
  | 'status'
  | 'suggestedProvider'
  | 'timeline'
  | 'urgencyDays'
>;

const statusLabel = ({ status }: Lettered) => referralStatusLabels[status as keyof typeof referralStatusLabels];

/** "Appointment 7/14/31 9:00 AM EDT with Patel, Anjali, 12 Main St, Boston, MA 02115, after due time 12/16/26" */
function appointmentText(appointment: ReferralAppointment, { dueAt }: Lettered, timeZone: string): string {
  const { appointmentTime: at, timeZone: stated, providerName, address, status } = appointment;
  const isCurrent = currentAppointmentStatuses.some((one) => one === status);
  const visit = joined(
    [`Appointment ${namedMoment(at, stated ?? timeZone)}`, providerName && `with ${providerName}`],
    ' ',
  );
  if (!isCurrent) return `${visit}: ${appointmentStatusLabels[status]}`;
  const late = isAfterDue(at, dueAt) ? `after due time ${dayIn(dueAt, timeZone)}` : null;
  return joined([visit, addressText(address), late], ', ');
}

const closingOf = ({ timeline }: Lettered) => timeline.findLast(({ action }) => action === 'completed')?.comment;

/** What came of it. */
function answerText(referral: Lettered, timeZone: string): string {
  const { appointment, status, suggestedProvider: suggested } = referral;
  const title = answerTitle(referral, (at, stated) => dayIn(at, stated ?? timeZone));
  const visit = appointment && appointmentText(appointment, referral, timeZone);
  switch (status) {
    case 'scheduled':
      return visit ?? '';
    case 'accepted':
      return joined(['Accepted, no appointment yet.', visit], ' ');
    case 'declined':
      return joined(
        [joined([title, declineText(referral)], ': '), suggested && `Suggested instead: ${suggested.fullName}`],
        '\n',
      );
    case 'completed':
      return joined([title, closingOf(referral)], ': ');
    default:
      return '';
  }
}

function detailsText({ authorizationCode, caregiverName, cellPhone }: Lettered): string {
  return joined(
    [
      authorizationCode && `Authorization code ${authorizationCode}`,
      caregiverName && `Caregiver ${caregiverName}`,
      cellPhone && `Cell phone ${formatPhone(cellPhone)}`,
    ],
    '\n',
  );
}

/** Without the closing comment, which is the answer already. */
function commentsText(referral: Lettered, timeZone: string): string {
  const closing = closingOf(referral);
  return referral.comments
    .filter(({ comment }) => comment !== closing)
    .map(({ userFullName, dateCreated, comment }) => `${userFullName}, ${dayIn(dateCreated, timeZone)}: ${comment}`)
    .join('\n');
}

/** A referral as a letter, as its reader sees it. */
export function referralLetter(
  referral: Lettered,
  { about, timeZone }: { about: LetterPatient | null; timeZone: string },
): Letter {
  const { diagnosis, protocol, status, dueAt, referredToName, specialtyName } = referral;
  return letterOf({
    title: 'Referral',
    meta: joined(
      [
        urgencyLabel(referral.urgencyDays),
        `Sent ${dayIn(referral.dateCreated, timeZone)}`,
        status === 'pending' ? `Due ${dayIn(dueAt, timeZone)}` : statusLabel(referral),
      ],
      ' · ',
    ),
    patient: referral.patient,
    about,
    from: {
      name: referral.referredByProviderName ?? referral.referredByUserFullName,
      about: referral.referredByOrganization,
      address: referral.referredByHealthcareProvider?.addressInfos[0] ?? null,
    },
    to: {
      name: referredTo(referral),
      about: joined([referredToName === null ? null : specialtyName, referral.referredToOrganization], ' · '),
      address: referral.referredToAddress,
      officePhone: referral.referredToOfficePhone,
    },
    sections: [
      ['Referral reason', referral.referralReason],
      ['Diagnosis', diagnosis === null ? '' : `${diagnosis.code} ${diagnosis.description}`],
      ...(protocol === null ? [] : [[protocol.name, protocolLines(protocol).join('\n')] as const]),
      ['Additional info', referral.additionalInfo ?? ''],
      ['Answer', answerText(referral, timeZone)],
      ['Details', detailsText(referral)],
      ['Comments', commentsText(referral, timeZone)],
    ],
    charts: referral.patientCharts,
    returned: referral.consultNotes,
    timeZone,
  });
}
