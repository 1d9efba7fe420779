import type { organizationForm, Organization } from '@careloop/contracts/directory/organizations';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { inputProps } from '../../../ui/forms.ts';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';

type Values = z.input<typeof organizationForm>;

/** What a form begins with; the address is the main one. */
export function organizationValues(known: Partial<Organization>) {
  const [main] = known.addresses ?? [];
  return {
    name: known.name ?? '',
    npiNumber: known.npiNumber ?? '',
    phone: known.phone ?? '',
    address1: main?.address1 ?? '',
    address2: main?.address2 ?? '',
    city: main?.city ?? '',
    state: main?.state ?? '',
    zipcode: main?.zipcode ?? '',
  };
}

/** Name, NPI, phone and main address of an organization, of the form around them. */
export function OrganizationFields(): ReactNode {
  const form = useFormContext<Values>();
  return (
    <>
      <TextInput label="Organization name" withAsterisk autoComplete="off" {...inputProps(form, 'name')} />
      <TextInput label="NPI number" autoComplete="off" inputMode="numeric" {...inputProps(form, 'npiNumber')} />
      <Controller
        control={form.control}
        name="phone"
        render={({ field, fieldState }) => (
          <PhoneInput label="Phone" {...field} value={field.value ?? ''} error={fieldState.error?.message} />
        )}
      />
      <AddressFields />
    </>
  );
}
