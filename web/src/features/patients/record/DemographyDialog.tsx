import { languages } from '@careloop/contracts/codes/languages';
import { gender, maritalStatus, maritalStatusLabels } from '@careloop/contracts/codes/patients';
import { genderLabels } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import {
  demographyForm,
  getDemographics,
  saveDemography,
  type Demographics,
} from '@careloop/contracts/patients/demographics';
import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Controller, FormProvider } from 'react-hook-form';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { PatientLine } from '../shared/PatientBanner.tsx';
import { choicesOf, CodeField, DayField, PhoneField, SsnField, TextField } from './fields.tsx';
import classes from './Record.module.css';
import { maskedSsn } from './maskedSsn.ts';
import { recordLabel } from './recordLabels.ts';

const genders = choicesOf(gender, { ...genderLabels, none: 'None' }, ['none']);
const statuses = choicesOf(maritalStatus, maritalStatusLabels, ['none']);
const languageChoices = languages.map(({ code, name }) => ({ code, label: name }));

type GenderCode = 1 | 2 | 3;

function valuesOf(patient: Demographics) {
  const text = (value: string | null) => value ?? '';
  return {
    firstName: patient.firstName,
    middleName: text(patient.middleName),
    lastName: patient.lastName,
    nameSuffix: text(patient.nameSuffix),
    dateOfBirth: text(patient.dateOfBirth),
    ssn: maskedSsn(patient.ssnEnding),
    genderCode: patient.genderCode as GenderCode,
    isDeceased: patient.isDeceased,
    deceasedOn: text(patient.deceasedOn),
    homePhone: formatPhone(patient.homePhone),
    cellPhone: formatPhone(patient.cellPhone),
    officePhone: formatPhone(patient.officePhone),
    alternatePhone: formatPhone(patient.alternatePhone),
    email: text(patient.email),
    address1: text(patient.address1),
    address2: text(patient.address2),
    city: text(patient.city),
    state: text(patient.state),
    zipcode: text(patient.zipcode),
    caregiverName: text(patient.caregiverName),
    nextOfKinName: text(patient.nextOfKinName),
    nextOfKinRelationship: text(patient.nextOfKinRelationship),
    nextOfKinPhone: formatPhone(patient.nextOfKinPhone),
    languageCode: patient.languageCode,
    maritalStatusCode: patient.maritalStatusCode as 1 | null,
  };
}

const sharedOf = (patient: Demographics) => ({ values: valuesOf(patient), version: patient.version });

/** Edits the patient's identity and contact details. */
export function DemographyDialog({ patient, onClose }: { patient: Demographics; onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const { patientId } = patient;
  const [schema] = useState(() => demographyForm(patient));
  const form = useSchemaForm(schema, valuesOf(patient));
  const read = async () =>
    sharedOf(await client.fetchQuery({ ...queryOf(getDemographics, { patientId }), staleTime: 0 }));
  const { version, handleError, notice } = useSharedEdit(form, sharedOf(patient), read, recordLabel);
  const save = useCall(saveDemography, {
    onError: 'form',
    onSuccess: () => {
      toast.success('Demographics saved');
      onClose();
    },
  });
  const { dirtyFields } = form.formState;
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title="Edit demographics"
        size={720}
        form={form}
        header={<PatientLine patient={patient} />}
        onClose={onClose}
        isAcceptEnabled
        onSubmit={({ ssn, languageCode, maritalStatusCode, deceasedOn, ...values }) =>
          save
            .mutateAsync({
              ...values,
              // Not shown, and a date of death alone means that the patient has died.
              deceasedOn: values.isDeceased ? deceasedOn : null,
              patientId,
              version,
              ...(dirtyFields.ssn === true && { ssn }),
              // Values on file that are not in the list are kept unless the user selects another.
              ...(dirtyFields.languageCode && { languageCode }),
              ...(dirtyFields.maritalStatusCode && { maritalStatusCode }),
            })
            .catch(handleError)
        }
      >
        {notice}
        <div className={classes['pairs']}>
          <TextField name="firstName" required />
          <TextField name="middleName" />
          <TextField name="lastName" required />
          <TextField name="nameSuffix" />
        </div>
        <div className={classes['pairs']}>
          <DayField name="dateOfBirth" />
          <SsnField name="ssn" />
          <CodeField name="genderCode" choices={genders} clearable={false} />
          <CodeField
            name="maritalStatusCode"
            choices={statuses}
            placeholder={patient.maritalStatusCode === null ? (patient.maritalStatus ?? 'Not stated') : 'Not stated'}
          />
          <CodeField
            name="languageCode"
            choices={languageChoices}
            searchable
            placeholder={patient.languageCode === null ? (patient.language ?? 'Not stated') : 'Not stated'}
          />
        </div>
        <div className={classes['grid']}>
          <PhoneField name="cellPhone" />
          <PhoneField name="homePhone" />
          <PhoneField name="officePhone" />
          <PhoneField name="alternatePhone" />
          <TextField name="email" />
          <TextField name="caregiverName" />
        </div>
        <AddressFields />
        <div className={classes['grid']}>
          <TextField name="nextOfKinName" />
          <TextField name="nextOfKinRelationship" label="Relationship" />
          <PhoneField name="nextOfKinPhone" />
        </div>
        <div className={classes['grid']}>
          <Controller
            control={form.control}
            name="isDeceased"
            render={({ field: { value, onChange, ...field } }) => (
              <Checkbox
                {...field}
                label="Deceased"
                checked={value === true}
                mt="xl"
                onChange={(event) => {
                  const { checked } = event.currentTarget;
                  onChange(checked);
                  // The date is then hidden, and an error in it would prevent saving without a message.
                  if (!checked) form.setValue('deceasedOn', '', { shouldDirty: true, shouldValidate: true });
                }}
              />
            )}
          />
          {form.watch('isDeceased') === true && <DayField name="deceasedOn" />}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
