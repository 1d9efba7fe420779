import { openConsultationStatuses } from '@careloop/contracts/codes/consultations';
import type { Consultation } from '@careloop/contracts/consultations';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../../../components/Section.tsx';
import { Callout } from '../../../../ui/Callout.tsx';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import { Facts } from '../../../../ui/Facts.tsx';
import type { Tone } from '../../../../ui/tones.ts';
import { Contact, Contacts } from '../../../directory/shared/Contact.tsx';
import { ProviderName } from '../../../directory/shared/ProviderName.tsx';
import { notPreferredFacts } from '../../../referrals/shared/preferred/notPreferredFacts.ts';
import { AskedByPhoneNote } from '../AskedByPhoneNote.tsx';
import { consultationStatusLabel, consultationStatusTone } from '../consultationWords.tsx';
import classes from '../../../../components/RequestDetail.module.css';

function Asking({ consultation, action }: ConsultationPartiesProps): ReactNode {
  const { requestedByProvider: provider, writtenByUserFullName: writer } = consultation;
  return (
    <Contact
      label="Requested by"
      name={
        <ProviderName healthcareProviderId={provider?.healthcareProviderId ?? null}>
          {consultation.requestedByName}
        </ProviderName>
      }
      about={consultation.requestedByUserOrganizationName}
      address={provider?.address ?? null}
      officePhone={provider?.officePhone}
      note={writer === null ? undefined : `Written by ${writer}`}
      action={action}
    />
  );
}

function Receiving({ consultation, action }: ConsultationPartiesProps): ReactNode {
  const { healthcareProviderId, requestedToName: name } = consultation;
  return (
    <Contact
      label="Sent to"
      name={<ProviderName healthcareProviderId={healthcareProviderId}>{name}</ProviderName>}
      about={[consultation.requestedToUserSpecialty, consultation.requestedToOrganization].filter(Boolean).join(' · ')}
      address={consultation.requestedToAddress}
      officePhone={consultation.requestedToOfficePhone}
      action={action}
    />
  );
}

interface ConsultationPartiesProps {
  consultation: Consultation;
  /** How to reach the other side from here. */
  action?: ReactNode;
}

/** Who asks whom, with phone and fax. */
export function ConsultationParties({ consultation, action }: ConsultationPartiesProps): ReactNode {
  const isWithRequester = consultation.messageTo?.userId === consultation.requestedByUserId;
  return (
    <Section title="Who asks">
      <Contacts>
        <Asking consultation={consultation} action={isWithRequester ? action : undefined} />
        <Receiving consultation={consultation} action={isWithRequester ? undefined : action} />
      </Contacts>
    </Section>
  );
}

function Answer({ consultation }: { consultation: Consultation }): ReactNode {
  const { status, answeredAt, answeredByUserFullName: who, answeredForProviderName: provider } = consultation;
  if (answeredAt === null || status === 'cancelled') return null;
  const tone: Tone = consultationStatusTone(status);
  return (
    <Callout tone={tone} title={consultationStatusLabel(status)}>
      {consultation.responseNotes !== null && (
        <Text fz="sm" className={classes['text']}>
          {consultation.responseNotes}
        </Text>
      )}
      <Text fz="xs" c="dimmed">
        {who}
        {provider === null ? '' : ` for ${provider}`}, <DateTimeText at={answeredAt} />
      </Text>
    </Callout>
  );
}

/** Shown if the recipient cannot sign in: who answers instead. */
function WithoutUser({ consultation }: { consultation: Consultation }): ReactNode {
  const isOpen = openConsultationStatuses.some((one) => one === consultation.status);
  if (consultation.isReceiverUser || !isOpen) return null;
  return <AskedByPhoneNote name={consultation.requestedToName} />;
}

/** The answer so far, and the question. */
export function ConsultationQuestion({ consultation }: { consultation: Consultation }): ReactNode {
  const preference = notPreferredFacts(consultation);
  return (
    <>
      <WithoutUser consultation={consultation} />
      <Answer consultation={consultation} />
      <Section title="Comments/Notes">
        {consultation.requestNotes === null ? (
          <Text c="dimmed">No comments were written.</Text>
        ) : (
          <Text className={classes['question']}>{consultation.requestNotes}</Text>
        )}
        {preference.length > 0 && <Facts facts={preference} columns={1} />}
      </Section>
    </>
  );
}
