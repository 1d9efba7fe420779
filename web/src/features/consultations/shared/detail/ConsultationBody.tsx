import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { openConsultationStatuses } from '@careloop/contracts/codes/consultations';
import {
  cancelConsultation,
  getConsultation,
  type Consultation,
  type ConsultationEvent,
} from '@careloop/contracts/consultations';
import { Box, Button, Group, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowForwardUp,
  IconBan,
  IconCheck,
  IconChecks,
  IconPrinter,
  IconSend,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useState, type ReactNode } from 'react';
import { ActionRow, type RowAction } from '../../../../components/ActionRow.tsx';
import { DetailHead } from '../../../../components/DetailHead.tsx';
import { Section } from '../../../../components/Section.tsx';
import { Callout } from '../../../../ui/Callout.tsx';
import { confirm } from '../../../../ui/confirm.tsx';
import { formatDate } from '../../../../ui/dates.ts';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import { Timeline, type TimelineEntry } from '../../../../ui/Timeline.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { SentCharts } from '../../../charts/shared/SentCharts.tsx';
import { RequestedPatientCard } from '../../../clinical-record/shared/RequestedPatientCard.tsx';
import { DialogSubject } from '../../../patients/shared/DialogSubject.tsx';
import { MessageButton, RequestMessages } from '../../../messages/shared/RequestMessages.tsx';
import { PatientBanner } from '../../../patients/shared/PatientBanner.tsx';
import { SendingDetails } from '../../../referrals/shared/detail/ReferralDeliveries.tsx';
import { referralStatusLabel } from '../../../referrals/shared/ReferralBadges.tsx';
import { cancelConsequence } from '../cancelConsequence.ts';
import {
  answerDialogLabel,
  ConsultationStatusBadge,
  consultationStatusLabel,
  consultationStatusTone,
} from '../consultationWords.tsx';
import classes from '../../../../components/RequestDetail.module.css';
import { AlsoOpenConsultations } from './AlsoOpenConsultations.tsx';
import { ConsultationLetter } from './ConsultationLetter.tsx';
import { ConsultationParties, ConsultationQuestion } from './ConsultationFacts.tsx';
import { invalidate, useCall } from '../../../../api/query.ts';

/** Dialogs of a consultation, and the form that opens below its actions. */
export type ConsultationDialog = 'answer' | 'answerHere' | 'refer';

export interface ConsultationBodyProps {
  consultation: Consultation;
  notice?: ReactNode;
  /** Additional actions after the consultation's own. */
  moreActions?: readonly RowAction[];
  hidesPatient?: boolean | undefined;
  onOpen: (dialog: ConsultationDialog) => void;
  /** The form that was opened below the actions. */
  line?: ReactNode;
}

const isOpen = ({ status }: Consultation) => openConsultationStatuses.some((one) => one === status);

function Actions({ consultation, moreActions = [], onOpen, line }: ConsultationBodyProps): ReactNode {
  const { can, patient, followedByReferral } = consultation;
  const cancel = useCancelConsultation(consultation);
  const asksAnswer = isOpen(consultation);
  // One button for all answers; enabled if one of them is possible. Not offered to those who can withdraw it instead.
  const answer = can.decline === true ? true : can.accept;
  const isAsked = asksAnswer && (answer === true || can.cancel !== true);
  const actions: RowAction[] = [
    ...(isAsked
      ? [
          {
            label: 'Answer',
            allowance: answer,
            shortcut: 'a',
            onStart: () => onOpen('answerHere'),
          },
        ]
      : []),
    ...(followedByReferral === null && (can.refer === true || patient.isDeceased)
      ? [{ label: 'Make a referral', allowance: can.refer, onStart: () => onOpen('refer') }]
      : []),
    ...moreActions,
    // Without documents, the dialog has little that is not here.
    ...(isAsked && answer === true && !line && consultation.patientCharts.length > 0
      ? [{ label: answerDialogLabel(consultation), allowance: answer, onStart: () => onOpen('answer') }]
      : []),
    ...(asksAnswer && can.cancel === true ? [cancel] : []),
  ];
  return <ActionRow actions={actions} isQuiet={Boolean(line)} />;
}

function useCancelConsultation(consultation: Consultation): RowAction {
  const { careCoordinatorRequestId, version, patient, requestedToName } = consultation;
  const cancel = useCall(cancelConsultation, { onSuccess: () => toast.success('Consultation canceled') });
  const askAndCancel = async () => {
    const isSure = await confirm({
      title: 'Are you sure you want to cancel this consultation?',
      message: (
        <DialogSubject
          patient={patient}
          recipient={requestedToName}
          recipientLabel="Sent to"
          consequence={cancelConsequence(consultation)}
        />
      ),
      yes: 'Yes, cancel consultation',
      no: 'No, keep it',
      tone: 'danger',
    });
    if (isSure) cancel.mutate({ careCoordinatorRequestId, version });
  };
  return {
    label: 'Cancel consultation',
    allowance: consultation.can.cancel,
    isPending: cancel.isPending,
    onStart: () => void askAndCancel(),
  };
}

function Head(props: ConsultationBodyProps): ReactNode {
  const { consultation } = props;
  return (
    <DetailHead className={classes['head']}>
      <div>
        <Text component="h2" fw={600} fz="md">
          {consultation.requestedByName} → {consultation.requestedToName}
        </Text>
        <Group gap="sm" fz="sm" mt={4}>
          <ConsultationStatusBadge status={consultation.status} />
          <Text inherit c="dimmed">
            Sent <DateTimeText at={consultation.dateCreated} />
          </Text>
        </Group>
      </div>
      <div data-actions>
        <Actions {...props} />
      </div>
    </DetailHead>
  );
}

function MessageToOther({ consultation }: { consultation: Consultation }): ReactNode {
  const client = useQueryClient();
  const { careCoordinatorRequestId, patient, requestedToName } = consultation;
  return (
    <MessageButton
      to={consultation.messageTo}
      about={{
        patientId: patient.patientId,
        careCoordinatorRequestId,
        label: `the consultation with ${requestedToName}`,
      }}
      canAccessPatient={consultation.canAccessPatient}
      onSent={() => void invalidate(client, getConsultation)}
    />
  );
}

/** The sections of a consultation: request and answer on the left, its progress on the right if there is room. */
export function ConsultationBody(props: ConsultationBodyProps): ReactNode {
  const { consultation, notice, hidesPatient } = props;
  const { patient } = consultation;
  const [isPrinting, setPrinting] = useState(false);
  const endPrinting = useCallback(() => setPrinting(false), []);
  return (
    <article
      className={classes['detail']}
      data-consultation={consultation.careCoordinatorRequestId}
      data-letter={isPrinting || undefined}
      aria-label={`Consultation about ${patient.firstName} ${patient.lastName}`}
    >
      {isPrinting && <ConsultationLetter consultation={consultation} onPrinted={endPrinting} />}
      <div className={classes['top']}>
        {hidesPatient !== true && (
          <PatientBanner
            heading="h2"
            patient={patient}
            // Not sent to a receiver whose part in the consultation is over.
            {...(patient.careTeamSize !== null && { phone: patient.phone, careTeamSize: patient.careTeamSize })}
            isLink={consultation.canAccessPatient}
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
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <FollowedByReferral consultation={consultation} />
          <ConsultationQuestion consultation={consultation} />
          <ConsultationDocuments consultation={consultation} onPrint={() => setPrinting(true)} />
          <ConsultationParties consultation={consultation} action={<MessageToOther consultation={consultation} />} />
          {/* It arrives later, so it must not move what is read and clicked first. */}
          <AlsoOpenConsultations consultation={consultation} />
          <RequestMessages messages={consultation.messages} />
        </div>
        <div className={classes['column']}>
          <RequestedPatientCard
            patient={patient}
            of={{ careCoordinatorRequestId: consultation.careCoordinatorRequestId }}
            canAccessPatient={consultation.canAccessPatient}
            charts={consultation.patientCharts}
            since={consultation.dateCreated}
          />
          <ConsultationHistory consultation={consultation} />
        </div>
      </div>
    </article>
  );
}

interface ConsultationDocumentsProps {
  consultation: Consultation;
  /** Prints it as a letter. */
  onPrint: () => void;
}

/** Documents sent with the request, as they were sent. */
function ConsultationDocuments({ consultation, onPrint }: ConsultationDocumentsProps): ReactNode {
  const { patientCharts: charts, patient, careCoordinatorRequestId } = consultation;
  return (
    <Section
      title="Attached documents"
      count={charts.length}
      action={
        <Button
          size="compact-sm"
          variant="default"
          className={classes['onScreen']}
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={onPrint}
        >
          Print summary
        </Button>
      }
    >
      {charts.length === 0 ? (
        <Text c="dimmed">No documents were attached.</Text>
      ) : (
        <SentCharts {...{ charts, patient, careCoordinatorRequestId }} label="Attached documents" />
      )}
    </Section>
  );
}

const looks: Record<ConsultationEvent['action'], { title: string; icon: Icon }> = {
  created: { title: 'Sent', icon: IconSend },
  acknowledged: { title: 'Acknowledged', icon: IconAlertCircle },
  accepted: { title: 'Accepted', icon: IconCheck },
  accepted_with_change: { title: 'Accepted with changes', icon: IconChecks },
  declined: { title: 'Declined', icon: IconX },
  cancelled: { title: 'Canceled', icon: IconBan },
  referred: { title: 'Became a referral', icon: IconArrowForwardUp },
};

function entryOf(event: ConsultationEvent): TimelineEntry {
  const { onBehalfOfFullName: behalf, fromStatus, toStatus } = event;
  const { title, icon: Icon } = looks[event.action];
  return {
    key: event.consultationEventId,
    at: event.occurredAt,
    who: behalf === null ? event.userFullName : `${event.userFullName} for ${behalf}`,
    title,
    ...(fromStatus !== toStatus && {
      from: fromStatus && consultationStatusLabel(fromStatus),
      to: toStatus && consultationStatusLabel(toStatus),
    }),
    text: event.comment ?? undefined,
    tone: fromStatus === toStatus ? 'neutral' : consultationStatusTone(toStatus ?? ''),
    icon: <Icon size={14} aria-hidden />,
  };
}

/** Who did what, when and for whom, and what they wrote. */
function ConsultationHistory({ consultation }: { consultation: Consultation }): ReactNode {
  return (
    <Section title="History">
      <Timeline label="History of the consultation" entries={consultation.timeline.map(entryOf)} />
      <SendingDetails deliveries={consultation.deliveries} />
    </Section>
  );
}

/** The referral that the consultation became. */
function FollowedByReferral({ consultation }: { consultation: Consultation }): ReactNode {
  const { followedByReferral: referral } = consultation;
  if (referral === null) return null;
  return (
    <Callout title="Became a referral">
      <Link to="/Referrals" search={{ referralId: referral.referralId }}>
        {referredTo(referral)}, sent {formatDate(referral.dateCreated)}, {referralStatusLabel(referral.status)}
      </Link>
    </Callout>
  );
}
