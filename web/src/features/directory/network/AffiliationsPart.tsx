import {
  networkTexts,
  type NetworkOptions,
  type NetworkValues,
  type ProviderAffiliation,
} from '@careloop/contracts/directory/network';
import { MultiSelect, Radio, Stack } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import classes from './Network.module.css';
import { networkLabels } from './networkText.ts';

type Chosen = NetworkValues['affiliations'];
type Tier = NetworkOptions['clients'][number]['tiers'][number];

interface AffiliationsPartProps {
  clients: NetworkOptions['clients'];
  /** Those on file, which may no longer be offered. */
  kept: readonly ProviderAffiliation[];
}

/** The affiliations with each client of the user. */
export function AffiliationsPart({ clients: offering, kept }: AffiliationsPartProps): ReactNode {
  const clients = withClientsOf(kept, offering);
  const { field, fieldState } = useController<NetworkValues, 'affiliations'>({ name: 'affiliations' });
  return (
    <section className={classes['part']} aria-label={networkLabels.affiliations}>
      <h3>{networkLabels.affiliations}</h3>
      {clients.length === 0 && <p className={classes['dim']}>{networkTexts.noTiers}</p>}
      {clients.map((client, index) => {
        const tiers = withKept(client, kept);
        const isOfClient = ({ affiliationTierId }: Chosen[number]) =>
          tiers.some((tier) => tier.affiliationTierId === affiliationTierId);
        return (
          <ClientAffiliations
            key={client.clientId}
            label={`Affiliations with ${client.clientName}`}
            tiers={tiers}
            value={field.value.filter(isOfClient)}
            onChange={(next) => field.onChange([...field.value.filter((one) => !isOfClient(one)), ...next])}
            error={index === 0 ? fieldState.error?.message : undefined}
          />
        );
      })}
    </section>
  );
}

/** Also the clients that offer none any more, so that what is on file can be removed. */
function withClientsOf(kept: readonly ProviderAffiliation[], clients: NetworkOptions['clients']) {
  const offering = new Set(clients.map(({ clientId }) => clientId));
  const others = kept.filter(({ clientId }) => !offering.has(clientId));
  const named = new Map(others.map(({ clientId, clientName }) => [clientId, { clientId, clientName, tiers: [] }]));
  return [...clients, ...named.values()];
}

/** The client's tiers that are offered or on file. */
function withKept(
  { clientId, tiers }: NetworkOptions['clients'][number],
  kept: readonly ProviderAffiliation[],
): Tier[] {
  const offered = new Set(tiers.map((tier) => tier.affiliationTierId));
  return [...tiers, ...kept.filter((one) => one.clientId === clientId && !offered.has(one.affiliationTierId))];
}

interface ClientAffiliationsProps {
  label: string;
  tiers: readonly Tier[];
  value: Chosen;
  onChange: (value: Chosen) => void;
  error: string | undefined;
}

function ClientAffiliations({ label, tiers, value, onChange, error }: ClientAffiliationsProps): ReactNode {
  const name = useId();
  const chosen = value.flatMap((one) => tiers.find((tier) => tier.affiliationTierId === one.affiliationTierId) ?? []);
  const primary = value.find(({ isPrimary }) => isPrimary)?.affiliationTierId;
  const choose = (ids: readonly number[]) => {
    const first = ids.find((id) => id === primary) ?? ids[0];
    onChange(ids.map((affiliationTierId) => ({ affiliationTierId, isPrimary: affiliationTierId === first })));
  };
  return (
    <Stack gap="xs">
      <MultiSelect
        label={label}
        data={tiers.map((tier) => ({ value: String(tier.affiliationTierId), label: tier.name }))}
        searchable
        // The first field has the focus when the dialog opens; its options would cover the fields below.
        openOnFocus={false}
        hidePickedOptions
        nothingFoundMessage="No options found"
        {...(value.length === 0 && { placeholder: 'No affiliation' })}
        value={value.map((one) => String(one.affiliationTierId))}
        onChange={(ids) => choose(ids.map(Number))}
        error={error}
      />
      {chosen.length > 1 ? (
        <RadioGroup
          name={name}
          label="Primary affiliation"
          description="Decides whether the provider is preferred."
          value={String(primary)}
          onChange={(id) => onChange(value.map((one) => ({ ...one, isPrimary: String(one.affiliationTierId) === id })))}
        >
          <Stack gap="xs" pt="xs">
            {chosen.map((tier) => (
              <Radio key={tier.affiliationTierId} value={String(tier.affiliationTierId)} label={tierText(tier)} />
            ))}
          </Stack>
        </RadioGroup>
      ) : (
        chosen.map((tier) => (
          <p key={tier.affiliationTierId} className={classes['dim']}>
            {tier.isPreferred ? 'Preferred' : 'Not preferred'}
          </p>
        ))
      )}
    </Stack>
  );
}

const tierText = ({ name, isPreferred }: Tier) => `${name} (${isPreferred ? 'preferred' : 'not preferred'})`;
