import { dayLimits } from '@careloop/contracts/fields/dates';
import {
  getDemographics,
  guarantorForm,
  saveGuarantor,
  type Demographics,
} from '@careloop/contracts/patients/demographics';
import { formatPhone } from '@careloop/contracts/fields';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { AddressFields } from '../../../ui/AddressFields.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { PatientLine } from '../shared/PatientBanner.tsx';
import { recordLabels } from './recordLabels.ts';
import classes from './Record.module.css';
import { RelationshipFields } from './RelationshipFields.tsx';

function sharedOf({ guarantor }: Demographics) {
  const text = (value: string | null | undefined) => value ?? '';
  const values = {
    firstName: text(guarantor?.firstName),
    middleName: text(guarantor?.middleName),
    lastName: text(guarantor?.lastName),
    relationshipCode: (guarantor?.relationshipCode ?? null) as 1 | null,
    relationship: guarantor?.relationshipCode == null ? text(guarantor?.relationship) : '',
    dateOfBirth: text(guarantor?.dateOfBirth),
    homePhone: formatPhone(guarantor?.homePhone),
    cellPhone: formatPhone(guarantor?.cellPhone),
    email: text(guarantor?.email),
    address1: text(guarantor?.address1),
    address2: text(guarantor?.address2),
    city: text(guarantor?.city),
    state: text(guarantor?.state),
    zipcode: text(guarantor?.zipcode),
  };
  return { values, version: guarantor?.version };
}

/** Edits or adds the person responsible for the bills. */
export function GuarantorDialog({ patient, onClose }: { patient: Demographics; onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const { patientId } = patient;
  const opened = sharedOf(patient);
  const [schema] = useState(() => guarantorForm(patient.guarantor));
  const form = useSchemaForm(schema, opened.values);
  const read = async () =>
    sharedOf(await client.fetchQuery({ ...queryOf(getDemographics, { patientId }), staleTime: 0 }));
  const { version, onStale, notice } = useSharedEdit(form, opened, read, recordLabels);
  const save = useCall(saveGuarantor, {
    form,
    onStale,
    onSuccess: () => {
      toast.success('Guarantor saved');
      onClose();
    },
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={patient.guarantor === null ? 'Add guarantor' : 'Edit guarantor'}
        size={720}
        form={form}
        header={<PatientLine patient={patient} />}
        onClose={onClose}
        isAcceptEnabled
        onSubmit={(values) => save.submit({ ...values, patientId, version })}
      >
        {notice}
        <div className={classes['grid']}>
          <Field form={form} name="firstName" label={recordLabels.firstName} required input={TrimmedTextInput} />
          <Field form={form} name="middleName" label={recordLabels.middleName} input={TrimmedTextInput} />
          <Field form={form} name="lastName" label={recordLabels.lastName} required input={TrimmedTextInput} />
        </div>
        <div className={classes['grid']}>
          <RelationshipFields code="relationshipCode" words="relationship" />
          <Field form={form} name="dateOfBirth" label={recordLabels.dateOfBirth}>
            {(field) => <DateInput {...field} {...dayLimits.birth()} />}
          </Field>
        </div>
        <div className={classes['grid']}>
          <Field form={form} name="cellPhone" label={recordLabels.cellPhone} input={PhoneInput} />
          <Field form={form} name="homePhone" label={recordLabels.homePhone} input={PhoneInput} />
          <Field form={form} name="email" label={recordLabels.email} input={TrimmedTextInput} />
        </div>
        <AddressFields />
      </FormDialog>
    </FormProvider>
  );
}
