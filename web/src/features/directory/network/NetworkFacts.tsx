import type {
  AcceptedPlan,
  OnCallPeriod,
  ProviderAffiliation,
  ProviderNetwork,
} from '@careloop/contracts/directory/network';
import { Group } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Facts, type Fact } from '../../../ui/Facts.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { enrollmentText, isNow, networkLabels, periodText, providerText } from './networkText.ts';

/** Everything in a provider's network, read-only. */
export function NetworkFacts({ network }: { network: ProviderNetwork }): ReactNode {
  return <Facts facts={[...affiliationFacts(network.affiliations), ...detailFacts(network)]} />;
}

/** One fact per client; the client is named if there are several. */
function affiliationFacts(affiliations: readonly ProviderAffiliation[]): Fact[] {
  const byClient = Map.groupBy(affiliations, ({ clientId }) => clientId);
  if (byClient.size === 0) return [{ label: networkLabels.affiliations, value: null }];
  return [...byClient.values()].map((ofClient) => ({
    label: byClient.size === 1 ? networkLabels.affiliations : `Affiliations with ${ofClient[0]?.clientName ?? ''}`,
    value: ofClient
      .map(({ name, isPrimary }) => (isPrimary && ofClient.length > 1 ? `${name} (primary)` : name))
      .join(', '),
  }));
}

/** The parts that all clients share. */
export function detailFacts({
  preferredBy,
  insurancePlans,
  onCall,
  isEmployed,
  enrollmentStatus,
}: ProviderNetwork): Fact[] {
  return [
    { label: networkLabels.isEmployed, value: isEmployed === null ? null : isEmployed ? 'Yes' : 'No' },
    { label: networkLabels.enrollmentStatus, value: enrollmentText(enrollmentStatus) },
    {
      label: networkLabels.onCall,
      value: onCall.length === 0 ? null : <OnCall periods={onCall} />,
      unknown: 'Not scheduled',
    },
    { label: networkLabels.preferredBy, value: listOrNull(preferredBy.map(providerText)) },
    { label: networkLabels.insurancePlanIds, value: listOrNull(plansByCarrier(insurancePlans)) },
  ];
}

/** "Harbor Health: Choice Plus, Select" */
function plansByCarrier(plans: readonly AcceptedPlan[]): string[] {
  const byCarrier = Map.groupBy(plans, ({ carrierName }) => carrierName);
  return [...byCarrier].map(([carrier, ofCarrier]) => `${carrier}: ${ofCarrier.map(({ name }) => name).join(', ')}`);
}

const listOrNull = (texts: readonly string[]): ReactNode =>
  texts.length === 0 ? null : texts.map((text) => <div key={text}>{text}</div>);

function OnCall({ periods }: { periods: readonly OnCallPeriod[] }): ReactNode {
  return periods.map((period) => <Period key={period.startsAt} period={period} />);
}

/** A period, marked if it is running. */
export function Period({ period }: { period: OnCallPeriod }): ReactNode {
  return (
    <Group component="span" gap="xs" display="flex">
      {periodText(period)}
      {isNow(period) && <StatusBadge tone="success" label="Now" icon={<IconPhoneCall size={14} aria-hidden />} />}
    </Group>
  );
}
