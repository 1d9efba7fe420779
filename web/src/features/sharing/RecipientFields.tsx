import { listCareTeam, type CareTeamMember } from '@careloop/contracts/care-teams';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { getProvider, type HealthcareProvider } from '@careloop/contracts/directory/providers';
import { formatPhone } from '@careloop/contracts/fields';
import { Checkbox, Select, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { presentError } from '../../api/presentError.ts';
import { queryOf } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';
import { FaxInput } from '../../ui/PhoneInput.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { ProviderPicker } from '../directory/shared/ProviderPicker.tsx';

export interface RecipientFieldsProps {
  patientId: number;
  channel: 'fax' | 'direct';
}

const words = {
  fax: { field: 'toFaxNumber', label: 'Fax Number', byHand: 'Enter fax number manually' },
  direct: { field: 'toDirectEmail', label: 'Direct Email', byHand: 'Enter Direct Email manually' },
} as const;

const knownOf = (recipient: Recipient | null, channel: 'fax' | 'direct') =>
  (channel === 'fax' ? recipient?.faxNumbers : recipient?.directAddresses) ?? [];

/** Recipient of charts, with number or address. Selecting another recipient clears everything of the previous one. */
export function RecipientFields({ patientId, channel }: RecipientFieldsProps): ReactNode {
  const form = useFormContext<Record<string, string>>();
  const client = useQueryClient();
  const team = useQuery(queryOf(listCareTeam, { patientId }));
  const [memberId, setMemberId] = useState<string | null>(null);
  const [isManual, setManual] = useState(false);
  const [provider, setProvider] = useState<ProviderSearchItem | null>(null);
  const [recipient, setRecipient] = useState<Recipient | null>(null);
  const latest = useRef(0);
  /** Changes with the recipient, to remount the fields. */
  const [turn, setTurn] = useState(0);
  const { field } = words[channel];
  const take = (next: Recipient | null) => {
    latest.current += 1;
    setTurn(latest.current);
    setRecipient(next);
    const filled = { shouldDirty: true, shouldValidate: next !== null };
    form.setValue('toUserFullName', next?.name ?? '', filled);
    const address = knownOf(next, channel)[0]?.address ?? '';
    form.setValue(field, address, { shouldDirty: true, shouldValidate: address !== '' });
    if (address === '') form.clearErrors(field);
  };
  // Invited people may not know of the patient yet, and inactive ones no longer have access.
  const members = (team.data?.members ?? []).filter(({ status }) => status === 'accepted');
  const takeProvider = async (chosen: ProviderSearchItem | null) => {
    setProvider(chosen);
    take(null);
    if (chosen === null) return;
    const asked = latest.current;
    const { healthcareProviderId } = chosen;
    const found = await client.fetchQuery(queryOf(getProvider, { healthcareProviderId })).catch((error: unknown) => {
      presentError(error, { retry: () => void takeProvider(chosen) });
    });
    // Another recipient may have been selected in the meantime.
    if (found !== undefined && latest.current === asked) take(providerRecipient(found));
  };
  const isChosen = recipient !== null;
  return (
    <Stack gap="sm">
      <Select
        label="Care Team Member"
        placeholder={team.isPending ? 'Loading...' : 'Choose a member'}
        searchable
        clearable
        disabled={isManual}
        data={members.map((member) => ({
          value: String(member.careTeamMemberId),
          label: [`${member.firstName} ${member.lastName}`, member.specialty ?? member.organizationName]
            .filter(Boolean)
            .join(' · '),
        }))}
        value={memberId}
        onChange={(value) => {
          setMemberId(value);
          const member = members.find(({ careTeamMemberId }) => String(careTeamMemberId) === value);
          take(member === undefined ? null : memberRecipient(member));
        }}
      />
      <QueryState query={team} size="small" loading={null} failure="The care team could not be loaded" />
      <Checkbox
        label="Somebody who is not on the care team"
        checked={isManual}
        onChange={(event) => {
          setManual(event.currentTarget.checked);
          setMemberId(null);
          setProvider(null);
          take(null);
        }}
      />
      {isManual && (
        <ProviderPicker patientId={patientId} value={provider} onChange={(chosen) => void takeProvider(chosen)} />
      )}
      <Field form={form} name="toUserFullName" label="Recipient" required>
        {(field) => (
          <TrimmedTextInput
            {...field}
            // The name belongs to the selected recipient.
            readOnly={isChosen}
          />
        )}
      </Field>
      <AddressField key={turn} channel={channel} known={knownOf(recipient, channel)} />
    </Stack>
  );
}

function AddressField({ channel, known }: { channel: 'fax' | 'direct'; known: KnownAddress[] }): ReactNode {
  const form = useFormContext<Record<string, string>>();
  const [isByHand, setByHand] = useState(false);
  const { field, label, byHand } = words[channel];
  const error = form.formState.errors[field]?.message;
  const shown = (address: string) => (channel === 'fax' ? formatPhone(address) : address);
  return (
    <>
      {known.length > 0 && !isByHand ? (
        <Select
          label={label}
          withAsterisk
          allowDeselect={false}
          data={known.map((one) => ({ value: one.address, label: `${shown(one.address)} · ${one.label}` }))}
          value={form.watch(field) ?? ''}
          onChange={(value) => form.setValue(field, value ?? '', { shouldDirty: true, shouldValidate: true })}
          error={error}
        />
      ) : channel === 'fax' ? (
        <Field form={form} name={field} label={label} required>
          {(field) => <FaxInput {...field} error={error} />}
        </Field>
      ) : (
        <Field form={form} name={field} label={label} required>
          {(field) => <TrimmedTextInput {...field} type="email" />}
        </Field>
      )}
      {known.length > 0 && (
        <Checkbox
          label={byHand}
          checked={isByHand}
          onChange={(event) => {
            const isOn = event.currentTarget.checked;
            setByHand(isOn);
            form.setValue(field, isOn ? '' : (known[0]?.address ?? ''), { shouldDirty: true });
            form.clearErrors(field);
          }}
        />
      )}
    </>
  );
}

/** An address to send to: a fax number or a Direct address. */
interface KnownAddress {
  address: string;
  label: string;
}

/** A recipient of charts, with the known addresses. */
interface Recipient {
  name: string;
  faxNumbers: KnownAddress[];
  directAddresses: KnownAddress[];
}

interface Place {
  addressLabel: string | null;
  address1: string | null;
  city: string | null;
  fax: string | null;
}

const placeName = ({ addressLabel, address1, city }: Place) =>
  addressLabel ?? ([address1, city].filter(Boolean).join(', ') || 'Address');

function recipientOf(name: string, fax: string | null, directEmail: string | null, places: Place[]): Recipient {
  const found = [
    ...places.flatMap((place) => (place.fax ? [{ address: place.fax, label: placeName(place) }] : [])),
    ...(fax ? [{ address: fax, label: 'Main fax' }] : []),
  ];
  const faxNumbers = found.filter((one, index) => found.findIndex(({ address }) => address === one.address) === index);
  return { name, faxNumbers, directAddresses: directEmail ? [{ address: directEmail, label: 'Direct' }] : [] };
}

function memberRecipient(member: CareTeamMember): Recipient {
  const places = member.addressInfos
    .filter(({ isArchived }) => !isArchived)
    .map(({ addressLabel, address, faxNumber: fax }) => ({ addressLabel, ...address, fax }));
  return recipientOf(`${member.firstName} ${member.lastName}`, member.fax, member.directEmail, places);
}

function providerRecipient(provider: HealthcareProvider): Recipient {
  const name = `${provider.firstName} ${provider.lastName}`;
  return recipientOf(name, provider.fax, provider.directEmail, provider.addresses);
}
