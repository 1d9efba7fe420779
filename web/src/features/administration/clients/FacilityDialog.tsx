import {
  facilityForm,
  facilityTypes,
  identifierTypes,
  listManagedFacilities,
  saveFacility,
  type ManagedFacility,
  type ManagedMarket,
} from '@careloop/contracts/administration/clients';
import { formatPhone } from '@careloop/contracts/fields';
import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { queryOf } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { useSaving } from './clientCalls.ts';
import { FacilityFaxNumbers } from './FacilityFaxNumbers.tsx';
import classes from './Clients.module.css';

type Values = z.input<ReturnType<typeof facilityForm>>;

function valuesOf(facility?: ManagedFacility): Values {
  return {
    name: facility?.name ?? '',
    marketId: facility?.marketId ?? null,
    phone: formatPhone(facility?.phone ?? null),
    address1: facility?.address1 ?? '',
    address2: facility?.address2 ?? '',
    city: facility?.city ?? '',
    state: facility?.state ?? '',
    zipcode: facility?.zipcode ?? '',
    facilityType: facility?.facilityType ?? null,
    identifierType: facility?.identifierType ?? null,
    identifier: facility?.identifier ?? '',
  };
}

const labels = {
  name: 'Name',
  marketId: 'Market',
  phone: 'Phone',
  address1: 'Address',
  address2: 'Address 2',
  city: 'City',
  state: 'State',
  zipcode: 'Zip',
  facilityType: 'Facility type',
  identifierType: 'Identifier type',
  identifier: 'Identifier',
} satisfies Record<keyof Values, string>;

type Choice = { value: number; label: string };
const typeChoices = Object.entries(facilityTypes).map(([value, label]) => ({ value: Number(value), label }));
const identifierChoices = identifierTypes.map((type) => ({ value: type, label: `Type ${type}` }));

function NumberSelect({ name, data }: { name: 'marketId' | 'facilityType' | 'identifierType'; data: Choice[] }) {
  const form = useFormContext<Values>();
  const value = form.watch(name) ?? null;
  const isKnown = value === null || data.some((one) => one.value === value);
  return (
    <Field form={form} name={name} label={labels[name]}>
      {(field) => (
        <Select
          {...field}
          value={value}
          placeholder="None"
          clearable
          data={isKnown ? data : [...data, { value, label: `Type ${value}` }]}
        />
      )}
    </Field>
  );
}

interface FacilityDialogProps {
  clientId: number;
  markets: readonly ManagedMarket[];
  /** Undefined for a new one. */
  facility?: ManagedFacility | undefined;
  onClose: () => void;
}

/** Adds or edits a facility with its address, type and identifier. */
export function FacilityDialog({ clientId, markets, facility, onClose }: FacilityDialogProps): ReactNode {
  const client = useQueryClient();
  const [schema] = useState(() => facilityForm(facility));
  const form = useSchemaForm(schema, valuesOf(facility));
  const id = facility?.facilityId;
  const shared = (one?: ManagedFacility) => ({ values: valuesOf(one), version: one?.version });
  const read = async () => {
    const { items } = await client.fetchQuery({ ...queryOf(listManagedFacilities, { clientId }), staleTime: 0 });
    return shared(items.find((one) => one.facilityId === id));
  };
  const { version, onStale, notice } = useSharedEdit(form, shared(facility), read, labels);
  const save = useSaving(saveFacility, { form, onStale });
  const text = (name: 'name' | 'identifier', isRequired = false) => (
    <Field form={form} name={name} label={labels[name]} required={isRequired} input={TrimmedTextInput} />
  );
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={facility?.name ?? 'Add facility'}
        size={640}
        form={form}
        onClose={onClose}
        isAcceptEnabled
        onSubmit={async (values) => {
          if (await save.submit({ ...values, clientId, facilityId: id, version })) onClose();
        }}
      >
        {notice}
        <div className={classes['stack']}>
          {text('name', true)}
          <div className={classes['fields']}>
            <NumberSelect
              name="marketId"
              data={markets.map(({ marketId, name }) => ({ value: marketId, label: name }))}
            />
            <Field form={form} name="phone" label="Phone">
              {(field) => <PhoneInput {...field} value={field.value ?? ''} />}
            </Field>
          </div>
          <AddressFields />
          <div className={classes['fields']}>
            <NumberSelect name="facilityType" data={typeChoices} />
            <NumberSelect name="identifierType" data={identifierChoices} />
            {text('identifier')}
          </div>
          {id !== undefined && <FacilityFaxNumbers facilityId={id} />}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
