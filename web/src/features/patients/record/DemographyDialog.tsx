import { dayLimits, notBefore } from '@careloop/contracts/fields/dates';
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
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { SsnInput } from '../../../ui/ruleInputs.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { PatientLine } from '../shared/PatientBanner.tsx';
import { choicesOf, CodeSelect } from './CodeSelect.tsx';
import classes from './Record.module.css';
import { recordLabels } from './recordLabels.ts';
import { maskedSsn } from './recordTexts.ts';

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
  const { version, onStale, notice } = useSharedEdit(form, sharedOf(patient), read, recordLabels);
  const save = useCall(saveDemography, {
    form,
    onStale,
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
          save.submit({
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
        }
      >
        {notice}
        <div className={classes['pairs']}>
          <Field form={form} name="firstName" label={recordLabels.firstName} required input={TrimmedTextInput} />
          <Field form={form} name="middleName" label={recordLabels.middleName} input={TrimmedTextInput} />
          <Field form={form} name="lastName" label={recordLabels.lastName} required input={TrimmedTextInput} />
          <Field form={form} name="nameSuffix" label={recordLabels.nameSuffix} input={TrimmedTextInput} />
        </div>
        <div className={classes['pairs']}>
          <Field form={form} name="dateOfBirth" label={recordLabels.dateOfBirth} comparedIn={['deceasedOn']}>
            {(field) => <DateInput {...field} {...dayLimits.birth()} />}
          </Field>
          <Field form={form} name="ssn" label={recordLabels.ssn} input={SsnInput} />
          <Field form={form} name="genderCode" label={recordLabels.genderCode}>
            {(field) => <CodeSelect {...field} choices={genders} clearable={false} />}
          </Field>
          <Field form={form} name="maritalStatusCode" label={recordLabels.maritalStatusCode}>
            {(field) => (
              <CodeSelect
                {...field}
                choices={statuses}
                placeholder={
                  patient.maritalStatusCode === null ? (patient.maritalStatus ?? 'Not stated') : 'Not stated'
                }
              />
            )}
          </Field>
          <Field form={form} name="languageCode" label={recordLabels.languageCode}>
            {(field) => (
              <CodeSelect
                {...field}
                choices={languageChoices}
                searchable
                placeholder={patient.languageCode === null ? (patient.language ?? 'Not stated') : 'Not stated'}
              />
            )}
          </Field>
        </div>
        <div className={classes['grid']}>
          <Field form={form} name="cellPhone" label={recordLabels.cellPhone} input={PhoneInput} />
          <Field form={form} name="homePhone" label={recordLabels.homePhone} input={PhoneInput} />
          <Field form={form} name="officePhone" label={recordLabels.officePhone} input={PhoneInput} />
          <Field form={form} name="alternatePhone" label={recordLabels.alternatePhone} input={PhoneInput} />
          <Field form={form} name="email" label={recordLabels.email} input={TrimmedTextInput} />
          <Field form={form} name="caregiverName" label={recordLabels.caregiverName} input={TrimmedTextInput} />
        </div>
        <AddressFields />
        <div className={classes['grid']}>
          <Field form={form} name="nextOfKinName" label={recordLabels.nextOfKinName} input={TrimmedTextInput} />
          <Field form={form} name="nextOfKinRelationship" label="Relationship" input={TrimmedTextInput} />
          <Field form={form} name="nextOfKinPhone" label={recordLabels.nextOfKinPhone} input={PhoneInput} />
        </div>
        <div className={classes['grid']}>
          <Field form={form} name="isDeceased" label="Deceased">
            {(field) => (
              <CheckboxInput
                {...field}
                mt="xl"
                onChange={(checked) => {
                  field.onChange(checked);
                  // The date is then hidden, and an error in it would prevent saving without a message.
                  if (!checked) form.setValue('deceasedOn', '', { shouldDirty: true, shouldValidate: true });
                }}
              />
            )}
          </Field>
          {form.watch('isDeceased') === true && (
            <Field form={form} name="deceasedOn" label={recordLabels.deceasedOn}>
              {(field) => <DateInput {...field} {...notBefore(form.watch('dateOfBirth'), dayLimits.begun())} />}
            </Field>
          )}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
