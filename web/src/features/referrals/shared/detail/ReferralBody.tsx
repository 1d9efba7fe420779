import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { appointmentStatusLabels, currentAppointmentStatuses } from '@careloop/contracts/codes';
import { consultationStatusLabels } from '@careloop/contracts/codes/consultations';
import { getReferral, type ReferralAppointment as Appointment, type Referral } from '@careloop/contracts/referrals';
import type { LinkedReferral } from '@careloop/contracts/referrals/linked';
import { Box, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import { invalidate } from '../../../../api/query.ts';
import type { RowAction } from '../../../../components/ActionRow.tsx';
import { DetailHead } from '../../../../components/DetailHead.tsx';
import { Section } from '../../../../components/Section.tsx';
import { useSession } from '../../../../session/useSession.ts';
import { Callout } from '../../../../ui/Callout.tsx';
import { formatDate } from '../../../../ui/dates.ts';
import { DateTimeText, PlaceTimeText } from '../../../../ui/DateText.tsx';
import { RequestedPatientCard } from '../../../clinical-record/shared/RequestedPatientCard.tsx';
import { MessageButton, RequestMessages } from '../../../messages/shared/RequestMessages.tsx';
import { PatientBanner } from '../../../patients/shared/PatientBanner.tsx';
import { AwaitedReply } from '../AwaitedReply.tsx';
import { exceptionAdvice, exceptionTexts } from '../exceptionTexts.ts';
import { ReferralStatusBadge, referralStatusLabel, UrgencyBadge } from '../ReferralBadges.tsx';
import { ReferralNextFact } from '../ReferralNextFact.tsx';
import { referringSide } from '../referringSide.ts';
import { AlsoOpenReferrals } from './AlsoOpenReferrals.tsx';
import { ReferralActions } from './ReferralActions.tsx';
import { ReferralAnswer } from './ReferralAnswer.tsx';
import { ReferralChanges } from './ReferralChanges.tsx';
import { ReferralComments } from './ReferralComments.tsx';
import own from './ReferralDetail.module.css';
import classes from '../../../../components/RequestDetail.module.css';
import { ConsultNotes, ReferralDocuments } from './ReferralDocuments.tsx';
import { ReferralDetails, ReferralParties, ReferralQuestion } from './ReferralFacts.tsx';
import { ReferralHistory } from './ReferralHistory.tsx';
import { ReferralLetter } from './ReferralLetter.tsx';
import { ReferralProtocol } from './ReferralProtocol.tsx';
import type { ReferralStart } from './referralSteps.ts';

export interface ReferralBodyProps {
  referral: Referral;
  notice?: ReactNode;
  /** Additional actions after the referral's own. */
  moreActions?: readonly RowAction[];
  hidesPatient?: boolean;
  /** Whether an action without a form is in progress. */
  isStarting: boolean;
  onStart: (start: ReferralStart) => void;
  /** The form that was opened below the actions. */
  line?: ReactNode;
}

function Head({ referral, moreActions, isStarting, onStart, line }: ReferralBodyProps): ReactNode {
  return (
    <DetailHead className={classes.head}>
      <div>
        <Text component="h2" fw={600} fz="md">
          {referringSide(referral)} → {referredTo(referral)}
        </Text>
        <Group gap="sm" fz="sm" mt={4}>
          <ReferralStatusBadge status={referral.status} />
          <UrgencyBadge urgencyDays={referral.urgencyDays} />
          {/* The answer below says why it was declined. */}
          {referral.status !== 'declined' && <ReferralNextFact referral={referral} />}
          <AwaitedReply awaitReplyFrom={referral.awaitReplyFrom} side={referral.side} />
          <Text inherit c="dimmed">
            Sent <DateTimeText at={referral.dateCreated} />
          </Text>
        </Group>
      </div>
      <div className={classes.onScreen} data-actions>
        <ReferralActions
          referral={referral}
          more={moreActions}
          isQuiet={Boolean(line)}
          isStarting={isStarting}
          onStart={onStart}
        />
      </div>
    </DetailHead>
  );
}

/** The sections of a referral: the request on the left, its progress on the right if there is room. */
export function ReferralBody(props: ReferralBodyProps): ReactNode {
  const { referral, notice, hidesPatient } = props;
  const { patient } = referral;
  const [isPrinting, setPrinting] = useState(false);
  const endPrinting = useCallback(() => setPrinting(false), []);
  return (
    <article
      className={classes.detail}
      data-referral={referral.referralId}
      data-letter={isPrinting || undefined}
      aria-label={`Referral of ${patient.firstName} ${patient.lastName}`}
    >
      {isPrinting && <ReferralLetter referral={referral} onPrinted={endPrinting} />}
      <div className={classes.top}>
        {hidesPatient !== true && (
          <PatientBanner
            heading="h2"
            patient={patient}
            // Not sent to a receiver whose part in the referral is over.
            {...(patient.careTeamSize !== null && { phone: patient.phone, careTeamSize: patient.careTeamSize })}
            isLink={referral.canAccessPatient}
          />
        )}
        <Head {...props} />
        {props.line}
      </div>
      {notice !== undefined && (
        <Box px="1.25rem" pt="md">
          {notice}
        </Box>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <ReferralAnswer referral={referral} />
          <ConsultNotes referral={referral} />
          <ReferralExceptions referral={referral} />
          <ReferralChanges referral={referral} />
          <LinkedReferrals referral={referral} />
          <ReferralQuestion referral={referral} />
          <ReferralProtocol protocol={referral.protocol} />
          <ReferralDocuments referral={referral} onPrint={() => setPrinting(true)} />
          <ReferralParties referral={referral} action={<MessageToOther referral={referral} />} />
          {/* It arrives later, so it must not move what is read and clicked first. */}
          <AlsoOpenReferrals referral={referral} />
          <ReferralDetails referral={referral} />
          <EarlierAppointments referral={referral} />
          <ReferralComments referral={referral} />
          <RequestMessages messages={referral.messages} />
        </div>
        <div className={classes.column}>
          <RequestedPatientCard
            patient={patient}
            of={{ referralId: referral.referralId }}
            canAccessPatient={referral.canAccessPatient}
            charts={referral.patientCharts}
          />
          <ReferralHistory referral={referral} />
        </div>
      </div>
    </article>
  );
}

function MessageToOther({ referral }: { referral: Referral }): ReactNode {
  const client = useQueryClient();
  const { referralId, patient } = referral;
  return (
    <MessageButton
      to={referral.messageTo}
      about={{ patientId: patient.patientId, referralId, label: `the referral to ${referredTo(referral)}` }}
      canAccessPatient={referral.canAccessPatient}
      onSent={() => void invalidate(client, getReferral)}
    />
  );
}

function OtherReferral({ referral }: { referral: LinkedReferral }): ReactNode {
  return (
    <Link to="/Referrals" search={{ referralId: referral.referralId }}>
      {referredTo(referral)}, sent {formatDate(referral.dateCreated)}, {referralStatusLabel(referral.status)}
    </Link>
  );
}

/** The referral before this one and the one that follows it. */
function LinkedReferrals({ referral }: { referral: Referral }): ReactNode {
  const { previousReferral, nextReferral, originConsultation: consultation } = referral;
  return (
    <>
      {consultation !== null && (
        <Callout title="Follows a consultation">
          <Link to="/Consultations" search={{ careCoordinatorRequestId: consultation.careCoordinatorRequestId }}>
            {consultation.requestedToName}, sent {formatDate(consultation.dateCreated)},{' '}
            {consultationStatusLabels[consultation.status]}
          </Link>
        </Callout>
      )}
      {previousReferral !== null && (
        <Callout title="Follows an earlier referral">
          <OtherReferral referral={previousReferral} />
        </Callout>
      )}
      {nextReferral !== null && (
        <Callout title="Referred again">
          <OtherReferral referral={nextReferral} />
        </Callout>
      )}
    </>
  );
}

/** Why the referral needs attention, and what to do. */
function ReferralExceptions({ referral }: { referral: Referral }): ReactNode {
  const worksQueues = useSession().permissions.has('ManageWorkQueues');
  // The receiver has opened it already.
  const reasons = referral.exceptionReasons.filter(
    (reason) => reason !== 'receiver_without_queue' || referral.side !== 'receiving',
  );
  return reasons.map((reason) => (
    <Callout key={reason} tone="warning" title={exceptionTexts({ ...referral, exceptionReasons: [reason] }).join()}>
      {exceptionAdvice(reason, referral, worksQueues)}
    </Callout>
  ));
}

/** A moved, missed or canceled appointment, in one line. */
function Past({ appointment }: { appointment: Appointment }): ReactNode {
  return (
    <li>
      <PlaceTimeText at={appointment.appointmentTime} timeZone={appointment.timeZone} /> ·{' '}
      {appointmentStatusLabels[appointment.status]}
      {appointment.providerName !== null && ` · ${appointment.providerName}`}
    </li>
  );
}

const isCurrent = ({ status }: Appointment) => currentAppointmentStatuses.some((current) => current === status);

/** Appointments that did not take place. The current one is part of the answer. */
function EarlierAppointments({ referral }: { referral: Referral }): ReactNode {
  const { appointment, earlierAppointments } = referral;
  const isOver = appointment !== null && !isCurrent(appointment) && appointment.status !== 'completed';
  const past = isOver ? [appointment, ...earlierAppointments] : earlierAppointments;
  if (past.length === 0) return null;
  return (
    <Section title="Earlier appointments" count={past.length}>
      <ul className={own.past} aria-label="Earlier appointments">
        {past.map((one) => (
          <Past key={one.patientAppointmentId} appointment={one} />
        ))}
      </ul>
    </Section>
  );
}
