import { genderLabels } from '@careloop/contracts/codes';
import { languages } from '@careloop/contracts/codes/languages';
import { todayHere } from '@careloop/contracts/fields/dates';
import { Select, TextInput } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { Controller, useFormContext, type ControllerRenderProps, type Path } from 'react-hook-form';
import { useSession } from '../../../session/useSession.ts';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { inputProps } from '../../../ui/forms.ts';
import { MobileInput, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { EmailInput, SsnInput } from '../../../ui/ruleInputs.tsx';
import classes from './AddPatient.module.css';
import type { NewPatientValues } from './newPatient.ts';

const genders = Object.entries(genderLabels).map(([value, label]) => ({ value, label }));
const languageChoices = languages.map(({ code, name }) => ({ value: String(code), label: name }));

type Field = ControllerRenderProps<NewPatientValues, Path<NewPatientValues>> & { error: string | undefined };

function Controlled({ name, render }: { name: Path<NewPatientValues>; render: (field: Field) => ReactElement }) {
  const { control } = useFormContext<NewPatientValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => render({ ...field, error: fieldState.error?.message })}
    />
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Identity of the patient. */
export function PersonFields(): ReactNode {
  const form = useFormContext<NewPatientValues>();
  const { user } = useSession();
  const clients = user.clients.map(({ clientId, displayName }) => ({ value: String(clientId), label: displayName }));
  return (
    <fieldset className={classes['part']}>
      <legend>Person</legend>
      <TextInput label="First name" withAsterisk autoComplete="off" {...inputProps(form, 'firstName')} />
      <TextInput label="Middle name" autoComplete="off" {...inputProps(form, 'middleName')} />
      <TextInput label="Last name" withAsterisk autoComplete="off" {...inputProps(form, 'lastName')} />
      <TextInput label="Suffix" placeholder="Jr., III" autoComplete="off" {...inputProps(form, 'nameSuffix')} />
      <Controlled
        name="dateOfBirth"
        render={({ value, ...field }) => (
          <DateInput label="Date of birth" withAsterisk maxDate={todayHere()} {...field} value={textOf(value)} />
        )}
      />
      <Controlled
        name="gender"
        render={({ value, ...field }) => (
          <Select
            label="Gender"
            withAsterisk
            allowDeselect={false}
            data={genders}
            {...field}
            value={textOf(value) || null}
          />
        )}
      />
      <div className={classes['half']}>
        <Controlled
          name="clientId"
          render={({ value, onChange, ...field }) => (
            <Select
              label="Client"
              withAsterisk
              allowDeselect={false}
              data={clients}
              {...field}
              value={typeof value === 'number' ? String(value) : null}
              onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
            />
          )}
        />
      </div>
      <TextInput label="MRN" withAsterisk autoComplete="off" {...inputProps(form, 'mrn')} />
      <Controlled name="ssn" render={({ value, ...field }) => <SsnInput {...field} value={textOf(value)} />} />
      <Controlled
        name="languageCode"
        render={({ value, onChange, ...field }) => (
          <Select
            label="Language"
            searchable
            clearable
            nothingFoundMessage="No options found"
            data={languageChoices}
            {...field}
            value={typeof value === 'number' ? String(value) : null}
            onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
          />
        )}
      />
    </fieldset>
  );
}

/** Contact details of the patient. */
export function ContactFields(): ReactNode {
  return (
    <fieldset className={classes['part']}>
      <legend>Contact</legend>
      <Controlled
        name="cellPhone"
        render={({ value, ...field }) => <MobileInput label="Cell phone" {...field} value={textOf(value)} />}
      />
      <Controlled
        name="homePhone"
        render={({ value, ...field }) => <PhoneInput label="Home phone" {...field} value={textOf(value)} />}
      />
      <Controlled name="email" render={({ value, ...field }) => <EmailInput {...field} value={textOf(value)} />} />
      <div className={classes['wide']}>
        <AddressFields />
      </div>
    </fieldset>
  );
}
