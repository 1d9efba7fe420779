import { urgencies, urgencyAlert } from '@careloop/contracts/codes';
import { referralTypeLabel, selectionReasonLabel } from '@careloop/contracts/codes/referrals';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { formatPhone } from '@careloop/contracts/fields';
import type { Referral } from '@careloop/contracts/referrals';
import { checkReferralDigest, shortestDigest } from '@careloop/contracts/referrals/digest';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';
import { Callout } from '../../../../ui/Callout.tsx';
import { DateTimeText } from '../../../../ui/DateText.tsx';
import { Facts, type Fact } from '../../../../ui/Facts.tsx';
import { addressText, officePhoneText } from '../../../directory/shared/address.ts';
import { ProviderName } from '../../../directory/shared/ProviderName.tsx';
import { declineText } from '../declineText.ts';
import { notPreferredFacts } from '../preferred/notPreferredFacts.ts';
import { Section } from '../../../../components/Section.tsx';
import classes from './ReferralDetail.module.css';

function receiverFacts(referral: Referral): Fact[] {
  const { referredToAddress: address, referredToOfficePhone: officePhone } = referral;
  if (referral.referredToName === null) {
    return [
      { label: 'Referred to', value: null, unknown: 'Waiting for a provider to be selected' },
      { label: 'Specialty', value: referral.specialtyName },
    ];
  }
  return [
    {
      label: 'Referred to',
      value: (
        <>
          <ProviderName healthcareProviderId={referral.healthcareProviderId}>{referral.referredToName}</ProviderName>
          {referral.referredToOrganization && ` · ${referral.referredToOrganization}`}
        </>
      ),
    },
    { label: 'Specialty', value: referral.specialtyName },
    { label: 'Address', value: addressText(address) },
    { label: 'Office phone', value: officePhoneText({ address, officePhone }) },
    ...(referral.notPreferredReason === null
      ? [{ label: 'Provider selection reason', value: selectionReasonLabel(referral.providerSelectionReason) }]
      : notPreferredFacts(referral)),
  ];
}

/** The request as written: recipient, reason, purpose, and how the patient is reached. */
function requestFacts(referral: Referral): Fact[] {
  const { diagnosis } = referral;
  return [
    ...receiverFacts(referral),
    {
      label: 'Referred by',
      value: [referral.referredByProviderName, referral.referredByOrganization].filter(Boolean).join(' · '),
      unknown: referral.referredByUserFullName,
    },
    { label: 'Sent by', value: referral.referredByUserFullName },
    { label: 'Referral type', value: referralTypeLabel(referral.referralType) },
    { label: 'Diagnosis', value: diagnosis && `${diagnosis.code} ${diagnosis.description}` },
    { label: 'Additional info', value: referral.additionalInfo },
    { label: 'Authorization code', value: referral.authorizationCode },
    { label: 'Due', value: <DateTimeText at={referral.dueAt} /> },
    { label: 'Caregiver', value: referral.caregiverName },
    { label: 'Cell phone', value: formatPhone(referral.cellPhone) },
    { label: 'SMS consent', value: referral.givenSmsConsent ? 'Yes' : null },
    ...(referral.hash === null
      ? []
      : [
          {
            label: 'SHA-256 of what was sent',
            isOnScreenOnly: true,
            value: <Digest referralId={referral.referralId} sha256={referral.hash} />,
          },
        ]),
  ];
}

/** The full reason, why it was declined, and the facts of the request. */
export function ReferralFacts({ referral }: { referral: Referral }): ReactNode {
  const declined = declineText(referral);
  // Shown to users who wait for the answer, once there is an office to call; the receiving side is the office itself.
  const callsFirst =
    referral.status === 'pending' &&
    referral.referredToName !== null &&
    referral.can.accept !== true &&
    urgencies.some(({ days, showAlert }) => showAlert && days === referral.urgencyDays);
  return (
    <>
      <Section title="Referral reason">
        <Text className={classes.text}>{referral.referralReason}</Text>
      </Section>
      {declined !== null && (
        <Callout tone="danger" title="Declined">
          {declined}
        </Callout>
      )}
      {callsFirst && <Callout tone="danger">{urgencyAlert}</Callout>}
      <Section title="Request">
        <Facts facts={requestFacts(referral)} columns={2} />
      </Section>
    </>
  );
}

interface DigestProps {
  referralId: number;
  sha256: string;
}

/** Start of the digest, which a search finds; the full digest on hover. Verified on request. */
function Digest({ referralId, sha256 }: DigestProps): ReactNode {
  const [checked, setChecked] = useState<string>();
  return (
    <>
      <span title={sha256}>{sha256.slice(0, shortestDigest)}… </span>
      {checked === sha256 ? (
        <Check referralId={referralId} />
      ) : (
        <Button variant="subtle" size="compact-xs" onClick={() => setChecked(sha256)}>
          Check
        </Button>
      )}
    </>
  );
}

function Check({ referralId }: Pick<DigestProps, 'referralId'>): ReactNode {
  const { data, error } = useQuery({ ...queryOf(checkReferralDigest, { referralId }), staleTime: 0, gcTime: 0 });
  const isGood = !data?.check || (data.check.isIntact && data.check.isUnchanged);
  return (
    <Text span fz="sm" role="status" {...(!isGood && { c: 'var(--mantine-color-error)' })}>
      {data === undefined ? (error?.message ?? 'Checking...') : resultOf(data.check)}
    </Text>
  );
}

function resultOf(check: OutputOf<typeof checkReferralDigest>['check']): string {
  if (check === null) return 'No digest was stored when it was sent, so it cannot be checked.';
  const { isIntact, isUnchanged } = check;
  if (!isIntact) return 'Does not match what was stored when it was sent. Contact support.';
  return isUnchanged
    ? 'Unchanged since it was sent'
    : 'Details were changed after it was sent. The history shows them.';
}
