import type { organizationForm, Organization } from '@careloop/contracts/directory/organizations';
import { formatPhone } from '@careloop/contracts/fields';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { NpiInput } from '../../../ui/ruleInputs.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { addressLabel } from '../shared/addresses/addressValues.ts';

type Values = z.input<ReturnType<typeof organizationForm>>;

/** Initial values of a form; the address is the main one. */
export function organizationValues(known: Partial<Organization>) {
  const [main] = known.addresses ?? [];
  return {
    name: known.name ?? '',
    npiNumber: known.npiNumber ?? '',
    phone: formatPhone(known.phone),
    address1: main?.address1 ?? '',
    address2: main?.address2 ?? '',
    city: main?.city ?? '',
    state: main?.state ?? '',
    zipcode: main?.zipcode ?? '',
  };
}

const labels: Readonly<Record<string, string>> = {
  name: 'Organization name',
  npiNumber: 'NPI number',
  phone: 'Phone',
};

/** The label of a field. */
export const organizationLabel = (field: string): string => labels[field] ?? addressLabel(field);

/** Name and NPI fields of the surrounding form. */
export function OrganizationIdentity({ isNpiRequired }: { isNpiRequired: boolean }): ReactNode {
  const { control } = useFormContext<Pick<Values, 'name' | 'npiNumber'>>();
  return (
    <>
      <Controller
        control={control}
        name="name"
        render={({ field, fieldState }) => (
          <TrimmedTextInput label="Organization name" withAsterisk {...field} error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={control}
        name="npiNumber"
        render={({ field, fieldState }) => (
          <NpiInput label="NPI number" withAsterisk={isNpiRequired} {...field} error={fieldState.error?.message} />
        )}
      />
    </>
  );
}

/** Fields of the surrounding form: name, NPI, phone and main address of an organization. */
export function OrganizationFields(): ReactNode {
  const form = useFormContext<Values>();
  return (
    <>
      <OrganizationIdentity isNpiRequired={false} />
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
