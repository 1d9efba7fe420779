import { genderLabels } from '@careloop/contracts/codes';
import { languages } from '@careloop/contracts/codes/languages';
import { todayHere } from '@careloop/contracts/fields/dates';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useSession } from '../../../session/useSession.ts';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { MobileInput, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { EmailInput, SsnInput } from '../../../ui/ruleInputs.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import classes from './AddPatient.module.css';
import type { NewPatientValues } from './newPatient.ts';

const genders = (Object.keys(genderLabels) as (keyof typeof genderLabels)[]).map((value) => ({
  value,
  label: genderLabels[value],
}));
const languageChoices = languages.map(({ code, name }) => ({ value: code, label: name }));

/** Identity of the patient. */
export function PersonFields(): ReactNode {
  const form = useFormContext<NewPatientValues>();
  const { user } = useSession();
  const clients = user.clients.map(({ clientId, displayName }) => ({ value: clientId, label: displayName }));
  return (
    <fieldset className={classes['part']}>
      <legend>Person</legend>
      <Field form={form} name="firstName" label="First name" required input={TrimmedTextInput} />
      <Field form={form} name="middleName" label="Middle name" input={TrimmedTextInput} />
      <Field form={form} name="lastName" label="Last name" required input={TrimmedTextInput} />
      <Field form={form} name="nameSuffix" label="Suffix">
        {(field) => <TrimmedTextInput {...field} placeholder="Jr., III" />}
      </Field>
      <Field form={form} name="dateOfBirth" label="Date of birth" required>
        {(field) => <DateInput {...field} maxDate={todayHere()} />}
      </Field>
      <Field form={form} name="gender" label="Gender" required>
        {(field) => (
          <Select
            {...field}
            value={field.value ?? null}
            allowDeselect={false}
            data={genders}
            onChange={(value) => value !== null && field.onChange(value)}
          />
        )}
      </Field>
      <div className={classes['half']}>
        <Field form={form} name="clientId" label="Client" required>
          {(field) => (
            <Select
              {...field}
              value={field.value ?? null}
              allowDeselect={false}
              data={clients}
              onChange={(value) => value !== null && field.onChange(value)}
            />
          )}
        </Field>
      </div>
      <Field form={form} name="mrn" label="MRN" required input={TrimmedTextInput} />
      <Field form={form} name="ssn" label="Social Security number" input={SsnInput} />
      <Field form={form} name="languageCode" label="Language">
        {(field) => (
          <Select {...field} searchable clearable nothingFoundMessage="No options found" data={languageChoices} />
        )}
      </Field>
    </fieldset>
  );
}

/** Contact details of the patient. */
export function ContactFields(): ReactNode {
  const form = useFormContext<NewPatientValues>();
  return (
    <fieldset className={classes['part']}>
      <legend>Contact</legend>
      <Field form={form} name="cellPhone" label="Cell phone" input={MobileInput} />
      <Field form={form} name="homePhone" label="Home phone" input={PhoneInput} />
      <Field form={form} name="email" label="Email" input={EmailInput} />
      <div className={classes['wide']}>
        <AddressFields />
      </div>
    </fieldset>
  );
}
