import type { organizationForm, Organization } from '@careloop/contracts/directory/organizations';
import { formatPhone } from '@careloop/contracts/fields';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { NpiInput, UrlInput } from '../../../ui/ruleInputs.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { addressLabels } from '../shared/addresses/addressValues.ts';

type Values = z.input<ReturnType<typeof organizationForm>>;

/** Initial values of a form; the address is the main one. */
export function organizationValues(known: Partial<Organization>) {
  const [main] = known.addresses ?? [];
  return {
    name: known.name ?? '',
    npiNumber: known.npiNumber ?? '',
    phone: formatPhone(known.phone),
    website: known.website ?? '',
    address1: main?.address1 ?? '',
    address2: main?.address2 ?? '',
    city: main?.city ?? '',
    state: main?.state ?? '',
    zipcode: main?.zipcode ?? '',
  };
}

export const organizationLabels = {
  ...addressLabels,
  name: 'Organization name',
  npiNumber: 'NPI number',
  phone: 'Phone',
  website: 'Website',
} satisfies Record<keyof Values, string>;

/** Name and NPI fields of the surrounding form. */
export function OrganizationIdentity({ isNpiRequired }: { isNpiRequired: boolean }): ReactNode {
  const form = useFormContext<Pick<Values, 'name' | 'npiNumber'>>();
  return (
    <>
      <Field form={form} name="name" label="Organization name" required input={TrimmedTextInput} />
      <Field form={form} name="npiNumber" label="NPI number" required={isNpiRequired} input={NpiInput} />
    </>
  );
}

/** Fields of the surrounding form: name, NPI, phone, website and main address of an organization. */
export function OrganizationFields(): ReactNode {
  const form = useFormContext<Values>();
  return (
    <>
      <OrganizationIdentity isNpiRequired={false} />
      <Field form={form} name="phone" label="Phone">
        {(field) => <PhoneInput {...field} value={field.value ?? ''} />}
      </Field>
      <Field form={form} name="website" label="Website" input={UrlInput} />
      <AddressFields />
    </>
  );
}
