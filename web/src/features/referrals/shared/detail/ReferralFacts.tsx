import { urgencies, urgencyAlert } from '@careloop/contracts/codes';
import { referralTypeLabel, selectionReasonLabel } from '@careloop/contracts/codes/referrals';
import { formatPhone } from '@careloop/contracts/fields';
import type { Referral } from '@careloop/contracts/referrals';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../../../components/Section.tsx';
import { Callout } from '../../../../ui/Callout.tsx';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import type { Fact } from '../../../../ui/Facts.tsx';
import { FoldedFacts } from '../../../../ui/FoldedFacts.tsx';
import { OutsideBadge } from '../../../directory/shared/choices/OutsideBadge.tsx';
import { Contact, Contacts } from '../../../directory/shared/Contact.tsx';
import { ProviderName } from '../../../directory/shared/ProviderName.tsx';
import { notPreferredFacts } from '../preferred/notPreferredFacts.ts';
import classes from '../../../../components/RequestDetail.module.css';

/** The question: why the patient is referred, and for which diagnosis. */
export function ReferralQuestion({ referral }: { referral: Referral }): ReactNode {
  const { diagnosis } = referral;
  // Shown to users who wait for the answer, once there is an office to call; the receiving side is the office itself.
  const callsFirst =
    referral.status === 'pending' &&
    referral.referredToName !== null &&
    referral.can.accept !== true &&
    urgencies.some(({ days, showAlert }) => showAlert && days === referral.urgencyDays);
  return (
    <>
      {callsFirst && <Callout tone="danger">{urgencyAlert}</Callout>}
      <Section title="Referral reason">
        <Text className={classes.question}>{referral.referralReason}</Text>
        {diagnosis !== null && (
          <Text mt={6}>
            <Text span inherit c="dimmed">
              Diagnosis
            </Text>{' '}
            {diagnosis.code} {diagnosis.description}
          </Text>
        )}
        {referral.additionalInfo !== null && (
          <Text mt={6} className={classes.text}>
            {referral.additionalInfo}
          </Text>
        )}
      </Section>
    </>
  );
}

function Asking({ referral, action }: ReferralPartiesProps): ReactNode {
  const { referredByHealthcareProvider: provider, referredByUserFullName: writer, referredByProviderName } = referral;
  return (
    <Contact
      label="Referred by"
      name={
        <ProviderName healthcareProviderId={provider?.healthcareProviderId ?? null}>
          {referredByProviderName ?? writer}
        </ProviderName>
      }
      about={referral.referredByOrganization}
      address={provider?.addressInfos[0] ?? null}
      note={referredByProviderName !== null && !referral.isSentByReferrer ? `Sent by ${writer}` : undefined}
      action={referral.side === 'referring' ? undefined : action}
    />
  );
}

function Receiving({ referral, action }: ReferralPartiesProps): ReactNode {
  const { referredToName: name, specialtyName, referredToOrganization: organization } = referral;
  if (name === null) {
    return (
      <Contact
        label="Referred to"
        name="Waiting for a provider to be selected"
        about={specialtyName}
        address={null}
        officePhone={null}
      />
    );
  }
  return (
    <Contact
      label="Referred to"
      name={<ProviderName healthcareProviderId={referral.healthcareProviderId}>{name}</ProviderName>}
      about={[specialtyName, organization].filter(Boolean).join(' · ')}
      address={referral.referredToAddress}
      officePhone={referral.referredToOfficePhone}
      note={referral.outsideClientName === null ? undefined : <OutsideBadge client={referral.outsideClientName} />}
      action={referral.side === 'referring' ? action : undefined}
    />
  );
}

interface ReferralPartiesProps {
  referral: Referral;
  /** How to reach the other side from here. */
  action?: ReactNode;
}

/** Who asks whom, with phone and fax; the other side first. */
export function ReferralParties(props: ReferralPartiesProps): ReactNode {
  const isSender = props.referral.side === 'referring';
  return (
    <Section title={isSender ? 'Who was asked' : 'Who asks'}>
      <Contacts>
        {isSender && <Receiving {...props} />}
        <Asking {...props} />
        {!isSender && <Receiving {...props} />}
      </Contacts>
    </Section>
  );
}

/** The facts that are looked up rather than read. */
function detailFacts(referral: Referral): Fact[] {
  return [
    { label: 'Referral type', value: referralTypeLabel(referral.referralType) },
    { label: 'Due', value: <DateTimeText at={referral.dueAt} /> },
    { label: 'Authorization code', value: referral.authorizationCode },
    { label: 'Caregiver', value: referral.caregiverName },
    { label: 'Cell phone', value: formatPhone(referral.cellPhone) },
    { label: 'SMS consent', value: referral.givenSmsConsent ? 'Yes' : null },
    ...(referral.notPreferredReason === null
      ? [{ label: 'Provider selection reason', value: selectionReasonLabel(referral.providerSelectionReason) }]
      : notPreferredFacts(referral)),
    { label: 'Diagnosis', value: referral.diagnosis && referral.diagnosis.code },
    { label: 'Additional info', value: referral.additionalInfo },
  ].filter(({ label, value }) => !isShownAbove.has(label) || value === null);
}

/** Shown with the question; listed with the details only as not stated. */
const isShownAbove = new Set(['Diagnosis', 'Additional info']);

/** Everything else that was stated, and how much was not. */
export function ReferralDetails({ referral }: { referral: Referral }): ReactNode {
  return (
    <Section title="Request">
      <FoldedFacts facts={detailFacts(referral)} />
    </Section>
  );
}
