import { distanceOptions } from '@careloop/contracts/directory/search';
import { zipProblem } from '@careloop/contracts/fields/address';
import { Button, Fieldset, Group, Input, MultiSelect, SegmentedControl, Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { AsyncSelect } from '../../../../ui/AsyncSelect.tsx';
import { Toggle } from '../../../../ui/Toggle.tsx';
import { TrimmedTextInput } from '../../../../ui/TrimmedTextInput.tsx';
import { findEachProvider } from '../providerQueries.ts';
import classes from './AdvancedSearch.module.css';
import type { ApsLookups } from './apsQueries.ts';
import { named, placeIn, type Criteria } from './criteria.ts';

export interface SearchFormProps {
  lookups: ApsLookups;
  criteria: Criteria;
  onChange: (criteria: Criteria) => void;
  onSearch: () => void;
  onCancel: () => void;
  /** Server errors by the call's field names. */
  errors: Readonly<Record<string, string>>;
}

interface PartProps extends Pick<SearchFormProps, 'lookups' | 'criteria' | 'errors'> {
  set: (change: Partial<Criteria>) => void;
}

/** The filters of the advanced provider search. Searches only when Search is pressed. */
export function SearchForm(props: SearchFormProps): ReactNode {
  const { lookups, criteria, onChange, errors } = props;
  const part = { lookups, criteria, errors, set: (change: Partial<Criteria>) => onChange({ ...criteria, ...change }) };
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React bubbles through portals: the dialog may be inside another form.
        event.stopPropagation();
        props.onSearch();
      }}
    >
      <Stack gap="sm" className={classes['fields']}>
        <ProviderInfo {...part} />
        <NearFields {...part} />
        <InsuranceFields {...part} />
        <AdditionalDetails {...part} />
      </Stack>
      <Group gap="xs" grow pt="sm">
        <Button type="submit">Search</Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

function ProviderInfo({ lookups, criteria, errors, set }: PartProps): ReactNode {
  const primaryCare = lookups.specialties
    .filter(({ isPrimaryCare }) => isPrimaryCare)
    .map((specialty) => specialty.healthcareProviderSpecialtyId);
  const isPcp = primaryCare.length > 0 && primaryCare.every((id) => criteria.specialities.includes(id));
  const others = criteria.specialities.filter((id) => !primaryCare.includes(id));
  return (
    <Fieldset legend="Provider Info">
      <Stack gap="xs">
        <TrimmedTextInput
          label="Provider name or NPI"
          data-autofocus
          maxLength={100}
          value={criteria.searchName}
          onChange={(searchName) => set(named(criteria, searchName))}
        />
        <Toggle
          label="Provider is a PCP"
          value={isPcp}
          onChange={(isOn) => set({ specialities: isOn ? [...others, ...primaryCare] : others })}
        />
        <MultiSelect
          label="Type / Specialty"
          placeholder={criteria.specialities.length === 0 ? 'Any' : undefined}
          searchable
          clearable
          clearSectionMode="clear"
          classNames={{ pillsList: classes.pills }}
          rightSectionWidth={criteria.specialities.length === 0 ? undefined : 28}
          nothingFoundMessage="No options found"
          data={lookups.specialties.map(({ healthcareProviderSpecialtyId: id, name }) => ({
            value: String(id),
            label: name,
          }))}
          value={criteria.specialities.map(String)}
          onChange={(values) => set({ specialities: values.map(Number) })}
        />
        <MultiSelect
          label="Provider Tags"
          placeholder={criteria.tags.length === 0 ? 'Any' : undefined}
          searchable
          clearable
          clearSectionMode="clear"
          classNames={{ pillsList: classes.pills }}
          rightSectionWidth={criteria.tags.length === 0 ? undefined : 28}
          nothingFoundMessage="No options found"
          data={lookups.providerTags.map((tag) => ({ value: String(tag.healthcareProviderTagId), label: tag.tagName }))}
          value={criteria.tags.map(String)}
          onChange={(values) => set({ tags: values.map(Number) })}
          error={errors['healthcareProviderTagIds']}
        />
        {criteria.tags.length > 1 && (
          <SegmentedControl
            aria-label="Providers with"
            data={[
              { value: 'Any', label: 'Any of the tags' },
              { value: 'All', label: 'All tags' },
            ]}
            value={criteria.tagFilterType}
            onChange={(tagFilterType) => set({ tagFilterType: tagFilterType === 'All' ? 'All' : 'Any' })}
          />
        )}
        <Toggle
          label="Group by Practice"
          value={criteria.groupByOrganization}
          onChange={(groupByOrganization) => set({ groupByOrganization })}
        />
      </Stack>
    </Fieldset>
  );
}

function NearFields({ lookups, criteria, errors, set }: PartProps): ReactNode {
  const zip = criteria.zipcode.trim();
  return (
    <Fieldset legend="Search Near">
      <Stack gap="xs">
        <SegmentedControl
          aria-label="Search Near"
          data={[
            { value: 'Patient', label: 'Patient', disabled: lookups.patientAddress === null },
            { value: 'Facility', label: 'Facility', disabled: lookups.facilityAddress === null },
          ]}
          value={criteria.searchNear}
          onChange={(near) => set(placeIn(lookups, near === 'Facility' ? 'Facility' : 'Patient'))}
        />
        <TrimmedTextInput
          label="Address line"
          maxLength={100}
          value={criteria.address1}
          onChange={(address1) => set({ address1 })}
        />
        <div className={classes['zipAndDistance']}>
          <TrimmedTextInput
            label="Zip"
            inputMode="numeric"
            maxLength={10}
            value={criteria.zipcode}
            // A different ZIP code is a different place, so the patient's street no longer applies.
            onChange={(zipcode) =>
              set({ zipcode, ...(zipcode.trim() !== criteria.zipcode.trim() && { address1: '' }) })
            }
            error={errors['address.zipcode'] ?? (zip === '' || zip.length < 5 ? null : zipProblem(zip))}
          />
          <Select
            label="Distance"
            placeholder="Any"
            clearable
            data={distanceOptions.map((miles) => ({ value: String(miles), label: `${miles} miles` }))}
            value={criteria.distance === null ? null : String(criteria.distance)}
            onChange={(value) => set({ distance: distanceOptions.find((miles) => String(miles) === value) ?? null })}
          />
        </div>
      </Stack>
    </Fieldset>
  );
}

interface NumberSelectProps {
  label: string;
  data: readonly { value: number; name: string }[];
  value: number | null | undefined;
  onChange: (value: number | null) => void;
  error?: string | undefined;
}

function NumberSelect({ label, data, value, onChange, error }: NumberSelectProps): ReactNode {
  return (
    <Select
      label={label}
      placeholder="Any"
      searchable
      clearable
      nothingFoundMessage="No options found"
      data={data.map((one) => ({ value: String(one.value), label: one.name }))}
      value={value == null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      error={error}
    />
  );
}

function InsuranceFields({ lookups, criteria, set }: PartProps): ReactNode {
  return (
    <Fieldset legend="Insurance">
      <Stack gap="xs">
        <NumberSelect
          label="Carrier"
          data={lookups.insuranceCarriers.map(({ insuranceCarrierId, name }) => ({ value: insuranceCarrierId, name }))}
          value={criteria.insuranceCarrier}
          onChange={(insuranceCarrier) => set({ insuranceCarrier })}
        />
        <Group gap="xs" grow align="flex-start" wrap="nowrap">
          <NumberSelect
            label="Plan type"
            data={lookups.insurancePlanTypes}
            value={criteria.insurancePlanType}
            onChange={(code) => set({ insurancePlanType: code as Criteria['insurancePlanType'] })}
          />
          <NumberSelect
            label="Plan sub type"
            data={lookups.insurancePlanSubTypes}
            value={criteria.insurancePlanSubType}
            onChange={(code) => set({ insurancePlanSubType: code as Criteria['insurancePlanSubType'] })}
          />
        </Group>
      </Stack>
    </Fieldset>
  );
}

function AdditionalDetails({ lookups, criteria, errors, set }: PartProps): ReactNode {
  return (
    <Fieldset legend="Additional Details">
      <Stack gap="xs">
        <NumberSelect
          label="Language"
          data={lookups.languages}
          value={criteria.language}
          onChange={(language) => set({ language })}
        />
        <AsyncSelect
          label="Preferred By"
          placeholder="Provider who recommends"
          minimum={2}
          search={(term, signal) => findEachProvider(term, signal)}
          itemKey={(provider) => provider.healthcareProviderId}
          itemLabel={(provider) => [provider.fullName, provider.degree].filter(Boolean).join(', ')}
          value={criteria.preferredBy}
          onChange={(preferredBy) => set({ preferredBy })}
        />
        <NumberSelect
          label="Affiliation"
          data={lookups.affiliations}
          value={criteria.affiliation}
          onChange={(affiliation) => set({ affiliation })}
          error={errors['affiliation']}
        />
        <Input.Wrapper label="Gender" labelElement="div">
          <SegmentedControl
            aria-label="Gender"
            fullWidth
            data={[
              { value: '', label: 'Any' },
              { value: 'M', label: 'Male' },
              { value: 'F', label: 'Female' },
            ]}
            value={criteria.gender ?? ''}
            onChange={(gender) => set({ gender: gender === 'M' || gender === 'F' ? gender : null })}
          />
        </Input.Wrapper>
        <Toggle
          label="Accepting New Patients"
          value={criteria.isAcceptingNewPatients}
          onChange={(isAcceptingNewPatients) => set({ isAcceptingNewPatients })}
        />
      </Stack>
    </Fieldset>
  );
}
