import { urgencyLabel } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import type { Referral } from '@careloop/contracts/referrals';
import { protocolLines } from '@careloop/contracts/referrals/protocols';
import type { ReactNode } from 'react';
import { LetterSection } from '../../../../components/Letter.tsx';
import { formatDate, formatDateTimeIn } from '../../../../ui/dates.ts';
import { RequestLetter } from '../../../charts/shared/RequestLetter.tsx';
import { addressText } from '../../../directory/shared/address.ts';
import { answerTitle } from '../answerWords.ts';
import { declineText } from '../declineText.ts';
import { referralStatusLabel } from '../ReferralBadges.tsx';
import { referredTo } from '../ReferralListRow.tsx';

/** What came of it, in the words of the detail. */
function answerText(referral: Referral): string | null {
  const { appointment, status, timeline } = referral;
  if (status === 'scheduled' && appointment !== null) {
    const { appointmentTime, timeZone, providerName, address } = appointment;
    const at = `Appointment ${formatDateTimeIn(appointmentTime, timeZone)}`;
    return [providerName === null ? at : `${at} with ${providerName}`, addressText(address)].filter(Boolean).join(', ');
  }
  if (status === 'declined') return [answerTitle(referral), declineText(referral)].filter(Boolean).join(': ');
  const closing = timeline.findLast(({ action }) => action === 'completed')?.comment;
  if (status === 'completed') return [answerTitle(referral), closing].filter(Boolean).join(': ');
  return status === 'accepted' ? 'Accepted, no appointment yet.' : null;
}

/** Everything that was stated; what was not is left out. */
function detailsOf(referral: Referral): string[] {
  const { authorizationCode, caregiverName, cellPhone } = referral;
  return [
    authorizationCode && `Authorization code ${authorizationCode}`,
    caregiverName && `Caregiver ${caregiverName}`,
    cellPhone && `Cell phone ${formatPhone(cellPhone)}`,
  ].filter((line): line is string => Boolean(line));
}

/** A referral as a letter. */
export function ReferralLetter({ referral, onPrinted }: { referral: Referral; onPrinted: () => void }): ReactNode {
  const { referredByHealthcareProvider: provider, diagnosis, additionalInfo } = referral;
  const answer = answerText(referral);
  const details = detailsOf(referral);
  // The closing comment is the answer already.
  const closing = referral.timeline.findLast(({ action }) => action === 'completed')?.comment;
  const comments = referral.comments.filter(({ comment }) => comment !== closing);
  const meta = [
    urgencyLabel(referral.urgencyDays),
    `Sent ${formatDate(referral.dateCreated)}`,
    referral.status === 'pending' ? `Due ${formatDate(referral.dueAt)}` : referralStatusLabel(referral.status),
  ];
  return (
    <RequestLetter
      title="Referral"
      meta={meta.join(' · ')}
      patient={referral.patient}
      canAccessPatient={referral.canAccessPatient}
      from={{
        name: referral.referredByProviderName ?? referral.referredByUserFullName,
        about: referral.referredByOrganization,
        address: provider?.addressInfos[0] ?? null,
      }}
      to={{
        name: referredTo(referral),
        about: [referral.referredToName === null ? null : referral.specialtyName, referral.referredToOrganization]
          .filter(Boolean)
          .join(' · '),
        address: referral.referredToAddress,
        officePhone: referral.referredToOfficePhone,
      }}
      charts={referral.patientCharts}
      returned={referral.consultNotes}
      onPrinted={onPrinted}
    >
      <LetterSection title="Referral reason">{referral.referralReason}</LetterSection>
      {diagnosis !== null && (
        <LetterSection title="Diagnosis">
          {diagnosis.code} {diagnosis.description}
        </LetterSection>
      )}
      {referral.protocol !== null && (
        <LetterSection title={referral.protocol.name}>{protocolLines(referral.protocol).join('\n')}</LetterSection>
      )}
      {additionalInfo !== null && <LetterSection title="Additional info">{additionalInfo}</LetterSection>}
      {answer !== null && <LetterSection title="Answer">{answer}</LetterSection>}
      {details.length > 0 && <LetterSection title="Details">{details.join('\n')}</LetterSection>}
      {comments.length > 0 && (
        <LetterSection title="Comments">
          {comments
            .map(({ userFullName, dateCreated, comment }) => `${userFullName}, ${formatDate(dateCreated)}: ${comment}`)
            .join('\n')}
        </LetterSection>
      )}
    </RequestLetter>
  );
}
