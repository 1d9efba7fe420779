import { openConsultationStatuses } from '@careloop/contracts/codes/consultations';
import type { Consultation } from '@careloop/contracts/consultations';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../../../components/Section.tsx';
import { Callout } from '../../../../ui/Callout.tsx';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import { Facts, type Fact } from '../../../../ui/Facts.tsx';
import type { Tone } from '../../../../ui/tones.ts';
import { addressText, officePhoneText } from '../../../directory/shared/address.ts';
import { ProviderName } from '../../../directory/shared/ProviderName.tsx';
import { notPreferredFacts } from '../../../referrals/shared/preferred/notPreferredFacts.ts';
import { AskedByPhoneNote } from '../AskedByPhoneNote.tsx';
import { consultationStatusLabel, consultationStatusTone } from '../consultationWords.tsx';
import classes from './ConsultationDetail.module.css';

function receiver({ healthcareProviderId, requestedToName, requestedToOrganization }: Consultation): ReactNode {
  const organization = requestedToOrganization === null ? '' : ` · ${requestedToOrganization}`;
  if (healthcareProviderId === null) return `${requestedToName}${organization}`;
  return (
    <>
      <ProviderName healthcareProviderId={healthcareProviderId}>{requestedToName}</ProviderName>
      {organization}
    </>
  );
}

function requestFacts(consultation: Consultation): Fact[] {
  const { requestedToAddress: address, requestedToOfficePhone: officePhone } = consultation;
  return [
    { label: 'Sent to', value: receiver(consultation) },
    { label: 'Specialty', value: consultation.requestedToUserSpecialty },
    { label: 'Address', value: addressText(address) },
    { label: 'Office phone', value: officePhoneText({ address, officePhone }) },
    {
      label: 'Requested by',
      value: [consultation.requestedByUserFullName, consultation.requestedByUserOrganizationName]
        .filter(Boolean)
        .join(' · '),
    },
    { label: 'Written by', value: consultation.writtenByUserFullName },
    ...notPreferredFacts(consultation),
  ].filter((fact) => Boolean(fact.value));
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

/** The answer, the full question, and the facts of the request. */
export function ConsultationFacts({ consultation }: { consultation: Consultation }): ReactNode {
  return (
    <>
      <WithoutUser consultation={consultation} />
      <Answer consultation={consultation} />
      <Section title="Comments/Notes">
        {consultation.requestNotes === null ? (
          <Text c="dimmed">No comments were written.</Text>
        ) : (
          <Text className={classes['text']}>{consultation.requestNotes}</Text>
        )}
      </Section>
      <Section title="Request">
        <Facts facts={requestFacts(consultation)} columns={2} />
      </Section>
    </>
  );
}
