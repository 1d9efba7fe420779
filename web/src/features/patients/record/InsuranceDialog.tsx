import { notBefore } from '@careloop/contracts/fields/dates';
import { getDemographics, type Demographics } from '@careloop/contracts/patients/demographics';
import {
  getInsurancePlans,
  insuranceForm,
  saveInsurance,
  type PatientCoverage,
} from '@careloop/contracts/patients/insurance';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { PatientLine } from '../shared/PatientBanner.tsx';
import { recordLabels } from './recordLabels.ts';
import { planLabel } from './recordTexts.ts';
import classes from './Record.module.css';
import { RelationshipFields } from './RelationshipFields.tsx';

function sharedOf(coverage: PatientCoverage | undefined) {
  const text = (value: string | null | undefined) => value ?? '';
  const values = {
    insurancePlanId: coverage?.insurancePlan ?? null,
    payerName: coverage?.insurancePlan == null ? text(coverage?.payerName) : '',
    memberId: text(coverage?.memberId),
    groupNumber: text(coverage?.groupNumber),
    subscriberName: text(coverage?.subscriberName),
    subscriberRelationshipCode: (coverage?.subscriberRelationshipCode ?? null) as 1 | null,
    subscriberRelationship: coverage?.subscriberRelationshipCode == null ? text(coverage?.subscriberRelationship) : '',
    startDate: text(coverage?.startDate),
    endDate: text(coverage?.endDate),
  };
  return { values, version: coverage?.version };
}

const findPlans = async (searchTerm: string, signal: AbortSignal) =>
  (await call(getInsurancePlans, { searchTerm }, { signal })).plans;

interface InsuranceDialogProps {
  patient: Demographics;
  /** Undefined to add one. */
  coverage?: PatientCoverage | undefined;
  onClose: () => void;
}

/** Edits or adds an insurance. */
export function InsuranceDialog({ patient, coverage, onClose }: InsuranceDialogProps): ReactNode {
  const client = useQueryClient();
  const { patientId } = patient;
  const patientCoverageId = coverage?.patientCoverageId;
  const opened = sharedOf(coverage);
  const [schema] = useState(() => insuranceForm(coverage));
  const form = useSchemaForm(schema, opened.values);
  const read = async () => {
    const now = await client.fetchQuery({ ...queryOf(getDemographics, { patientId }), staleTime: 0 });
    return sharedOf(now.coverages.find((one) => one.patientCoverageId === patientCoverageId));
  };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, recordLabels);
  const save = useCall(saveInsurance, {
    form,
    onStale,
    onSuccess: () => {
      toast.success('Insurance saved');
      onClose();
    },
  });
  const plan = form.watch('insurancePlanId');
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={coverage === undefined ? 'Add insurance' : 'Edit insurance'}
        size={640}
        form={form}
        header={<PatientLine patient={patient} />}
        onClose={onClose}
        isAcceptEnabled
        onSubmit={(values) => save.submit({ ...values, patientId, patientCoverageId, version })}
      >
        {notice}
        <Field
          form={form}
          name="insurancePlanId"
          label="Plan"
          description={plan?.isDisabled === true ? 'No longer offered; kept because the patient has it.' : undefined}
        >
          {(field) => (
            <AsyncSelect
              {...field}
              onChange={(chosen) => {
                field.onChange(chosen);
                // The field is then hidden, and an error in it would prevent saving without a message.
                if (chosen !== null) form.setValue('payerName', '', { shouldDirty: true, shouldValidate: true });
              }}
              search={findPlans}
              itemKey={(one) => one.insurancePlanId}
              itemLabel={planLabel}
              minimum={0}
              searchesOnOpen
              placeholder="Search by carrier or plan"
            />
          )}
        </Field>
        {plan === null && (
          <Field form={form} name="payerName" label="Payer, if the plan is not in the list" input={TrimmedTextInput} />
        )}
        <div className={classes['grid']}>
          <Field form={form} name="memberId" label={recordLabels.memberId} input={TrimmedTextInput} />
          <Field form={form} name="groupNumber" label={recordLabels.groupNumber} input={TrimmedTextInput} />
        </div>
        <div className={classes['grid']}>
          <Field form={form} name="subscriberName" label="Subscriber, if not the patient" input={TrimmedTextInput} />
          <RelationshipFields code="subscriberRelationshipCode" words="subscriberRelationship" />
        </div>
        <div className={classes['grid']}>
          <Field
            form={form}
            name="startDate"
            comparedIn={['endDate']}
            label={recordLabels.startDate}
            input={DateInput}
          />
          <Field form={form} name="endDate" label={recordLabels.endDate}>
            {(field) => <DateInput {...field} {...notBefore(form.watch('startDate'))} />}
          </Field>
        </div>
      </FormDialog>
    </FormProvider>
  );
}
